"""Something that may take a while, or for ever, done beside the window."""

import logging
import threading
from collections.abc import Callable
from contextlib import suppress

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from kairo_desktop.errors import KairoError

__all__ = ["Errand"]

logger = logging.getLogger(__name__)


class Errand(QObject):
    """One call on a thread of its own, which the program's end does not wait for.

    Signals:
        done: What the call gave.
        failed: The `KairoError` it raised; one without details for anything unforeseen.
        overdue: It has not come back in time; `done` or `failed` may still come.

    Args:
        work: Called once, on the thread; it must not touch widgets.
        due_ms: After this `overdue` comes; 0 for never.
    """

    done = Signal(object)
    failed = Signal(object)
    overdue = Signal()
    _came = Signal(object)

    def __init__(
        self, work: Callable[[], object], parent: QObject | None = None, *, due_ms: int = 0
    ) -> None:
        super().__init__(parent)
        self._work = work
        self._running = False
        self._came.connect(self._arrive, Qt.ConnectionType.QueuedConnection)
        self._due = QTimer(self, singleShot=True, interval=due_ms)
        self._due.timeout.connect(self.overdue)

    @property
    def running(self) -> bool:
        """It has been started and has not come back."""
        return self._running

    def start(self) -> None:
        """Set out; returns at once."""
        self._running = True
        if self._due.interval():
            self._due.start()
        threading.Thread(target=self._go, name="errand", daemon=True).start()

    def _go(self) -> None:
        result: object
        try:
            result = self._work()
        except KairoError as error:
            result = error
        except Exception as error:  # noqa: BLE001 - the loop of a worker: the window must hear of it
            logger.error("an errand failed: %s", type(error).__name__)
            result = KairoError(f"Something unexpected happened ({type(error).__name__}).")
        # Who sent it may be gone, and the signal with it.
        with suppress(RuntimeError):
            self._came.emit(result)

    def _arrive(self, result: object) -> None:
        self._running = False
        self._due.stop()
        if isinstance(result, KairoError):
            self.failed.emit(result)
        else:
            self.done.emit(result)
        self.deleteLater()
