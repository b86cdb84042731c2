"""What Whisper sees of a sound: log mel frames, computed only where there is sound."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from kairo_desktop.types import Samples

__all__ = ["MEL_HOP", "log_mel"]

MEL_HOP: Final = 160
"""Samples from one mel frame to the next."""

WINDOW: Final = 400
"""Samples in one mel frame."""

LEAST_POWER: Final = 1e-10
"""Silence has this power, so that its logarithm is finite."""

RANGE: Final = 8.0
"""Powers of ten below the loudest frame at which everything counts as silence."""


def log_mel(samples: Samples, n_frames: int, filters: NDArray[np.float32]) -> NDArray[np.float32]:
    """The first `n_frames` of samples and of silence behind them, float32[n_mels, n_frames].

    Frames of silence are filled in, not computed: the cost grows with the sound alone.

    Args:
        samples: float32[n], n > 0; what lies behind the last frame is left out.
        n_frames: At least 1.
        filters: float32[n_mels, 201], the mel filter bank.

    Source: Radford et al. 2022, arXiv:2212.04356, section 2.2.
    """
    half = WINDOW // 2
    heard = samples[: n_frames * MEL_HOP]
    n_sounding = min(n_frames, -(-(len(heard) + half) // MEL_HOP))
    padded = np.zeros(n_sounding * MEL_HOP + WINDOW, np.float32)
    padded[half : half + len(heard)] = heard
    padded[:half] = padded[2 * half : half : -1]
    frames = np.lib.stride_tricks.sliding_window_view(padded, WINDOW)[::MEL_HOP][:n_sounding]
    spectrum = np.fft.rfft(frames * _hann())
    power = np.square(spectrum.real) + np.square(spectrum.imag)
    mel = np.full((len(filters), n_frames), LEAST_POWER, np.float32)
    np.maximum(filters @ power.T, LEAST_POWER, out=mel[:, :n_sounding])
    np.log10(mel, out=mel)
    np.maximum(mel, mel.max() - RANGE, out=mel)
    mel += 4.0
    mel /= 4.0
    return mel


def _hann() -> NDArray[np.float32]:
    """The periodic Hann window, float32[400]."""
    return np.hanning(WINDOW + 1)[:-1].astype(np.float32)
