"""Sound at a device's own rate and channels as mono at `SAMPLE_RATE`."""

import numpy as np
import soxr

from kairo_desktop.types import SAMPLE_RATE, Samples

__all__ = ["Resampler"]


class Resampler:
    """Converts one stream, block by block, without a seam between blocks.

    Channels are averaged. The filter holds back a few milliseconds. Nothing is computed where
    the device already gives what is wanted.

    Args:
        sample_rate: Of the device, in hertz.
    """

    def __init__(self, sample_rate: float) -> None:
        self._stream = (
            None
            if sample_rate == SAMPLE_RATE
            else soxr.ResampleStream(sample_rate, SAMPLE_RATE, 1, dtype="float32", quality="HQ")
        )

    def step(self, block: Samples) -> Samples:
        """The block float32[n, channels] as float32[m]; m follows n over time, not each time."""
        mono = block[:, 0] if block.shape[1] == 1 else block.mean(axis=1, dtype=np.float32)
        return mono if self._stream is None else self._stream.resample_chunk(mono)
