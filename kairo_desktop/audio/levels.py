"""How loud a lane is, for the eye."""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from kairo_desktop.types import AudioFrame, Lane

__all__ = ["FLOOR_DB", "LaneLevel", "level_of"]

FLOOR_DB: Final = -96.0
"""Digital silence reads as this: the quietest step of 16 bits."""


@dataclass(frozen=True, slots=True)
class LaneLevel:
    """Loudness of one frame, in dB below full scale, `FLOOR_DB`..0.

    Attributes:
        rms_db: Of the frame's mean power.
        peak_db: Of its largest sample.
    """

    lane: Lane
    rms_db: float
    peak_db: float


def level_of(frame: AudioFrame) -> LaneLevel:
    """The level of a frame, so about 31 a second; costs about 5 µs."""
    samples = frame.samples
    rms = math.sqrt(float(np.dot(samples, samples)) / len(samples))
    peak = max(float(samples.max()), -float(samples.min()))
    return LaneLevel(frame.lane, _decibels(rms), _decibels(peak))


def _decibels(amplitude: float) -> float:
    if amplitude <= 10 ** (FLOOR_DB / 20):
        return FLOOR_DB
    return min(0.0, 20 * math.log10(amplitude))
