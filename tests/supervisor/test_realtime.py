from collections.abc import Iterator

import pytest

from kairo_desktop.errors import InputError, KairoError, ModelMissing
from kairo_desktop.session.events import ClockKind, Event
from kairo_desktop.supervisor.messages import Role
from kairo_desktop.supervisor.realtime import paced
from kairo_desktop.supervisor.supervisor import Supervisor
from kairo_desktop.types import AnswerDone, AudioFrame, Utterance
from tests.fakes.workers import FRAME_S, spoken
from tests.supervisor.conftest import Plans

_WORDS = [1, 2, 3, 0, 0, 0, 0, 4, 5]


def _events(supervisor: Supervisor, frames: Iterator[AudioFrame], speed: float) -> list[Event]:
    with paced(frames, supervisor, speed=speed) as events:
        return list(events)


def _breaking(words: list[int]) -> Iterator[AudioFrame]:
    yield from spoken(words)
    raise InputError("it is damaged")


def test_a_recording_is_heard_and_answered_at_its_pace(plans: Plans) -> None:
    events = _events(plans(), spoken(_WORDS), speed=0.5)
    lines = [event for event in events if isinstance(event.item, Utterance)]
    answers = [event.item for event in events if isinstance(event.item, AnswerDone)]
    assert [line.item.text for line in lines if isinstance(line.item, Utterance)] == [
        "w1 w2 w3",
        "w4 w5",
    ]
    assert [answer.points[0].text for answer in answers] == ["w1 w2 w3 #0", "w4 w5 #0"]
    assert {event.clock for event in events} == {ClockKind.REAL}
    assert lines[0].t_s >= 7 * FRAME_S / 0.5
    assert lines[1].t_s >= 9 * FRAME_S / 0.5


def test_a_recording_that_cannot_be_used_starts_no_process(plans: Plans) -> None:
    supervisor = plans()
    with pytest.raises(InputError, match="damaged"), paced(_breaking([]), supervisor):
        pass
    assert not supervisor.pids


def test_a_recording_that_breaks_off_is_told_behind_what_it_held(plans: Plans) -> None:
    told: list[Event] = []
    with pytest.raises(InputError, match="damaged"), paced(_breaking([1, 2]), plans()) as events:
        told.extend(events)
    assert [e.item.text for e in told if isinstance(e.item, Utterance)] == ["w1 w2"]


def test_an_empty_recording_has_no_events(plans: Plans) -> None:
    assert _events(plans(), iter(()), speed=1.0) == []


def test_a_child_that_cannot_start_ends_the_session_with_its_reason(plans: Plans) -> None:
    with (
        pytest.raises(ModelMissing, match="no model of that name") as caught,
        paced(spoken([1]), plans((Role.LLM, "missing"))) as events,
    ):
        list(events)
    assert caught.value.cure == "Pull it."


def test_a_child_that_always_dies_ends_the_session(plans: Plans) -> None:
    supervisor = plans(*[(Role.ASR, "leaves")] * 4)
    with (
        pytest.raises(KairoError, match="stay off"),
        paced(spoken([1]), supervisor) as events,
    ):
        list(events)


def test_leaving_early_stops_the_feeding_and_the_children(plans: Plans) -> None:
    supervisor = plans()
    with paced(spoken([1] * 100_000), supervisor) as events:
        next(events)
        pids = supervisor.pids
        assert len(pids) == 2
    assert supervisor.reports.closed
