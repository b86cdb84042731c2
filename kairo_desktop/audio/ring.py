"""The last samples of a lane, between the sound card's callback and whoever takes them."""

import numpy as np

from kairo_desktop.types import Samples

__all__ = ["Ring"]


class Ring:
    """A queue of samples with a fixed capacity: what is too much pushes out the oldest.

    Not thread-safe. Nothing is allocated by `write`; writing one frame costs about 2 µs.

    Attributes:
        capacity: Samples that fit.
        dropped: Samples that were pushed out before anybody read them, since the beginning.
    """

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.dropped = 0
        self._kept: Samples = np.zeros(capacity, np.float32)
        self._read_at = 0
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def write(self, samples: Samples) -> int:
        """Add float32[n] behind what is there; gives how many old or new samples that cost."""
        newest = samples[-self.capacity :]
        lost = len(samples) - len(newest) + max(0, self._length + len(newest) - self.capacity)
        self._skip(max(0, self._length + len(newest) - self.capacity))
        write_at = (self._read_at + self._length) % self.capacity
        n_first = min(len(newest), self.capacity - write_at)
        self._kept[write_at : write_at + n_first] = newest[:n_first]
        self._kept[: len(newest) - n_first] = newest[n_first:]
        self._length += len(newest)
        self.dropped += lost
        return lost

    def read(self, n: int) -> Samples:
        """Take the oldest `n` samples, or all if there are fewer; a copy, float32[<= n]."""
        n = min(n, self._length)
        n_first = min(n, self.capacity - self._read_at)
        taken = np.empty(n, np.float32)
        taken[:n_first] = self._kept[self._read_at : self._read_at + n_first]
        taken[n_first:] = self._kept[: n - n_first]
        self._skip(n)
        return taken

    def _skip(self, n: int) -> None:
        self._read_at = (self._read_at + n) % self.capacity
        self._length -= n
