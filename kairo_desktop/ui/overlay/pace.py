"""Newest first, thirty times a second: what comes faster is never drawn."""

from collections.abc import Callable
from typing import Final, Generic, TypeVar

from PySide6.QtCore import QObject, QTimer

__all__ = ["FRAME_MS", "Pace"]

FRAME_MS: Final = 33

_T = TypeVar("_T")


class Pace(QObject, Generic[_T]):
    """Hands on the first value at once, then the newest of each 33 ms; the last is never lost.

    Args:
        show: Called with the value to draw.
    """

    def __init__(self, show: Callable[[_T], None], parent: QObject) -> None:
        super().__init__(parent)
        self._show = show
        self._waiting: list[_T] = []
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(FRAME_MS)
        self._timer.timeout.connect(self._next)

    def put(self, value: _T) -> None:
        """Show this value soon, unless a newer one comes before."""
        self._waiting[:] = [value]
        if not self._timer.isActive():
            self._next()

    def _next(self) -> None:
        if self._waiting:
            self._timer.start()
            self._show(self._waiting.pop())
