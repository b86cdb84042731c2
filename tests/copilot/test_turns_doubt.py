"""What the turn logic cannot decide, and what becomes of a verdict on it."""

from dataclasses import replace

import pytest

from kairo_desktop.copilot.protocols import Verdict
from kairo_desktop.copilot.turns import Doubt, Judged, TurnLogic
from kairo_desktop.settings.turn import TurnSettings
from kairo_desktop.types import Question, QuestionState
from tests.copilot.turn_stream import Said, stream
from tests.fakes.clueless import clueless

QUESTION = "How would you design a rate limiter for a public API?"
YES, NO = Verdict(2.0), Verdict(-2.0)
CLUELESS = clueless()


def test_a_doubt_stands_while_speech_goes_on_and_grows_with_the_words() -> None:
    said = Said(1.0, QUESTION)
    turns = TurnLogic(TurnSettings(), CLUELESS)
    seen: list[tuple[float, Doubt]] = []
    for t_s, item in stream([said]):
        list(turns.step(item))
        if turns.doubt is not None:
            seen.append((t_s, turns.doubt))
    assert len({doubt.text for _, doubt in seen}) > 2
    assert all(QUESTION.startswith(doubt.text) for _, doubt in seen)
    assert {doubt.turn for _, doubt in seen} == {1}
    assert max(t_s for t_s, _ in seen) < said.end_s + 0.04


def test_features_that_are_sure_leave_no_doubt() -> None:
    turns = TurnLogic(TurnSettings())
    for _, item in stream([Said(1.0, "What are your salary expectations?")]):
        list(turns.step(item))
        assert turns.doubt is None


def judged(verdict: Verdict, *events: Said) -> tuple[list[Doubt], list[Question]]:
    """What is asked of a judge that answers at once, and what comes of it."""
    turns = TurnLogic(TurnSettings(), CLUELESS)
    doubts, out = list[Doubt](), list[Question]()
    for _, item in stream(events):
        out += turns.step(item)
        if turns.doubt is not None:
            doubts.append(turns.doubt)
            out += turns.step(Judged(turns.doubt, verdict))
    return doubts, out


def test_a_verdict_tips_the_balance_for_and_against_a_question() -> None:
    for verdict, is_asked in ((YES, True), (NO, False)):
        _, out = judged(verdict, Said(1.0, QUESTION))
        assert any(q.state is QuestionState.CONFIRMED for q in out) is is_asked


def test_each_turn_is_judged_once_at_most() -> None:
    said = Said(1.0, QUESTION)
    more = Said(said.end_s + 9.0, "And what about clients that do not pay?")
    doubts, _ = judged(NO, said, more)
    assert [doubt.turn for doubt in doubts] == [1, 2]


@pytest.mark.parametrize("late_s", [0.1, 20.0])
def test_a_verdict_after_the_end_of_speech_counts_for_nothing(late_s: float) -> None:
    said = Said(1.0, QUESTION)
    turns = TurnLogic(TurnSettings(), CLUELESS)
    doubt = None
    for _, item in stream([said], said.end_s + late_s):
        list(turns.step(item))
        doubt = turns.doubt or doubt
    assert doubt is not None
    assert list(turns.step(Judged(doubt, YES))) == []


def test_a_verdict_on_another_turn_counts_for_nothing() -> None:
    turns = TurnLogic(TurnSettings(), CLUELESS)
    for _, item in stream([Said(1.0, QUESTION)], until_s=3.0):
        list(turns.step(item))
    assert turns.doubt is not None
    list(turns.step(Judged(replace(turns.doubt, turn=7), YES)))
    assert turns.doubt is not None
