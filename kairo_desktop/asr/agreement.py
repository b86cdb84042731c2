"""Which words two hypotheses in a row agree on."""

from collections.abc import Sequence

from kairo_desktop.asr.loops import normal
from kairo_desktop.types import Word

__all__ = ["num_agreed"]


def num_agreed(before: Sequence[Word], now: Sequence[Word]) -> int:
    """Length of the common beginning, case and punctuation aside.

    Source: local agreement, Liu et al. 2020, arXiv:2005.11185.
    """
    n_same = 0
    for one, other in zip(before, now, strict=False):
        if normal(one.text) != normal(other.text):
            break
        n_same += 1
    return n_same
