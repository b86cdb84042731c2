"""A new answering process knows what the one before it was asked and had answered."""

from collections.abc import Sequence
from contextlib import ExitStack

from kairo_desktop.copilot.turns import TurnLogic
from kairo_desktop.settings.turn import TurnSettings
from kairo_desktop.supervisor.messages import Past, PathItem, Turn
from kairo_desktop.supervisor.workers import LlmWorker, SessionClock
from kairo_desktop.types import (
    AnswerDone,
    Kind,
    PointState,
    Question,
    QuestionState,
    TalkingPoint,
    Trace,
)
from tests.copilot.turn_stream import Said, stream
from tests.session.desk import Desk

_TEXT = "How would you avoid duplicate payments in a queue?"
_ASKED = Question(3, _TEXT, Kind.TECHNICAL_KNOWLEDGE, 5.0, QuestionState.CONFIRMED)
_POINT = TalkingPoint(3, 0, "Make it idempotent", (), PointState.FINAL)
_ANSWER = AnswerDone(3, (_POINT,), not_in_notes=False, trace=Trace(5.0))


def _restarted(past: Past, said: Sequence[Said]) -> list[PathItem]:
    """What a new process gives that is told `past` and then hears `said`."""
    desk = Desk(turns=TurnLogic(TurnSettings()))
    worker = LlmWorker(desk.answerer, SessionClock(), "m", ExitStack())
    told = [*worker.resume(past), *_worked(worker)]
    for _, item in stream(said):
        told += [*worker.step(item), *_worked(worker)]
    return told


def _worked(worker: LlmWorker) -> list[PathItem]:
    told: list[PathItem] = []
    while (items := worker.work()) is not None:
        told += items
    return told


def _confirmed(told: list[PathItem]) -> list[Question]:
    return [q for q in told if isinstance(q, Question) and q.state is QuestionState.CONFIRMED]


def test_a_question_answered_before_the_restart_brings_its_card_back() -> None:
    told = _restarted(Past((), (Turn(_ASKED, _ANSWER),), (), 4), [Said(8.0, _TEXT)])
    assert [(q.turn_id, q.repeat_of) for q in _confirmed(told)] == [(3, 3)]
    (answer,) = (item for item in told if isinstance(item, AnswerDone))
    assert (answer.turn_id, answer.points) == (3, (_POINT,))


def test_a_new_question_counts_on_behind_the_known_ones() -> None:
    text = "What is your experience with distributed tracing?"
    told = _restarted(Past((), (Turn(_ASKED, _ANSWER),), (), 4), [Said(8.0, text)])
    assert [(q.turn_id, q.repeat_of) for q in _confirmed(told)] == [(4, None)]


def test_a_question_that_was_not_answered_yet_is_known_when_it_comes_again() -> None:
    told = _restarted(Past((), (), (_ASKED,), 4), [Said(8.0, _TEXT)])
    assert [(q.turn_id, q.repeat_of) for q in _confirmed(told)] == [(3, None), (3, 3)]
    assert {item.turn_id for item in told if isinstance(item, AnswerDone)} == {3}


def test_a_bare_follow_up_refers_to_the_question_before_the_restart() -> None:
    told = _restarted(Past((), (Turn(_ASKED, _ANSWER),), (), 4), [Said(8.0, "And why is that?")])
    (question,) = _confirmed(told)
    assert question.antecedent == _TEXT
