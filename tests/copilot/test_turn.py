"""The words of a turn while the recognizer hears the same sound again."""

import pytest

from kairo_desktop.copilot.questions import QuestionModel
from kairo_desktop.copilot.reading import Reader
from kairo_desktop.copilot.turn import Turn
from kairo_desktop.copilot.turns import TurnLogic
from kairo_desktop.settings.turn import TurnSettings
from kairo_desktop.types import Hypothesis, Lane, QuestionState, SpeechState, VoiceState, Word

SETTLED = "So how would you make sure that an event is counted only once."


def hypothesis(
    text: str, *, final: bool = False, settled: bool = True, late_s: float = 0.0
) -> Hypothesis:
    words = text.split()
    last_s = len(words) / 4 + late_s
    heard = tuple(Word(word, last_s - 0.25, last_s, 0.9) for word in words)
    committed, tentative = (heard, ()) if final else ((), heard)
    return Hypothesis(Lane.SYSTEM, 0, committed, tentative, 0.0, 4.0 + final, settled, final)


def heard(*hypotheses: Hypothesis) -> tuple[list[bool], str]:
    """Which of the hypotheses changed the turn's words, and these at the end."""
    turn = Turn()
    changed = [turn.take(each) for each in hypotheses]
    turn.reread(Reader(QuestionModel.load()))
    return changed, turn.reading.heard if turn.reading else ""


def closed(text: str, *, late_s: float = 0.0) -> Hypothesis:
    return hypothesis(text, final=True, late_s=late_s)


def test_a_close_that_hears_a_word_otherwise_asks_the_same() -> None:
    changed, text = heard(hypothesis(SETTLED), closed(SETTLED.replace("an event", "one event")))
    assert (changed, text) == ([True, False], SETTLED)


def test_a_close_adds_the_mark_of_a_question() -> None:
    again = SETTLED.replace("an event", "one event").replace(".", "?")
    changed, text = heard(hypothesis(SETTLED), closed(again))
    assert (changed, text) == ([True, True], SETTLED.replace(".", "?"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (hypothesis(SETTLED), closed("So you can make it happen, and it is counted twice.")),
        (hypothesis(SETTLED), closed(SETTLED.replace("an", "one"), late_s=0.6)),
        (hypothesis(SETTLED, settled=False), closed(SETTLED.replace("an", "one"))),
        (hypothesis(""), closed(SETTLED)),
    ],
    ids=["other words", "more speech", "not settled", "nothing before"],
)
def test_a_close_that_says_something_else_counts(before: Hypothesis, after: Hypothesis) -> None:
    assert heard(before, after)[1] == after.text


def test_what_settles_later_replaces_what_settled_before() -> None:
    later = hypothesis(SETTLED.replace("an event", "one event"))
    assert heard(hypothesis(SETTLED), later)[1] == later.text


def test_what_a_close_adds_behind_the_confirmation_asks_nothing_anew() -> None:
    settled = hypothesis("how would you make sure that an event is counted only once.")
    end_s = settled.words[-1].end_s
    logic = TurnLogic(TurnSettings())
    logic.step(SpeechState(Lane.SYSTEM, end_s, VoiceState.SPEAKING, end_s))
    logic.step(settled)
    asked = [
        question
        for n in range(60)
        for question in logic.step(
            SpeechState(Lane.SYSTEM, end_s + 0.032 * n, VoiceState.QUIET, end_s)
        )
    ]
    assert asked[-1].state is QuestionState.CONFIRMED
    again = settled.text.replace(".", "?")
    assert list(logic.step(closed(again))) == []
