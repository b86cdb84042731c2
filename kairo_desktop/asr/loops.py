"""Text that repeats itself: how a recognizer's loops are told from people's repetitions."""

import zlib
from collections.abc import Sequence
from typing import Final

from kairo_desktop.types import Word

__all__ = ["before_loop", "compression_ratio", "loop_start", "most_tokens", "normal"]

MAX_PERIOD: Final = 12
"""Longest repeated phrase that is looked for, in words."""

TOKENS_PER_S: Final = 8.0
"""Nobody speaks faster; a decoder that goes on is in a loop."""


def compression_ratio(text: str) -> float:
    """Length of the text over its zlib length; 1 for an empty one."""
    raw = text.encode()
    return len(raw) / len(zlib.compress(raw)) if raw else 1.0


def normal(text: str) -> str:
    """A word without case and punctuation, to compare words by."""
    return "".join(c for c in text.casefold() if c.isalnum())


def loop_start(words: Sequence[Word]) -> int | None:
    """Index of the first repetition in a loop that runs to the end of `words`, else None.

    One word counts as a loop from its fourth time on ("no, no, no" is speech), a phrase of more
    words from its third.
    """
    keys = [normal(word.text) for word in words]
    for period in range(1, min(MAX_PERIOD, len(keys) // 2) + 1):
        n_same = 0
        while n_same < len(keys) - period and keys[-1 - n_same] == keys[-1 - n_same - period]:
            n_same += 1
        n_allowed = 2 * period if period == 1 else period
        if n_same > n_allowed:
            return len(keys) - n_same
    return None


def before_loop(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """The words up to where they begin to repeat themselves."""
    return words[: loop_start(words)]


def most_tokens(length_s: float) -> int:
    """Tokens that speech of this length can have at most."""
    return round(TOKENS_PER_S * length_s) + 8
