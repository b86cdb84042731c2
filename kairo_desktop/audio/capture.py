"""A lane being heard, from a backend's blocks to frames, gaps, levels and health."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from time import monotonic
from typing import Final, TypeAlias

from kairo_desktop.audio.advice import advice
from kairo_desktop.audio.backend import CaptureBackend, ServerState
from kairo_desktop.audio.health import LaneHealth, LaneState, Trouble, Verdict, judge
from kairo_desktop.audio.intake import Block, Intake
from kairo_desktop.audio.lane_clock import LaneClock
from kairo_desktop.audio.levels import LaneLevel, level_of
from kairo_desktop.audio.sources import DEFAULT
from kairo_desktop.errors import DeviceLost
from kairo_desktop.types import AudioFrame, Gap, Lane

__all__ = ["Captured", "LaneCaptor"]

Captured: TypeAlias = AudioFrame | Gap | LaneLevel | LaneHealth

_GIVEN_UP_S: Final = 2.0
"""What has not come this long after the last block will not be waited for."""

_REOPEN_S: Final = 3.0
_STUCK_S: Final = 5.0


class LaneCaptor:
    """Hears one lane; for one thread.

    Args:
        lane: Which.
        choice: The source: "default", or its name.
        backend: How this system is heard.
        zero_s: The session's time 0 on the monotonic clock.
    """

    def __init__(
        self,
        lane: Lane,
        choice: str,
        backend: CaptureBackend,
        zero_s: float,
        *,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._lane = lane
        self._choice = choice
        self._clock = clock
        self._intake = Intake(clock=clock)
        self._capture = backend.capture(lane, choice, self._intake)
        self._timeline = LaneClock(lane, zero_s)
        self._paused = False
        self._now_is = self._verdict = Verdict(LaneState.STALLED, Trouble.OPENING)
        self._reason = Trouble.NONE
        self._marked = False
        self._told: LaneHealth | None = None
        self._tried_s = clock()

    def listen(self, timeout_s: float) -> Iterator[Captured]:
        """What has come, at least one block unless the time is up; never waits longer.

        Raises:
            DeviceLost: the sound library hangs although the server answers: only a new process
                can help.
        """
        blocks = self._intake.take(timeout_s)
        now_s = self._clock()
        for block in blocks:
            yield from self._hear(block)
        yield from self._examine(now_s)
        self._mend(now_s)

    def pause(self, *, paused: bool) -> None:
        """Stop hearing at the source, or hear again."""
        if paused != self._paused:
            self._paused = paused
            (self._capture.pause if paused else self._capture.resume)()

    def close(self) -> None:
        """Hear no more; does not wait."""
        self._capture.close()

    def _hear(self, block: Block) -> Iterator[Captured]:
        if block.resumed and self._reason is Trouble.NONE:
            self._reason = Trouble.CONNECTED_ANEW
        reason = self._reason.value
        yield from self._timeline.lose(block.n_lost, "Kairo fell behind")
        for item in self._timeline.step(block.samples, block.at_s, reason, resumed=block.resumed):
            yield item
            if isinstance(item, AudioFrame):
                self._reason, self._marked = Trouble.NONE, False
                yield level_of(item)

    def _examine(self, now_s: float) -> Iterator[Captured]:
        facts, signs = self._capture.facts, self._intake.signs
        verdict = self._judge(judge(facts, signs, now_s), now_s)
        yield from self._mark(verdict, signs.last_s, now_s)
        source = facts.wanted.description if facts.wanted else ""
        chosen = "" if self._choice == DEFAULT else self._choice
        health = LaneHealth(
            lane=self._lane,
            state=verdict.state,
            source=source,
            message=advice(
                verdict.trouble,
                self._lane,
                source or chosen,
                elsewhere=facts.elsewhere,
                name=facts.wanted.name if facts.wanted else "",
            ),
            trouble=verdict.trouble,
            delay_ms=None if signs.delay_ms is None else round(signs.delay_ms),
            n_overflows=signs.n_overflows,
        )
        if self._is_news(health):
            self._told = health
            yield health

    def _judge(self, now_is: Verdict, now_s: float) -> Verdict:
        """The verdict to tell: words about a silent stream stand while a new one is tried."""
        if self._paused:
            now_is = Verdict(LaneState.PAUSED, Trouble.PAUSED)
        if now_is != self._now_is:
            self._tried_s = now_s
        self._now_is = now_is
        retried = now_is.trouble is Trouble.OPENING and self._verdict.trouble is Trouble.NO_SOUND
        if not retried:
            self._verdict = now_is
        return self._verdict

    def _mark(self, verdict: Verdict, last_s: float | None, now_s: float) -> Iterator[Gap]:
        """Say at once that a lane is down: whoever was speaking must not stay unfinished."""
        if self._marked or verdict.state in (LaneState.OK, LaneState.SILENT):
            return
        given_up = last_s is not None and now_s - last_s > _GIVEN_UP_S
        if given_up or verdict.state is not LaneState.STALLED:
            self._reason = verdict.trouble
            for gap in self._timeline.skip(now_s, verdict.trouble.value):
                self._marked = True
                yield gap

    def _is_news(self, health: LaneHealth) -> bool:
        """The delay wanders all the time; only its first measurement is news."""
        told = self._told
        if told is None or (told.delay_ms is None) != (health.delay_ms is None):
            return True
        return replace(health, delay_ms=told.delay_ms) != told

    def _mend(self, now_s: float) -> None:
        facts = self._capture.facts
        if facts.server is ServerState.ANSWERS and facts.stuck_s > _STUCK_S:
            raise DeviceLost(f"The sound library hangs on the {self._lane.value} lane.")
        if self._now_is.trouble is Trouble.NO_SOUND and now_s - self._tried_s > _REOPEN_S:
            self._tried_s = now_s
            self._capture.reopen()
