"""Levels are what a meter would show."""

from time import perf_counter

import numpy as np
import pytest

from kairo_desktop.audio.levels import FLOOR_DB, level_of
from kairo_desktop.types import FRAME_SAMPLES, AudioFrame, Lane


def _frame(amplitude: float, kind: str = "sine") -> AudioFrame:
    t = np.arange(FRAME_SAMPLES) / FRAME_SAMPLES
    wave = np.sin(2 * np.pi * 16 * t) if kind == "sine" else np.ones(FRAME_SAMPLES)
    return AudioFrame(Lane.MIC, 0.0, (amplitude * wave).astype(np.float32))


def test_silence_is_the_floor() -> None:
    level = level_of(_frame(0))
    assert (level.rms_db, level.peak_db) == (FLOOR_DB, FLOOR_DB)


@pytest.mark.parametrize(("amplitude", "peak_db"), [(1.0, 0.0), (0.5, -6.02), (0.01, -40.0)])
def test_a_sine_peaks_three_decibels_over_its_power(amplitude: float, peak_db: float) -> None:
    level = level_of(_frame(amplitude))
    assert level.peak_db == pytest.approx(peak_db, abs=0.05)
    assert level.rms_db == pytest.approx(peak_db - 3.01, abs=0.05)


def test_a_negative_peak_counts_and_clipping_reads_as_full_scale() -> None:
    assert level_of(_frame(-1.5, "constant")).peak_db == 0.0


def test_costs_next_to_nothing() -> None:
    frame = _frame(0.3)
    began_s = perf_counter()
    for _ in range(31):
        level_of(frame)
    assert perf_counter() - began_s < 0.05  # of a second in which a lane brings 31 frames
