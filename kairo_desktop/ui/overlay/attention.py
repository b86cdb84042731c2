"""Whether the user still reads older answers, or has only left the view there; no Qt."""

from collections.abc import Callable
from time import monotonic
from typing import Final

from kairo_desktop.ui.views import CardView

__all__ = ["Attention"]

_READING_S: Final = 5.0
"""Whoever has not scrolled for so long is not reading old answers any more."""


class Attention:
    """Remembers when the user scrolled last, and which question was confirmed last."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._touched_s = float("-inf")
        self._confirmed: int | None = None

    def touch(self) -> None:
        """The user scrolls."""
        self._touched_s = self._clock()

    def goes_to(self, newest: CardView | None) -> bool:
        """Whether to go to the newest question: it is confirmed just now, and nobody scrolls."""
        if newest is None:
            self._confirmed = None
            return False
        if not newest.stands or newest.turn_id == self._confirmed:
            return False
        self._confirmed = newest.turn_id
        return self._clock() - self._touched_s >= _READING_S
