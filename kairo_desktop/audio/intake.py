"""The seam between a sound library's thread and the lane that hears through it."""

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from time import monotonic
from typing import Final

from kairo_desktop.audio.ring import Ring
from kairo_desktop.types import SAMPLE_RATE, Samples

__all__ = ["Block", "Intake", "Signs"]

_KEPT_S: Final = 30
_N_DELAYS: Final = 64


@dataclass(frozen=True, slots=True)
class Block:
    """Samples that came together.

    Attributes:
        samples: float32[n].
        at_s: When they came, on the monotonic clock.
        n_lost: Samples in front of these that nobody took in time.
        resumed: The first block since the intake was opened.
    """

    samples: Samples
    at_s: float
    n_lost: int = 0
    resumed: bool = False


@dataclass(frozen=True, slots=True)
class _Stamp:
    """When samples came that wait in the ring."""

    n: int
    at_s: float
    resumed: bool


@dataclass(frozen=True, slots=True)
class Signs:
    """What the samples themselves tell of a lane's health; times on the monotonic clock.

    Attributes:
        last_s: When the last block came; None before the first.
        silent_since_s: Since when every sample has been exactly 0; None while one was not.
        n_overflows: How often the device had to throw something away.
        delay_ms: How old the first sample of a block is when it comes (median); None before
            that is known.
    """

    last_s: float | None = None
    silent_since_s: float | None = None
    n_overflows: int = 0
    delay_ms: float | None = None


class Intake:
    """Keeps the last 30 s until they are taken; any thread may call any method.

    It is shut in the beginning and whenever it is not certain where the sound comes from: what
    is put in then is thrown away unheard.
    """

    def __init__(self, *, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._changed = threading.Condition()
        self._ring = Ring(_KEPT_S * SAMPLE_RATE)
        self._stamps: deque[_Stamp] = deque()
        self._n_lost = 0
        self._opens_s: float | None = None
        self._resumed = True
        self._last_s: float | None = None
        self._silent_since_s: float | None = None
        self._n_overflows = 0
        self._delays: deque[float] = deque(maxlen=_N_DELAYS)

    def open(self, *, after_s: float = 0.0) -> None:
        """Let in what comes from now on; `after_s` waits for older sound to pass."""
        with self._changed:
            if self._opens_s is None:
                self._opens_s = self._clock() + after_s

    def shut(self) -> None:
        """Let nothing in."""
        with self._changed:
            self._opens_s = None
            self._resumed = True
            self._silent_since_s = None

    def put(self, samples: Samples, *, delay_s: float = 0.0, overflowed: bool = False) -> None:
        """Bring float32[n] that has just come; about 10 µs."""
        now_s = self._clock()
        with self._changed:
            if self._opens_s is None or now_s < self._opens_s or len(samples) == 0:
                return
            self._last_s = now_s
            self._n_overflows += overflowed
            self._delays.append(delay_s)
            if samples.any():
                self._silent_since_s = None
            elif self._silent_since_s is None:
                self._silent_since_s = now_s
            self._stamps.append(_Stamp(len(samples), now_s, self._resumed))
            self._resumed = False
            self._forget(self._ring.write(samples))
            self._changed.notify()

    def take(self, timeout_s: float) -> list[Block]:
        """All blocks that wait, at least one unless the time is up."""
        with self._changed:
            self._changed.wait_for(lambda: bool(self._stamps), timeout_s)
            stamps = tuple(self._stamps)
            self._stamps.clear()
            n_lost, self._n_lost = self._n_lost, 0
            pieces = [self._ring.read(stamp.n) for stamp in stamps]
        return [
            Block(piece, stamp.at_s, n_lost if n == 0 else 0, stamp.resumed)
            for n, (piece, stamp) in enumerate(zip(pieces, stamps, strict=True))
        ]

    @property
    def signs(self) -> Signs:
        """What is known now."""
        with self._changed:
            delays = sorted(self._delays)
            delay_ms = 1000 * delays[len(delays) // 2] if len(delays) == _N_DELAYS else None
            return Signs(self._last_s, self._silent_since_s, self._n_overflows, delay_ms)

    def _forget(self, n_samples: int) -> None:
        """Take away the stamps of samples that are gone."""
        self._n_lost += n_samples
        while n_samples:
            oldest = self._stamps.popleft()
            if oldest.n > n_samples:
                self._stamps.appendleft(replace(oldest, n=oldest.n - n_samples))
            n_samples -= min(oldest.n, n_samples)
