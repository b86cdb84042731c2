"""A device's own rate and channels become mono at 16 kHz."""

import numpy as np
import pytest

from kairo_desktop.audio.resample import Resampler
from kairo_desktop.types import SAMPLE_RATE, Samples


def _sine(rate: int, channels: int, frequency: float = 440.0) -> Samples:
    t = np.arange(rate * 2) / rate
    wave = (0.5 * np.sin(2 * np.pi * frequency * t)).astype(np.float32)
    return np.repeat(wave[:, None], channels, axis=1)


@pytest.mark.parametrize(("rate", "channels"), [(48_000, 2), (44_100, 1), (8_000, 1), (16_000, 2)])
def test_a_tone_stays_the_same_tone(rate: int, channels: int) -> None:
    resampler, sound, block = Resampler(rate), _sine(rate, channels), rate // 31
    pieces = [resampler.step(sound[n : n + block]) for n in range(0, len(sound), block)]
    heard = np.concatenate(pieces)
    assert heard.dtype == np.float32
    assert len(heard) == pytest.approx(2 * SAMPLE_RATE, rel=0.03)
    middle = heard[SAMPLE_RATE // 2 : SAMPLE_RATE // 2 + SAMPLE_RATE]
    spectrum = np.abs(np.fft.rfft(middle * np.hanning(len(middle))))
    assert spectrum.argmax() == 440
    assert np.abs(middle).max() == pytest.approx(0.5, abs=0.01)


def test_nothing_is_computed_where_nothing_must_be() -> None:
    block = _sine(SAMPLE_RATE, 1)
    assert np.shares_memory(Resampler(SAMPLE_RATE).step(block), block)
