"""Hearing a recording as if it were said now; needs no sound device at all."""

import threading
from pathlib import Path
from time import monotonic
from typing import Final

import numpy as np

from kairo_desktop.audio.backend import Facts, ServerState
from kairo_desktop.audio.files import read_frames
from kairo_desktop.audio.intake import Intake
from kairo_desktop.audio.sources import SoundSource
from kairo_desktop.errors import InputError
from kairo_desktop.types import FRAME_SAMPLES, SAMPLE_RATE, Lane

__all__ = ["FileBackend", "FileLane"]

_FRAME_S: Final = FRAME_SAMPLES / SAMPLE_RATE


class FileBackend:
    """Plays files into lanes, at the pace at which they were recorded, then silence."""

    def sources(self) -> tuple[SoundSource, ...]:
        """None: files are named, not listed."""
        return ()

    def capture(self, lane: Lane, choice: str, intake: Intake) -> "FileLane":
        """Begin to play the file at the path `choice`.

        Raises:
            InputError: it cannot be played.
        """
        return FileLane(lane, Path(choice), intake)


class FileLane:
    """One file being played."""

    def __init__(self, lane: Lane, path: Path, intake: Intake) -> None:
        self._source = SoundSource(str(path), path.name, lane)
        self._frames = read_frames(path, lane)
        self._intake = intake
        self._leaving = threading.Event()
        self._running = threading.Event()
        self.resume()
        threading.Thread(target=self._play, name="player", daemon=True).start()

    @property
    def facts(self) -> Facts:
        """Always as wanted."""
        return Facts(ServerState.ANSWERS, self._source, self._source.name, opened_s=self._opened_s)

    def pause(self) -> None:
        """Hold the recording."""
        self._intake.shut()
        self._running.clear()

    def resume(self) -> None:
        """Play on."""
        self._opened_s = monotonic()
        self._intake.open()
        self._running.set()

    def reopen(self) -> None:
        """Nothing: a file does not stall."""

    def close(self) -> None:
        """Stop playing."""
        self._leaving.set()
        self._running.set()

    def _play(self) -> None:
        due_s = monotonic()
        silence = np.zeros(FRAME_SAMPLES, np.float32)
        while not self._leaving.is_set():
            if not self._running.is_set():
                self._running.wait()
                due_s = monotonic()
            due_s += _FRAME_S
            self._leaving.wait(max(0.0, due_s - monotonic()))
            try:
                frame = next(self._frames, None)
            except InputError:
                frame = None
            self._intake.put(silence if frame is None else frame.samples)
