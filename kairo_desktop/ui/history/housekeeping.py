"""What is done with the history when the desktop starts: the too old goes, the broken is told."""

from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from kairo_desktop.errors import KairoError
from kairo_desktop.settings.privacy import PrivacySettings
from kairo_desktop.store.history import History
from kairo_desktop.ui.history.clerk import Clerk

__all__ = ["Housekeeping"]


class Housekeeping(QObject):
    """Looks after the history without keeping a window waiting.

    Signals:
        broke_off: How many sessions ended with their program and wait to be recovered.
        failed: A `KairoError`: the history cannot be read or written.
    """

    broke_off = Signal(int)
    failed = Signal(KairoError)

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clerk = Clerk(folder, self)
        self._clerk.failed.connect(self.failed)

    def begin(self, privacy: PrivacySettings) -> None:
        """Delete what is older than the user wants to keep, then count what broke off."""
        self._clerk.ask(partial(_tidied, keep_days=privacy.keep_days), self._tell)

    def finish(self) -> None:
        """Wait for what has begun."""
        self._clerk.drop()

    def _tell(self, n_broken: int) -> None:
        if n_broken:
            self.broke_off.emit(n_broken)


def _tidied(history: History, keep_days: int) -> int:
    if keep_days:
        history.delete_before(datetime.now(UTC) - timedelta(days=keep_days))
    return len(history.interrupted())
