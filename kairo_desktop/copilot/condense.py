"""Shortens a résumé or a job ad by choosing lines, never by rewording."""

import re
from collections.abc import Callable

__all__ = ["condense", "tidy"]

_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+")
_NUMERAL = re.compile(r"\d")
_LONG_LINE = 30
"""Words from which a line is chosen from by sentences."""
_MARKUP = re.compile(r"[*`]+|^#+\s*", re.MULTILINE)


def tidy(text: str) -> str:
    """The text without markup, blank lines and runs of blanks."""
    lines = (" ".join(line.split()) for line in _MARKUP.sub("", text).splitlines())
    return "\n".join(line for line in lines if line)


def condense(text: str, fits: Callable[[str], bool]) -> str:
    """The most telling lines of `text` in their order, as many as `fits` allows.

    Early lines and lines with numbers tell most. "" when nothing fits.

    Args:
        text: Plain text or Markdown.
        fits: True for a text that is short enough; true of every part of such a text.
    """
    whole = tidy(text)
    if fits(whole):
        return whole
    pieces = [piece for line in whole.splitlines() for piece in _pieces(line)]
    kept: set[int] = set()
    for at in sorted(range(len(pieces)), key=lambda at: (-_weight(pieces[at], at), at)):
        if fits("\n".join(pieces[i] for i in sorted(kept | {at}))):
            kept.add(at)
    return "\n".join(pieces[i] for i in sorted(kept))


def _pieces(line: str) -> list[str]:
    return _SENTENCE_END.split(line) if len(line.split()) > _LONG_LINE else [line]


def _weight(piece: str, at: int) -> float:
    """Numbers count, and a line counts less the later it comes."""
    return min(3, len(_NUMERAL.findall(piece))) + 10.0 / (2 + at)
