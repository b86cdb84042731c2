"""A recording run through both halves on one thread and a virtual clock."""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from kairo_desktop.errors import InputError
from kairo_desktop.session.answerer import Answerer
from kairo_desktop.session.events import ClockKind, Event, Heard, Item
from kairo_desktop.types import FRAME_SAMPLES, SAMPLE_RATE, AudioFrame, Gap, Question, SpeechState

__all__ = ["Hearing", "Worker", "answer", "hear", "replay"]

_T = TypeVar("_T")

_TOLERATED_LAG_S = 0.5
"""Behind by more than this, updates of unfinished speech are left out."""


@dataclass(slots=True)
class Worker:
    """One half of the session as if it had a processor of its own.

    Its clock is the audio's, plus the time that its own work took; work that is asked for while
    it is busy starts when it is free. A `Clock`: calling it gives the time on its clock.
    """

    timer: Callable[[], float] = time.perf_counter
    free_s: float = 0.0
    _started: float | None = field(default=None)

    def __call__(self) -> float:
        """Now, in seconds on the worker's clock."""
        running = 0.0 if self._started is None else self.timer() - self._started
        return self.free_s + running

    def late(self, at_s: float) -> bool:
        """Whether work asked for at `at_s` would have to wait too long."""
        return self.free_s > at_s + _TOLERATED_LAG_S

    def run(self, at_s: float, work: Iterable[_T]) -> Iterator[_T]:
        """Do `work` from `at_s` on, or as soon as the worker is free; items come as they are made.

        What the consumer does between two items costs this worker nothing.
        """
        self.free_s = max(self.free_s, at_s)
        items = iter(work)
        while True:
            self._started = self.timer()
            try:
                item = next(items)
            except StopIteration:
                return
            finally:
                self.free_s, self._started = self(), None
            yield item


class Hearing(Protocol):
    """The hearing half, as `Listener` is."""

    def step(self, item: AudioFrame | Gap, *, hurried: bool = False) -> Iterable[Heard]:
        """Hear one frame."""
        ...

    def flush(self) -> Iterable[Heard]:
        """The recording is over."""
        ...


class _Sound:
    """Frames up to where a recording breaks off; what was said until then counts."""

    def __init__(self, frames: Iterable[AudioFrame | Gap]) -> None:
        self._frames = frames
        self._damage: InputError | None = None

    def __iter__(self) -> Iterator[AudioFrame | Gap]:
        try:
            yield from self._frames
        except InputError as error:
            self._damage = error

    def complain(self) -> None:
        """Say what was wrong with the recording, if anything was."""
        if self._damage is not None:
            raise self._damage


def hear(frames: Iterable[AudioFrame | Gap], listener: Hearing) -> Iterator[Event]:
    """Only the hearing half: what was said, and when it was known."""
    worker = Worker()
    at_s = 0.0
    sound = _Sound(frames)
    for frame in sound:
        at_s = _end_s(frame)
        yield from _spoken(
            worker, worker.run(at_s, listener.step(frame, hurried=worker.late(at_s)))
        )
    yield from _spoken(worker, worker.run(at_s, listener.flush()))
    sound.complain()


def answer(question: Question, answerer: Answerer, mind: Worker) -> Iterator[Event]:
    """Only the answering half, for a question that was typed."""
    yield from _told(mind, mind.run(0.0, answerer.submit(question)))
    yield from _catch_up(answerer, mind, until_s=float("inf"))


def replay(
    frames: Iterable[AudioFrame | Gap], listener: Hearing, answerer: Answerer, mind: Worker
) -> Iterator[Event]:
    """Both halves: everything the session has to tell, in the order in which it comes.

    Args:
        frames: Both lanes on one timeline.
        listener: The hearing half.
        answerer: The answering half; its clock is `mind`.
        mind: The worker that the answering half runs on.
    """
    ears = Worker()
    at_s = 0.0
    sound = _Sound(frames)
    for frame in sound:
        at_s = _end_s(frame)
        yield from _catch_up(answerer, mind, until_s=at_s)
        yield from _pass_on(
            ears, mind, answerer, ears.run(at_s, listener.step(frame, hurried=ears.late(at_s)))
        )
    yield from _pass_on(ears, mind, answerer, ears.run(at_s, listener.flush()))
    yield from _told(mind, mind.run(ears.free_s, answerer.flush()))
    yield from _catch_up(answerer, mind, until_s=float("inf"))
    sound.complain()


def _pass_on(
    ears: Worker, mind: Worker, answerer: Answerer, heard: Iterable[Heard]
) -> Iterator[Event]:
    for item in heard:
        if not isinstance(item, SpeechState):
            yield Event(ears.free_s, ClockKind.VIRTUAL, item)
        yield from _told(mind, mind.run(ears.free_s, answerer.step(item)))


def _catch_up(answerer: Answerer, mind: Worker, until_s: float) -> Iterator[Event]:
    """Model work that a parallel half would have done by `until_s`."""
    while not answerer.idle and mind.free_s < until_s:
        yield from _told(mind, mind.run(mind.free_s, answerer.work()))


def _told(worker: Worker, items: Iterable[Item]) -> Iterator[Event]:
    for item in items:
        yield Event(worker.free_s, ClockKind.VIRTUAL, item)


def _spoken(worker: Worker, items: Iterable[Heard]) -> Iterator[Event]:
    for item in items:
        if not isinstance(item, SpeechState):
            yield Event(worker.free_s, ClockKind.VIRTUAL, item)


def _end_s(frame: AudioFrame | Gap) -> float:
    return frame.end_s if isinstance(frame, Gap) else frame.start_s + FRAME_SAMPLES / SAMPLE_RATE
