"""Sound made of arithmetic: tones, silence and noise, as samples, frames and files."""

import wave
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from kairo_desktop.types import FRAME_SAMPLES, SAMPLE_RATE, AudioFrame, Lane, Samples

FRAME_S = FRAME_SAMPLES / SAMPLE_RATE


def tone(duration_s: float, hertz: float = 440.0, peak: float = 0.3) -> Samples:
    time_s = np.arange(round(duration_s * SAMPLE_RATE)) / SAMPLE_RATE
    return (peak * np.sin(2 * np.pi * hertz * time_s)).astype(np.float32)


def silence(duration_s: float) -> Samples:
    return np.zeros(round(duration_s * SAMPLE_RATE), np.float32)


def frames(
    samples: Samples, lane: Lane = Lane.SYSTEM, start_s: float = 0.0
) -> Iterator[AudioFrame]:
    """Whole frames of `samples`, the last one filled up with zeros."""
    n_frames = -(-len(samples) // FRAME_SAMPLES)
    padded = np.pad(samples, (0, n_frames * FRAME_SAMPLES - len(samples)))
    for index, block in enumerate(padded.reshape(n_frames, FRAME_SAMPLES)):
        yield AudioFrame(lane, start_s + index * FRAME_S, block)


def write_wav(
    path: Path, samples: Samples, sample_rate: int = SAMPLE_RATE, channels: int = 1
) -> None:
    """16-bit PCM with the same sound on every channel."""
    pcm = (np.repeat(samples, channels) * 32767).astype("<i2")
    with wave.open(str(path), "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(2)
        file.setframerate(sample_rate)
        file.writeframes(pcm.tobytes())
