"""A live session: lanes, recognizer and answering model as children, and what they tell."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Final, TypeAlias

from kairo_desktop.errors import CannotRewind, DecodeFailed, ModelError, ModelMissing, ModelUnfit
from kairo_desktop.session.events import ClockKind, Event, Fault
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.schema import Settings
from kairo_desktop.supervisor.asr_child import AsrChild
from kairo_desktop.supervisor.backoff import Patience
from kairo_desktop.supervisor.capture_child import CaptureChild, CaptureJob, capture_name
from kairo_desktop.supervisor.child import Lesser, Limits, Plan
from kairo_desktop.supervisor.job import HalfJob
from kairo_desktop.supervisor.llm_child import LlmChild
from kairo_desktop.supervisor.log import PrivateLog
from kairo_desktop.supervisor.messages import (
    ChildReport,
    ChildState,
    Connections,
    End,
    PauseLane,
    Timeline,
)
from kairo_desktop.supervisor.realtime import error_of
from kairo_desktop.supervisor.supervisor import Supervisor
from kairo_desktop.types import Lane, UserCommand

__all__ = ["LiveSession", "Told", "capture_plans", "live_session"]

_CAPTURE_LIMITS: Final = Limits(
    load_s=15.0,
    silence_s=4.0,
    step_s=5.0,
    stop_s=0.3,
    # A lane is worth trying for as long as the session lasts.
    patience=Patience(delays_s=(0.0, 1.0, *(2.5,) * 1000), forgiven_after_s=30.0),
)
_TICK_S: Final = 0.1
_FINISH_S: Final = 2.0

_NO_MODEL: Final = frozenset({"child_failed"}) | {
    kind.code for kind in (ModelError, ModelMissing, ModelUnfit, CannotRewind, DecodeFailed)
}
"""Faults by which the answering model is gone."""

Told: TypeAlias = Event | ChildReport | Connections


class LiveSession:
    """Both sides of a call, heard and answered until it is stopped; a context manager.

    Sound is heard from the beginning; what is said while the models load is answered late, but
    not lost.

    Args:
        supervisor: Not started yet; its children are "asr", "llm" and those of the lanes.
        lanes: The lanes that are heard.
        zero_s: The session's time 0 on the monotonic clock.
    """

    def __init__(
        self,
        supervisor: Supervisor,
        lanes: Iterable[Lane],
        zero_s: float,
        *,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.lanes = tuple(lanes)
        self._supervisor = supervisor
        self._zero_s = zero_s
        self._clock = clock
        self._has_been_ready: set[str] = set()
        self._last_fault: Fault | None = None
        self._n_ends = 0
        self._over = False

    def __enter__(self) -> "LiveSession":
        self._supervisor.start()
        self._supervisor.send("llm", Timeline(self._zero_s))
        return self

    def __exit__(self, *_: object) -> None:
        self._supervisor.stop()

    def events(self) -> Iterator[Told]:
        """What happens, as it happens, until some time after `end`.

        Raises:
            KairoError: a child says why it cannot start.
        """
        while self._n_ends == 0:
            if (told := self._next(_TICK_S)) is not None:
                yield told
            elif self._over:
                return
        for lane in self.lanes:
            self.pause(lane, paused=True)
        self._supervisor.send("asr", End())
        deadline_s = self._clock() + _FINISH_S
        while self._n_ends == 1 and not self._over and self._clock() < deadline_s:
            if (told := self._next(_TICK_S)) is not None:
                yield told

    @property
    def ending(self) -> bool:
        """Whether it has been asked to end."""
        return self._n_ends > 0

    def end(self) -> None:
        """Hear no more, and leave what has been heard two seconds to be dealt with.

        Called again, leave it none. May be called from a signal handler.
        """
        self._n_ends += 1

    def pause(self, lane: Lane, *, paused: bool) -> None:
        """Stop hearing a lane at its source, or hear it again; a lane left out stays out."""
        if lane in self.lanes:
            self._supervisor.send(capture_name(lane), PauseLane(lane, paused=paused))

    def command(self, command: UserCommand) -> None:
        """Pass on what the user asks for."""
        self._supervisor.send("llm", command)

    def _next(self, timeout_s: float) -> Told | None:
        report = self._supervisor.reports.take(timeout_s)
        match report:
            case None:
                self._over = self._over or self._supervisor.reports.closed
                return None
            case End():
                self._over = True
                return None
            case ChildReport():
                self._note(report)
                return report
            case Connections():
                return report
            case Fault():
                self._last_fault = report
        return Event(self._clock() - self._zero_s, ClockKind.REAL, report)

    def _note(self, report: ChildReport) -> None:
        if report.state is ChildState.READY:
            self._has_been_ready.add(report.name)
        if report.state is ChildState.FAILED and report.name not in self._has_been_ready:
            raise error_of(self._last_fault)


def live_session(
    settings: Settings, paths: Paths, choices: Mapping[Lane, str], profile: Path | None
) -> LiveSession:
    """A session on this machine's sound, not started yet.

    Args:
        settings: Of all parts.
        paths: Where models, caches and logs lie.
        choices: The source of each lane that is heard.
        profile: The user's folder of résumé, job ad and notes.
    """
    zero_s = monotonic()
    half = HalfJob(settings, paths, tuple(choices), profile)
    job = half.to_json()
    plans = [
        *capture_plans(choices, zero_s, settings.audio.latency_ms / 1000, feeds=("asr",)),
        Plan(AsrChild(job), feeds=("llm",)),
        Plan(LlmChild(job), lesser=_without_model(half)),
    ]
    log = PrivateLog(paths.logs, now=lambda: datetime.now(UTC))
    return LiveSession(Supervisor(plans, log), choices, zero_s)


def _without_model(job: HalfJob) -> Lesser:
    """Questions, and what the notes say on them: worth more in a call than nothing."""
    return Lesser(
        job=replace(job, writes=False).to_json(),
        codes=_NO_MODEL,
        title="Questions and notes",
        told="Questions and your notes are still shown.",
    )


def capture_plans(
    choices: Mapping[Lane, str], zero_s: float, latency_s: float, *, feeds: tuple[str, ...] = ()
) -> list[Plan]:
    """A capture child for each lane."""
    jobs = [CaptureJob(lane, choice, zero_s, latency_s) for lane, choice in choices.items()]
    return [Plan(CaptureChild(job), feeds, _CAPTURE_LIMITS) for job in jobs]
