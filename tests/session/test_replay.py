"""The virtual clock of a replay: work takes its time, and waiting for it costs nothing."""

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.errors import InputError
from kairo_desktop.session.events import Heard
from kairo_desktop.session.replay import Worker, hear
from kairo_desktop.types import AudioFrame, Gap, Lane, Utterance


class Ticks:
    """A timer that moves only when told to."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def working(ticks: Ticks, costs: list[float]) -> Iterator[float]:
    for cost in costs:
        ticks.now_s += cost
        yield cost


def test_work_starts_when_it_is_asked_for() -> None:
    worker = Worker(Ticks())
    list(worker.run(3.0, []))
    assert worker.free_s == 3.0


def test_work_that_comes_while_busy_waits() -> None:
    ticks = Ticks()
    worker = Worker(ticks)
    list(worker.run(1.0, working(ticks, [2.0])))
    list(worker.run(1.5, working(ticks, [0.5])))
    assert worker.free_s == 3.5


def test_each_item_comes_at_the_time_it_was_made() -> None:
    ticks = Ticks()
    worker = Worker(ticks)
    came = [worker.free_s for _ in worker.run(1.0, working(ticks, [0.5, 0.25]))]
    assert came == [1.5, 1.75]


def test_what_the_consumer_does_between_items_costs_the_worker_nothing() -> None:
    ticks = Ticks()
    worker = Worker(ticks)
    for _ in worker.run(0.0, working(ticks, [1.0, 1.0])):
        ticks.now_s += 100.0
    assert worker.free_s == 2.0


def test_the_clock_runs_while_the_work_does() -> None:
    ticks = Ticks()
    worker = Worker(ticks)
    seen = []

    def work() -> Iterator[None]:
        ticks.now_s += 0.75
        seen.append(worker())
        yield

    list(worker.run(2.0, work()))
    assert seen == [2.75]


class Scribe:
    """A recognizer half that writes a line when the recording ends."""

    def step(self, item: AudioFrame | Gap, *, hurried: bool = False) -> Iterator[Heard]:
        yield from ()

    def flush(self) -> Iterator[Heard]:
        yield Utterance(Lane.SYSTEM, 0, "Good morn", 0.0, 1.0)


def test_what_was_said_before_a_recording_breaks_off_comes_before_the_error() -> None:
    def broken() -> Iterator[AudioFrame]:
        yield AudioFrame(Lane.SYSTEM, 0.0, np.zeros(512, np.float32))
        raise InputError("It breaks off.")

    events = hear(broken(), Scribe())
    assert isinstance(next(events).item, Utterance)
    with pytest.raises(InputError, match="breaks off"):
        next(events)


@given(st.lists(st.tuples(st.floats(0, 100), st.floats(0, 5))))
def test_the_clock_never_runs_backwards(jobs: list[tuple[float, float]]) -> None:
    ticks = Ticks()
    worker = Worker(ticks)
    before = 0.0
    for at_s, cost in jobs:
        list(worker.run(at_s, working(ticks, [cost])))
        assert worker.free_s >= max(before, at_s)
        before = worker.free_s
