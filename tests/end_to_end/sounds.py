"""Sound files that a user might hand over."""

import wave
from pathlib import Path

import av
import numpy as np
from numpy.typing import NDArray

from kairo_desktop.audio.files import read_frames
from kairo_desktop.types import Lane

__all__ = ["Pcm", "speech", "write_mp3", "write_sparse_wav", "write_wav"]

_RATE = 16_000
Pcm = NDArray[np.int16]


def speech(path: Path, seconds: float) -> Pcm:
    """The beginning of a recording as 16-bit samples at 16 kHz."""
    frames = [frame.samples for frame in read_frames(path, Lane.SYSTEM)]
    samples = np.concatenate(frames)[: int(seconds * _RATE)]
    return (samples * 32767).astype(np.int16)


def write_wav(path: Path, samples: Pcm) -> Path:
    """A 16 kHz mono wav."""
    with wave.open(str(path), "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(_RATE)
        sound.writeframes(samples.tobytes())
    return path


def write_sparse_wav(path: Path, samples: Pcm, *, hours: float, every_s: float) -> Path:
    """A long wav that is silent but for `samples` every `every_s`."""
    stretch = np.zeros(int(every_s * _RATE), np.int16)
    stretch[: len(samples)] = samples
    with wave.open(str(path), "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(_RATE)
        for _ in range(int(hours * 3600 / every_s)):
            sound.writeframes(stretch.tobytes())
    return path


def write_mp3(path: Path, samples: Pcm) -> Path:
    """An 8 kHz stereo mp3, as a telephone recorder writes it."""
    with av.open(str(path), "w") as container:
        stream = container.add_stream("mp3", rate=8000, layout="stereo")
        stereo = np.repeat(samples[::2], 2).reshape(1, -1)
        frame = av.AudioFrame.from_ndarray(stereo, format="s16", layout="stereo")
        frame.sample_rate = 8000
        for packet in [*stream.encode(frame), *stream.encode(None)]:
            container.mux(packet)
    return path
