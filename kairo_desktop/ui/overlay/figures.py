"""Which figures of a point stand out and stay whole: numbers, with sign and unit; no Qt."""

import re
from collections.abc import Sequence
from typing import Final

__all__ = ["figures_in", "open_figure", "unbroken"]

_WHOLE: Final = 9
"""Letters of the longest figure that no line breaks; one more would leave too ragged an edge."""

_OPENING: Final = r"(\[\"'«\u201c\u2018\u201e"
_CLOSING: Final = r".,;:!?)\]\"'»\u201d\u2019"
_ENDS: Final = rf"(?=[{_CLOSING}]*(?:\s|$))"
_SCALE: Final = r"thousand|million|billion|k|m|bn|Tsd|Mio|Mrd|Millionen|Milliarden"
_UNIT: Final = (
    r"%|‰|€|\$|£|EUR|USD|GBP|euros?|dollars?|percent|points|times|x"
    r"|ms|milliseconds?|s|secs?|seconds?|mins?|minutes?|h|hrs?|hours?|days?|weeks?|months?"
    r"|quarters?|years?|Hz|kHz|MHz|GHz|fps|qps|rps|tps|kB|KB|MB|GB|TB"
    r"|Prozent|Euro|Mal|Sekunden?|Minuten?|Stunden?|Tagen?|Tag|Wochen?|Monaten?|Monat|Jahren?|Jahr"
)
_FIGURE: Final = re.compile(
    rf"(?<![^\s{_OPENING}])[-+\u2212±~≈<>≤≥$€£¥#]*[0-9]\S*?{_ENDS}"
    rf"(?:[ \u00a0\u202f](?:{_SCALE}){_ENDS})?"
    rf"(?:[ \u00a0\u202f](?:{_UNIT}){_ENDS})?"
)


def figures_in(text: str) -> list[tuple[int, int]]:
    """Where figures stand: (start, end) of each, in order.

    A figure begins with a digit, or with a sign in front of one: "p95" and "B2B" are names. As
    text is added at its end only the last figure can change, and never where it begins.
    """
    return [match.span() for match in _FIGURE.finditer(text)]


def open_figure(text: str, figures: Sequence[tuple[int, int]]) -> int | None:
    """Where a short figure begins that the last word belongs to or may turn out to belong to."""
    if not figures:
        return None
    start, end = figures[-1]
    return start if end >= text.rfind(" ") and len(text) - start <= _WHOLE else None


def unbroken(text: str, figures: Sequence[tuple[int, int]], *, growing: bool = False) -> str:
    """The text with spaces in its short figures at which no line breaks; as long as before.

    Args:
        text: What is painted; what is copied keeps its spaces.
        figures: Those of `figures_in`.
        growing: The last word may not be complete: an open figure keeps its spaces.
    """
    is_open = growing and open_figure(text, figures) is not None
    for start, end in figures[:-1] if is_open else figures:
        if end - start <= _WHOLE:
            text = text[:start] + text[start:end].replace(" ", "\u00a0") + text[end:]
    return text
