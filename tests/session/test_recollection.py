"""What a turn's prompts remember of the conversation."""

from kairo_desktop.copilot.memory import Memory
from kairo_desktop.session.recollection import Recollection
from kairo_desktop.types import Kind, Lane, Question, QuestionState, Utterance
from tests.fakes.byte_tokenizer import ByteTokenizer


def recollection() -> Recollection:
    return Recollection(Memory(ByteTokenizer(), 500))


def said(text: str, lane: Lane = Lane.MIC) -> Utterance:
    return Utterance(lane, 0, text, 0.0, 1.0)


def asked(text: str, turn_id: int = 1) -> Question:
    return Question(turn_id, text, Kind.BACKGROUND, 1.0, QuestionState.CONFIRMED)


def texts(memory: Memory) -> list[str]:
    return [line.text for line in memory.lines]


def test_what_the_user_says_into_a_question_is_remembered_from_the_next_turn_on() -> None:
    conversation = recollection()
    conversation.for_turn(1)
    conversation.heard(said("Right."))
    assert texts(conversation.for_turn(1)) == []
    assert texts(conversation.for_turn(2)) == ["Right."]


def test_a_question_is_remembered_before_its_answer() -> None:
    conversation = recollection()
    conversation.for_turn(1)
    conversation.asked(asked("Why?"))
    conversation.heard(said("Because."))
    assert texts(conversation.for_turn(2)) == ["Why?", "Because."]


def test_a_question_confirmed_twice_is_remembered_once() -> None:
    conversation = recollection()
    conversation.asked(asked("Why?"))
    conversation.asked(asked("Why?"))
    assert texts(conversation.for_turn(2)) == ["Why?"]


def test_the_interviewer_is_remembered_by_the_questions() -> None:
    conversation = recollection()
    conversation.heard(said("We build ships.", Lane.SYSTEM))
    assert texts(conversation.for_turn(1)) == []
