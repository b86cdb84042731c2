"""Plays the sample's first voice aloud, by whatever player the desktop has."""

import shutil
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QProcess, Signal

__all__ = ["Loudspeaker"]

_PLAYERS: Final = ("pw-play", "paplay")
_LAST_WAIT_MS: Final = 500


class Loudspeaker(QObject):
    """One sound, played or silent.

    Signals:
        changed: It began to play, or fell silent.
        failed: No player could play it.

    Args:
        sound: A file that the players know.
        players: Programs in order of preference, by name or path.
    """

    changed = Signal()
    failed = Signal()

    def __init__(
        self, sound: Path, parent: QObject | None = None, players: tuple[str, ...] = _PLAYERS
    ) -> None:
        super().__init__(parent)
        self._sound = sound
        self._players = [found for name in players if (found := shutil.which(name))]
        self._process = QProcess(self)
        self._process.stateChanged.connect(self.changed)
        self._process.finished.connect(self._try_next)

    @property
    def available(self) -> bool:
        """There is a player that may work."""
        return bool(self._players)

    @property
    def playing(self) -> bool:
        """It can be heard now."""
        return self._process.state() is not QProcess.ProcessState.NotRunning

    def play(self) -> None:
        """Begin from the start, unless it plays."""
        if self._players and not self.playing:
            self._process.setStandardOutputFile(QProcess.nullDevice())
            self._process.setStandardErrorFile(QProcess.nullDevice())
            self._process.start(self._players[0], [str(self._sound)])

    def stop(self) -> None:
        """Fall silent."""
        if self.playing:
            self._process.kill()
            self._process.waitForFinished(_LAST_WAIT_MS)

    def _try_next(self, code: int, how: QProcess.ExitStatus) -> None:
        """A player may be there without the sound server that it speaks to."""
        if how is not QProcess.ExitStatus.NormalExit or not code:
            return
        if len(self._players) > 1:
            del self._players[0]
            self.play()
        else:
            self.failed.emit()
