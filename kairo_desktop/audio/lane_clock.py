"""A lane's time: its sample count, tied to the monotonic clock where the two part."""

from collections import deque
from collections.abc import Iterator
from typing import Final

import numpy as np

from kairo_desktop.types import FRAME_SAMPLES, SAMPLE_RATE, AudioFrame, Gap, Lane, Samples

__all__ = ["LaneClock"]

_DRIFT_S: Final = 0.1
"""The count may be this far off the clock before it is set anew in the next pause."""

_MUCH_DRIFT_S: Final = 0.3
"""From here on it is set anew even while somebody speaks."""

_PAUSE_S: Final = 0.3
_LOUD: Final = 0.01
"""A pause is so long without a sample of this size."""

_WINDOW_S: Final = 4.0
"""Blocks come late by chance, never early: the least late one of this long tells the drift."""

_SETTLE_S: Final = 0.2
"""After an interruption what was buffered comes in a burst; so long its place is undecided."""

_INTERRUPTED_S: Final = 1.0


class LaneClock:
    """Cuts the blocks of one lane into frames and says when each began.

    The law: what comes out never overlaps and never goes back; every hole between two frames
    has its gap; frames say the time of the monotonic clock to within 100 ms, 300 while
    somebody speaks, plus the delay of the device itself.

    Args:
        lane: Whose blocks these are.
        zero_s: The session's time 0 on the monotonic clock.
    """

    def __init__(self, lane: Lane, zero_s: float) -> None:
        self._lane = lane
        self._zero_s = zero_s
        self._anchor_s: float | None = None
        self._n_out = 0
        self._rest: Samples = np.zeros(0, np.float32)
        self._held: list[tuple[Samples, float]] | None = []
        self._lags: deque[tuple[float, float]] = deque()
        self._last_s: float | None = None
        self._n_skip = 0
        self._n_quiet = 0

    @property
    def end_s(self) -> float | None:
        """Where the lane's last frame or gap ends; None before the first."""
        return None if self._anchor_s is None else self._anchor_s + self._n_out / SAMPLE_RATE

    def step(
        self, samples: Samples, at_s: float, reason: str, *, resumed: bool = False
    ) -> Iterator[AudioFrame | Gap]:
        """Take a block whose last sample was there at `at_s` of the monotonic clock.

        Args:
            samples: float32[n], n > 0.
            at_s: When the block came.
            reason: What a gap in front of this block is due to, if it shows one.
            resumed: The block does not follow the one before it.
        """
        now_s = at_s - self._zero_s
        interrupted = self._last_s is not None and now_s - self._last_s > _INTERRUPTED_S
        if resumed or interrupted:
            self._held = []
        self._last_s = now_s
        if self._held is None:
            yield from self._go_on(samples, now_s)
            return
        self._held.append((samples, now_s))
        if now_s - self._held[0][1] >= _SETTLE_S:
            yield from self._settle(reason)

    def lose(self, n_samples: int, reason: str) -> Iterator[Gap]:
        """Samples of this lane came and were not kept."""
        end_s = self.end_s
        if end_s is not None and n_samples > 0:
            yield from self._jump(end_s, end_s + n_samples / SAMPLE_RATE, reason)

    def skip(self, at_s: float, reason: str) -> Iterator[Gap]:
        """Nothing came up to `at_s` of the monotonic clock, and nothing will."""
        end_s, self._held = self.end_s, []
        if end_s is not None and at_s - self._zero_s > end_s + _DRIFT_S:
            yield from self._jump(end_s, at_s - self._zero_s, reason)

    def _settle(self, reason: str) -> Iterator[AudioFrame | Gap]:
        """Place what was held by the block that came with the least delay."""
        held, self._held = self._held or [], None
        n_samples = np.cumsum([len(samples) for samples, _ in held])
        start_s = min(
            at_s - int(n) / SAMPLE_RATE for (_, at_s), n in zip(held, n_samples, strict=True)
        )
        end_s = self.end_s
        self._lags.clear()
        if end_s is None:
            self._anchor_s = start_s
        elif start_s > end_s + _DRIFT_S + len(self._rest) / SAMPLE_RATE:
            yield from self._jump(end_s, start_s, reason)
        elif start_s < end_s - _DRIFT_S:
            self._n_skip = round((end_s - start_s) * SAMPLE_RATE)
        for samples, at_s in held:
            yield from self._go_on(samples, at_s)

    def _go_on(self, samples: Samples, now_s: float) -> Iterator[AudioFrame | Gap]:
        n_skipped = min(self._n_skip, len(samples))
        self._n_skip -= n_skipped
        yield from self._cut(samples[n_skipped:])
        loud = float(np.abs(samples).max(initial=0.0)) > _LOUD
        self._n_quiet = 0 if loud else self._n_quiet + len(samples)
        yield from self._mind_drift(now_s)

    def _cut(self, samples: Samples) -> Iterator[AudioFrame]:
        joined = np.concatenate([self._rest, samples])
        n_whole = len(joined) // FRAME_SAMPLES * FRAME_SAMPLES
        for frame in joined[:n_whole].reshape(-1, FRAME_SAMPLES):
            yield AudioFrame(self._lane, self.end_s or 0.0, frame)
            self._n_out += FRAME_SAMPLES
        self._rest = joined[n_whole:]

    def _mind_drift(self, now_s: float) -> Iterator[Gap]:
        end_s = self.end_s
        if end_s is None or self._n_skip:
            return
        lag_s = now_s - end_s - len(self._rest) / SAMPLE_RATE
        self._lags.append((now_s, lag_s))
        if now_s - self._lags[0][0] < _WINDOW_S:
            return
        drift_s = min(lag for _, lag in self._lags)
        self._lags.popleft()
        if self._n_quiet < _PAUSE_S * SAMPLE_RATE and abs(drift_s) < _MUCH_DRIFT_S:
            return
        if drift_s > _DRIFT_S:
            yield from self._jump(end_s, end_s + drift_s, "samples were missing")
        elif drift_s < -_DRIFT_S:
            self._n_skip = round(-drift_s * SAMPLE_RATE)
            self._lags.clear()
            yield Gap(self._lane, end_s, end_s, "the device's clock is fast")

    def _jump(self, end_s: float, to_s: float, reason: str) -> Iterator[Gap]:
        yield Gap(self._lane, end_s, to_s, reason)
        self._anchor_s, self._n_out = to_s, 0
        self._rest = self._rest[:0]
        self._lags.clear()
