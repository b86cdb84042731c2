"""Ctrl-C, a closed terminal and a polite kill, as a signal of Qt's."""

import contextlib
import signal
import socket
import sys
from typing import Final

from PySide6.QtCore import QObject, QSocketNotifier, Signal

__all__ = ["UnixSignals"]

_KINDS: Final = (
    (signal.SIGINT, signal.SIGTERM)
    if sys.platform == "win32"
    else (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
)


class UnixSignals(QObject):
    """Takes these signals over until `close`.

    Python runs a handler only between two of its own instructions, and while Qt waits there are
    none; so the interpreter writes to a socket that Qt listens to.

    Signals:
        received: One of them came.
    """

    received = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._mine, theirs = socket.socketpair()
        self._theirs = theirs
        for end in (self._mine, theirs):
            end.settimeout(0)
        self._notifier = QSocketNotifier(self._mine.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._hear)
        signal.set_wakeup_fd(theirs.fileno(), warn_on_full_buffer=False)
        self._before = {kind: signal.signal(kind, _nothing) for kind in _KINDS}

    def close(self) -> None:
        """Give the signals back."""
        signal.set_wakeup_fd(-1)
        for kind, handler in self._before.items():
            signal.signal(kind, handler)
        self._notifier.setEnabled(False)
        self._mine.close()
        self._theirs.close()

    def _hear(self) -> None:
        with contextlib.suppress(BlockingIOError):
            while self._mine.recv(64):
                pass
        self.received.emit()


def _nothing(*_: object) -> None:
    """What matters is that the signal no longer ends the process."""
