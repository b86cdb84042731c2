"""Newest first, thirty times a second: what comes faster is never drawn."""

from collections.abc import Callable
from typing import Final, Generic, TypeVar

from PySide6.QtCore import QElapsedTimer, QObject, Qt, QTimer

__all__ = ["FRAME_MS", "Pace"]

FRAME_MS: Final = 33

_T = TypeVar("_T")


class Pace(QObject, Generic[_T]):
    """Hands on a value at once, and of those that follow within 33 ms the newest after that.

    The last one is never lost. Values that come slowly cost no timer.

    Args:
        show: Called with the value to draw.
    """

    def __init__(self, show: Callable[[_T], None], parent: QObject) -> None:
        super().__init__(parent)
        self._show = show
        self._waiting: list[_T] = []
        self._since = QElapsedTimer()
        self._timer = QTimer(self, singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._next)

    def put(self, value: _T) -> None:
        """Show this value soon, unless a newer one comes before."""
        self._waiting[:] = [value]
        if self._timer.isActive():
            return
        early_ms = FRAME_MS - self._since.elapsed() if self._since.isValid() else 0
        if early_ms > 0:
            self._timer.start(early_ms)
        else:
            self._next()

    def _next(self) -> None:
        self._since.start()
        self._show(self._waiting.pop())
