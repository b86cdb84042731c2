"""A recorded interview through the children, at the pace at which it was spoken."""

import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import chain
from time import monotonic

from kairo_desktop.errors import KairoError
from kairo_desktop.session.events import ClockKind, Event, Fault
from kairo_desktop.session.recording import Recording
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.schema import Settings
from kairo_desktop.supervisor.asr_child import AsrChild
from kairo_desktop.supervisor.child import Plan
from kairo_desktop.supervisor.job import HalfJob
from kairo_desktop.supervisor.llm_child import LlmChild
from kairo_desktop.supervisor.log import PrivateLog
from kairo_desktop.supervisor.messages import ChildReport, Connections, End, Timeline
from kairo_desktop.supervisor.supervisor import Supervisor
from kairo_desktop.supervisor.tape import end_of
from kairo_desktop.types import AudioFrame, Gap

__all__ = ["answer_realtime", "error_of", "hear_realtime", "paced"]

_LOAD_S = 600.0
"""More than the children's own limits: a child that takes too long has failed before."""


@contextmanager
def answer_realtime(
    recording: Recording, settings: Settings, paths: Paths
) -> Iterator[Iterator[Event]]:
    """Everything that happens in a recorded interview, lived through in processes of their own.

    Raises:
        InputError: a file cannot be used. From the iterator: it is damaged, or the profile cannot
            be used.
        ModelMissing: from the iterator: a model is not installed.
        ModelUnfit: from the iterator: a model cannot serve.
    """
    job = HalfJob(settings, paths, recording.lanes, recording.profile).to_json()
    plans = [Plan(AsrChild(job), feeds=("llm",)), Plan(LlmChild(job))]
    with paced(_frames(recording), _supervisor(plans, paths)) as events:
        yield events


@contextmanager
def hear_realtime(
    recording: Recording, settings: Settings, paths: Paths
) -> Iterator[Iterator[Event]]:
    """Only what is said in a recorded interview, by a recognizer that has the machine to itself.

    Errors as in `answer_realtime`.
    """
    job = HalfJob(settings, paths, recording.lanes).to_json()
    with paced(_frames(recording), _supervisor([Plan(AsrChild(job))], paths)) as events:
        yield events


@contextmanager
def paced(
    frames: Iterable[AudioFrame | Gap], supervisor: Supervisor, *, speed: float = 1.0
) -> Iterator[Iterator[Event]]:
    """What happens in a recording, as it happens; the children end with the context.

    Args:
        frames: Both lanes on one timeline. The first is taken before anything is started.
        supervisor: Not started yet; its children are "asr" and, where there are answers, "llm".
        speed: Seconds of the recording per second.

    Raises:
        InputError: the recording cannot be used. From the iterator: it is damaged.
        KairoError: a child says why it cannot start; raised by the iterator.
    """
    frames = iter(frames)
    first = next(frames, None)
    pieces = frames if first is None else chain((first,), frames)
    with supervisor:
        feeder = _Feeder(pieces, supervisor, speed)
        try:
            yield _events(supervisor, feeder)
        finally:
            feeder.stop()


def _frames(recording: Recording) -> Iterator[AudioFrame | Gap]:
    # Live sessions share this module and need no readers of files in memory.
    from kairo_desktop.audio.files import merge, read_frames

    return merge(*(read_frames(path, lane) for lane, path in recording.files()))


def _supervisor(plans: Sequence[Plan], paths: Paths) -> Supervisor:
    return Supervisor(plans, PrivateLog(paths.logs, now=lambda: datetime.now(UTC)))


class _Feeder:
    """Sends frames when they would have been spoken, from a thread of its own."""

    def __init__(
        self, pieces: Iterable[AudioFrame | Gap], supervisor: Supervisor, speed: float
    ) -> None:
        self.error: KairoError | None = None
        self.zero_s = monotonic()
        self._pieces = pieces
        self._supervisor = supervisor
        self._speed = speed
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._feed, name="feeder", daemon=True)

    def start(self) -> None:
        """Time 0 is now."""
        self.zero_s = monotonic()
        if "llm" in self._supervisor.names:
            self._supervisor.send("llm", Timeline(self.zero_s))
        self._thread.start()

    def stop(self) -> None:
        """Feed nothing more."""
        self._stopping.set()
        if self._thread.ident is not None:
            self._thread.join()

    def now_s(self) -> float:
        """Seconds since time 0."""
        return monotonic() - self.zero_s

    def _feed(self) -> None:
        try:
            for piece in self._pieces:
                wait_s = end_of(piece) / self._speed - self.now_s()
                if self._stopping.wait(max(0.0, wait_s)):
                    return
                self._supervisor.send("asr", piece)
        except KairoError as error:
            self.error = error
        self._supervisor.send("asr", End())


def _events(supervisor: Supervisor, feeder: _Feeder) -> Iterator[Event]:
    if not supervisor.wait_ready(_LOAD_S):
        raise _why(supervisor)
    feeder.start()
    while True:
        report = supervisor.reports.take()
        match report:
            case None | End():
                break
            case ChildReport() | Connections():
                continue
            case _:
                yield Event(feeder.now_s(), ClockKind.REAL, report)
    if feeder.error is not None:
        raise feeder.error


def error_of(told: Fault | None) -> KairoError:
    """The error that a child has told, as it would have been raised here."""
    if told is None:
        return KairoError("A part of Kairo does not start.", cure="The private log says why.")
    kind = _ERRORS.get(told.code, KairoError)
    return kind(told.message, cure=told.cure)


def _why(supervisor: Supervisor) -> KairoError:
    """Why a child cannot start."""
    last = None
    while (report := supervisor.reports.take(0.0)) is not None:
        if isinstance(report, Fault):
            last = report
    return error_of(last)


def _tree(kind: type[KairoError]) -> Iterator[type[KairoError]]:
    yield kind
    for below in kind.__subclasses__():
        yield from _tree(below)


_ERRORS = {kind.code: kind for kind in _tree(KairoError)}
