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

    Args:
        sound: A file that the players know.
        players: Programs in order of preference, by name or path.
    """

    changed = Signal()

    def __init__(
        self, sound: Path, parent: QObject | None = None, players: tuple[str, ...] = _PLAYERS
    ) -> None:
        super().__init__(parent)
        self._sound = sound
        self._player = next((found for name in players if (found := shutil.which(name))), None)
        self._process = QProcess(self)
        self._process.stateChanged.connect(self.changed)

    @property
    def available(self) -> bool:
        """There is a player."""
        return self._player is not None

    @property
    def playing(self) -> bool:
        """It can be heard now."""
        return self._process.state() is not QProcess.ProcessState.NotRunning

    def play(self) -> None:
        """Begin from the start, unless it plays."""
        if self._player is not None and not self.playing:
            self._process.setStandardOutputFile(QProcess.nullDevice())
            self._process.setStandardErrorFile(QProcess.nullDevice())
            self._process.start(self._player, [str(self._sound)])

    def stop(self) -> None:
        """Fall silent."""
        if self.playing:
            self._process.kill()
            self._process.waitForFinished(_LAST_WAIT_MS)
