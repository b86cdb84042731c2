from kairo_desktop.copilot.turns import TurnLogic
from kairo_desktop.settings.turn import TurnSettings
from kairo_desktop.types import Kind, Lane, QuestionState, UserCommand
from tests.copilot.turn_stream import Pressed, Said, confirmed, play

QUESTION = "How would you design a rate limiter for a public API?"


def logic() -> TurnLogic:
    return TurnLogic(TurnSettings())


def test_confirms_a_question_once_between_its_waits() -> None:
    said = Said(1.0, QUESTION)
    played = play(logic(), said)
    states = [question.state for _, question in played]
    assert states[-1] is QuestionState.CONFIRMED
    assert states.count(QuestionState.CONFIRMED) == 1
    assert QuestionState.FORMING in states
    assert QuestionState.TENTATIVE in states
    assert 0.2 <= played[-1][0] - said.end_s <= 1.6
    assert played[-1][1].text == QUESTION
    assert played[-1][1].kind is Kind.SYSTEM_DESIGN


def test_offers_a_tentative_answer_long_before_it_is_sure() -> None:
    said = Said(1.0, QUESTION)
    tentative_s = min(t_s for t_s, q in play(logic(), said) if q.state is QuestionState.TENTATIVE)
    assert tentative_s - said.end_s < 0.4


def test_joins_a_question_over_a_pause() -> None:
    first = Said(1.0, "Tell me about a conflict with a coworker.")
    second = Said(first.end_s + 1.1, "That you did not manage to resolve.")
    played = play(logic(), first, second)
    assert [q.text for q in confirmed(played)] == [
        "Tell me about a conflict with a coworker that you did not manage to resolve."
    ]
    assert {question.turn_id for _, question in played} == {1}


def test_says_nothing_to_the_users_own_words() -> None:
    assert play(logic(), Said(1.0, QUESTION, Lane.MIC)) == []


def test_brings_the_card_back_when_a_question_is_repeated() -> None:
    first = Said(1.0, "What would you do if the carrier corrects the time later?")
    again = Said(
        first.end_s + 5.0, "Of course. What would you do if the carrier corrects it later?"
    )
    found = confirmed(play(logic(), first, again))
    assert [q.turn_id for q in found] == [1, 1]
    assert [q.repeat_of for q in found] == [None, 1]


def test_answers_now_what_does_not_look_like_a_question() -> None:
    statement = Said(1.0, "Our stack is mostly Python on the backend.")
    played = play(logic(), statement, Pressed(statement.end_s + 1.0, UserCommand.ANSWER_NOW))
    assert [q.text for q in confirmed(played)] == [statement.text]


def test_again_gives_the_last_question_once_more() -> None:
    said = Said(1.0, QUESTION)
    found = confirmed(play(logic(), said, Pressed(said.end_s + 5.0, UserCommand.AGAIN)))
    assert len(found) == 2
    assert found[0] == found[1]
