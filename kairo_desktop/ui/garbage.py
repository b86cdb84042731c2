"""Python's garbage is collected in the thread of the windows and in no other.

A collection runs in whichever thread happens to allocate, and deletes what it finds there: objects
of windows too, which only the thread that they live in may delete.
"""

import gc
from typing import Final

from PySide6.QtCore import QObject, QTimer

__all__ = ["GarbageInOneThread"]

_EVERY_MS: Final = 1000


class GarbageInOneThread(QObject):
    """Collects from its own thread, as often as Python would, from now until `close`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self, interval=_EVERY_MS)
        self._timer.timeout.connect(self.look)
        self._timer.start()

    def look(self) -> int:
        """Collect the oldest generation that is due; gives how many objects were unreachable."""
        counts = zip(gc.get_count(), gc.get_threshold(), strict=True)
        due = [number for number, (count, most) in enumerate(counts) if count > most]
        return gc.collect(due[-1]) if due else 0

    def close(self) -> None:
        """Leave collecting to Python again."""
        self._timer.stop()
        gc.enable()
