"""Readings that stop before the speech does, as where another voice takes over in one piece.

A reading follows several texts at once, and one that ends early may come out on top. Updates have
then heard words behind its end.
"""

from collections.abc import Sequence
from typing import Final

from kairo_desktop.asr.gate import UNSURE
from kairo_desktop.asr.loops import normal
from kairo_desktop.types import SAMPLE_RATE, Word

__all__ = ["n_covered"]

APART_S: Final = 0.6
"""Two hearings of one word lie less apart."""

ENOUGH_WORDS: Final = 2
"""A single word may have been made up over a noise at the end."""


def n_covered(reading: Sequence[Word], known: Sequence[Word], n_samples: int) -> int:
    """Samples, 0 < n, up to where a reading went; fewer where speech went on behind its end.

    Args:
        reading: Words read in a piece of sound, in seconds from its beginning.
        known: Words that updates heard in it, in the same seconds.
        n_samples: Length of the piece.
    """
    if not reading:
        return n_samples
    end_s = reading[-1].end_s
    sure = [w for w in known if w.start_s >= end_s + APART_S and w.probability >= UNSURE]
    if len(sure) < ENOUGH_WORDS or _last(reading) == _last(known):
        return n_samples
    next_s = min(word.start_s for word in known if word.start_s >= end_s)
    return min(n_samples, max(1, round((end_s + next_s) / 2 * SAMPLE_RATE)))


def _last(words: Sequence[Word]) -> list[str]:
    """What the end of a text is known by; one word may come again by chance."""
    return [normal(word.text) for word in words[-ENOUGH_WORDS:]]
