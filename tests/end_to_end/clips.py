"""Stretches of the bundled interview as recordings of their own."""

import wave
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kairo_desktop.audio.files import read_frames
from kairo_desktop.session.recording import Recording
from kairo_desktop.settings.assets import asset
from kairo_desktop.types import SAMPLE_RATE, Lane

__all__ = ["Clip", "sample_clip"]


@dataclass(frozen=True, slots=True)
class Clip:
    """A file per lane, and the notes of the one who is asked."""

    system: Path
    mic: Path
    profile: Path

    @property
    def recording(self) -> Recording:
        """As the program takes it."""
        return Recording(self.system, self.mic, self.profile)

    @property
    def arguments(self) -> tuple[str | Path, ...]:
        """As the command line takes it."""
        return ("--system", self.system, "--mic", self.mic, "--profile", self.profile)

    @property
    def lanes(self) -> tuple[str | Path, ...]:
        """As a live session takes it."""
        lanes = ("--system", f"file:{self.system}", "--mic", f"file:{self.mic}")
        return (*lanes, "--profile", self.profile)


def sample_clip(folder: Path, from_s: float, to_s: float) -> Clip:
    """Both lanes of the bundled interview between two moments, as files in `folder`."""
    sample = asset("sample")

    def cut(lane: Lane, name: str) -> Path:
        frames = read_frames(sample / name, lane)
        samples = np.concatenate([f.samples for f in frames if from_s <= f.start_s < to_s])
        target = folder / f"{lane.value}.wav"
        with wave.open(str(target), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(SAMPLE_RATE)
            file.writeframes((samples * 32767).astype("<i2").tobytes())
        return target

    return Clip(
        cut(Lane.SYSTEM, "interviewer.flac"), cut(Lane.MIC, "candidate.flac"), sample / "profile"
    )
