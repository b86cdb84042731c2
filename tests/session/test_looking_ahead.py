"""What the answering half prefills before anything is asked."""

from dataclasses import replace

import pytest

from kairo_desktop.decode.prefix import PIECE, SHORT_PIECE
from kairo_desktop.types import (
    Lane,
    Passage,
    QuestionState,
    SpeechState,
    Utterance,
    VoiceState,
)
from tests.session.desk import TOKENIZER, Desk, question


@pytest.mark.parametrize(
    ("state", "most"), [(VoiceState.SPEAKING, PIECE), (VoiceState.STOPPING, SHORT_PIECE)]
)
def test_passes_are_short_where_the_next_words_are_about_to_come(
    state: VoiceState, most: int
) -> None:
    desk = Desk()
    list(desk.answerer.step(SpeechState(Lane.SYSTEM, 1.0, state)))
    desk.ask(question(state=QuestionState.FORMING)).work()
    assert set(desk.writer.pieces) == {most}


def test_the_conversation_is_prefilled_while_nobody_waits() -> None:
    desk = Desk()
    list(desk.answerer.step(Utterance(Lane.MIC, 0, "I used a bloom filter.", 0.0, 1.0)))
    assert not desk.answerer.idle
    desk.work()
    desk.ask(question()).work()
    prefilled = desk.writer.prefilled[0]
    assert "bloom filter" in TOKENIZER.text(prefilled)
    assert desk.writer.asked[0][: len(prefilled)] == prefilled


def test_a_follow_up_is_expected_on_the_note_of_the_question_before() -> None:
    note = Passage("notes/keys.md", "Keys", "A unique index lets the second insert fail.")
    desk = Desk(passage=note).ask(question()).work()
    list(desk.answerer.step(Utterance(Lane.MIC, 0, "I used a bloom filter.", 0.0, 1.0)))
    desk.work()
    desk.ask(replace(question(text="And why?"), turn_id=2)).work()
    after_answer, after_words, _ = desk.writer.prefilled
    assert "unique index" in TOKENIZER.text(after_answer)
    assert "bloom filter" in TOKENIZER.text(after_words)
    assert desk.writer.asked[-1][: len(after_words)] == after_words


def test_nothing_is_prefilled_for_a_follow_up_while_the_interviewer_speaks() -> None:
    desk = Desk().ask(question()).work()
    n_prefilled = len(desk.writer.prefilled)
    list(desk.answerer.step(SpeechState(Lane.SYSTEM, 1.0, VoiceState.SPEAKING)))
    list(desk.answerer.step(Utterance(Lane.MIC, 0, "I used a bloom filter.", 0.0, 1.0)))
    assert desk.answerer.idle
    list(desk.answerer.step(SpeechState(Lane.SYSTEM, 2.0, VoiceState.QUIET)))
    desk.work()
    assert len(desk.writer.prefilled) == n_prefilled + 1


def test_a_question_goes_before_the_conversation() -> None:
    desk = Desk().ask(question())
    list(desk.answerer.step(Utterance(Lane.MIC, 0, "I used a bloom filter.", 0.0, 1.0)))
    list(desk.answerer.work())
    assert not desk.writer.prefilled
    assert len(desk.writer.asked) == 1
