"""Log mel frames are those that faster-whisper's own extractor computes."""

import numpy as np
import pytest
from faster_whisper.feature_extractor import FeatureExtractor
from hypothesis import given, settings
from hypothesis import strategies as st

from kairo_desktop.asr.mel import MEL_HOP, log_mel
from kairo_desktop.types import Samples

_EXTRACTOR = FeatureExtractor(feature_size=80)


def _noise(n: int, loudness: float) -> Samples:
    return np.random.default_rng(n).normal(0, loudness, n).astype(np.float32)


@settings(deadline=None, max_examples=40)
@given(st.integers(1, 9000), st.integers(4, 60), st.sampled_from([1e-6, 1e-3, 0.3]))
def test_frames_of_sound_and_silence_are_those_of_the_reference(
    n: int, n_frames: int, loudness: float
) -> None:
    samples = _noise(n, loudness)
    padded = np.zeros(n_frames * MEL_HOP, np.float32)
    padded[:n] = samples[: len(padded)]
    reference = _EXTRACTOR(padded, padding=0)
    ours = log_mel(samples, n_frames, _EXTRACTOR.mel_filters)
    assert ours.shape == reference.shape
    assert ours.dtype == np.float32
    # Sound that goes on behind the last frame is mirrored by the reference and silent here.
    whole = n_frames - 2 if n > len(padded) - 200 else n_frames
    assert ours[:, :whole] == pytest.approx(reference[:, :whole], abs=1e-3)


def test_silence_is_flat() -> None:
    silent = log_mel(np.zeros(1600, np.float32), 20, _EXTRACTOR.mel_filters)
    assert silent == pytest.approx(np.full((80, 20), -1.5))
