from dataclasses import replace

import pytest

from kairo_desktop.copilot.turns import TurnLogic
from kairo_desktop.settings.turn import TurnSettings
from kairo_desktop.types import (
    Hypothesis,
    Kind,
    Lane,
    Question,
    QuestionState,
    SpeechState,
    UserCommand,
    VoiceState,
)
from tests.copilot.turn_stream import Pressed, Said, confirmed, play, stream

QUESTION = "How would you design a rate limiter for a public API?"


def logic() -> TurnLogic:
    return TurnLogic(TurnSettings())


def states(played: list[tuple[float, Question]]) -> list[QuestionState]:
    return [question.state for _, question in played]


def test_confirms_a_question_once_between_its_waits() -> None:
    said = Said(1.0, QUESTION)
    played = play(logic(), said)
    assert states(played)[0] is QuestionState.FORMING
    assert QuestionState.TENTATIVE in states(played)
    assert states(played)[-1] is QuestionState.CONFIRMED
    assert len(confirmed(played)) == 1
    assert 0.2 <= played[-1][0] - said.end_s <= 1.6
    assert played[-1][1].text == QUESTION
    assert played[-1][1].kind is Kind.SYSTEM_DESIGN
    assert played[-1][1].end_s == pytest.approx(said.end_s, abs=0.05)


def test_offers_a_tentative_answer_long_before_it_is_sure() -> None:
    said = Said(1.0, QUESTION)
    tentative_s = [t_s for t_s, q in play(logic(), said) if q.state is QuestionState.TENTATIVE]
    assert tentative_s[0] - said.end_s < 0.4


def test_offers_a_tentative_answer_with_the_settled_words() -> None:
    """The recognizer heard the silence before its frame's state came."""
    turns, found = TurnLogic(TurnSettings(tentative_ms=2000)), list[QuestionState]()
    for _, item in stream([Said(1.0, QUESTION)]):
        if isinstance(item, Hypothesis) and item.final:
            settled = replace(item, final=False, settled=True)
            found += [question.state for question in turns.step(settled)]
        else:
            assert all(q.state is not QuestionState.TENTATIVE for q in turns.step(item))
    assert found == [QuestionState.TENTATIVE]


def test_commas_and_capitals_begin_no_other_answer() -> None:
    said = Said(1.0, QUESTION)
    turns, shown = logic(), list[Question]()
    for _, item in stream([said]):
        if isinstance(item, Hypothesis) and item.final:
            words = tuple(replace(word, text=word.text.lower()) for word in item.words)
            item = replace(item, committed=words, tentative=())
        shown += turns.step(item)
    offered = [question for question in shown if question.state is not QuestionState.FORMING]
    assert [question.state for question in offered] == [
        QuestionState.TENTATIVE,
        QuestionState.CONFIRMED,
    ]
    assert {question.text for question in offered} == {QUESTION}


def test_joins_a_question_over_a_pause() -> None:
    first = Said(1.0, "Tell me about a conflict with a coworker.")
    second = Said(first.end_s + 1.1, "That you did not manage to resolve.")
    played = play(logic(), first, second)
    assert [q.text for q in confirmed(played)] == [
        "Tell me about a conflict with a coworker that you did not manage to resolve."
    ]
    assert {question.turn_id for _, question in played} == {1}


def test_an_invitation_to_speak_confirms_sooner() -> None:
    said = Said(1.0, f"{QUESTION} Go ahead.")
    played = play(logic(), said)
    assert played[-1][0] - said.end_s < 1.0
    assert confirmed(played)[0].text == QUESTION


def test_a_scenario_waits_for_its_question() -> None:
    setup = Said(1.0, "Let's say you run a small hospital with two wards.")
    ask = Said(setup.end_s + 3.0, "How would you plan the night shifts?")
    found = confirmed(play(logic(), setup, ask))
    assert [q.text for q in found] == [f"{setup.text} {ask.text}"]


def test_a_cut_sentence_is_given_up_in_the_end() -> None:
    played = play(logic(), Said(1.0, "tell me about a time when you"), until_s=16.0)
    assert confirmed(played) == []
    assert states(played)[-1] is QuestionState.WITHDRAWN


@pytest.mark.parametrize(
    "text",
    [
        "Can you hear me all right?",
        "We are a team of nine and we ship every week.",
        "So why did we switch? Because it was cheaper.",
        "Okay, got it.",
        "How do you, no, actually, forget that one.",
    ],
)
def test_gives_no_card_for_other_talk(text: str) -> None:
    played = play(logic(), Said(1.0, text), until_s=20.0)
    assert confirmed(played) == []
    assert states(played)[-1:] in ([], [QuestionState.WITHDRAWN])


def test_says_nothing_to_the_users_own_words() -> None:
    assert play(logic(), Said(1.0, QUESTION, Lane.MIC)) == []


def test_the_user_starting_to_answer_stops_nothing() -> None:
    said = Said(1.0, QUESTION)
    answer = Said(said.end_s + 0.3, "Well, I would first ask how many clients there are", Lane.MIC)
    assert play(logic(), said, answer, until_s=20.0) == play(logic(), said, until_s=20.0)


def test_speech_soon_after_goes_into_the_same_card() -> None:
    said = Said(1.0, QUESTION)
    more = Said(said.end_s + 2.0, "And how would you test it?")
    found = confirmed(play(logic(), said, more))
    assert [q.turn_id for q in found] == [1, 1]
    assert found[-1].text == f"{QUESTION} {more.text}"


def test_what_adds_nothing_leaves_the_card_alone() -> None:
    said = Said(1.0, QUESTION)
    more = Said(said.end_s + 2.0, "Take your time.")
    assert confirmed(play(logic(), said, more)) == confirmed(play(logic(), said))


def test_a_question_taken_back_is_withdrawn() -> None:
    said = Said(1.0, QUESTION)
    back = Said(said.end_s + 2.0, "Actually, forget that one.")
    played = play(logic(), said, back)
    assert states(played)[-1] is QuestionState.WITHDRAWN
    again = play(logic(), said, back, Pressed(back.end_s + 9.0, UserCommand.AGAIN))
    assert again[-1][1].turn_id > 1


def test_brings_the_card_back_when_a_question_is_repeated() -> None:
    first = Said(1.0, "What would you do if the carrier corrects the time later?")
    again = Said(
        first.end_s + 5.0, "Of course. What would you do if the carrier corrects the time later?"
    )
    played = play(logic(), first, again)
    found = confirmed(played)
    assert [q.turn_id for q in found] == [1, 1]
    assert [q.repeat_of for q in found] == [None, 1]
    assert found[1].text == found[0].text
    assert played[-1][0] - again.end_s < 1.0


def test_brings_the_card_back_within_its_own_turn() -> None:
    said = Said(1.0, QUESTION)
    again = Said(said.end_s + 2.4, QUESTION)
    found = confirmed(play(logic(), said, again))
    assert [q.repeat_of for q in found] == [None, 1]
    assert found[-1].end_s == pytest.approx(again.end_s, abs=0.05)


def test_a_bare_follow_up_carries_its_antecedent() -> None:
    said = Said(1.0, QUESTION)
    more = Said(said.end_s + 8.0, "And what about the edge cases?")
    found = confirmed(play(logic(), said, more))
    assert [q.turn_id for q in found] == [1, 2]
    assert found[1].antecedent == QUESTION


def test_several_questions_in_one_breath_are_one_answer() -> None:
    said = Said(1.0, "How would you shard it, and how would you back it up? Who gets paged?")
    assert [q.text for q in confirmed(play(logic(), said))] == [said.text]


def test_waits_for_a_recognizer_slower_than_speech() -> None:
    said = Said(1.0, QUESTION, lag_s=1.9)
    found = confirmed(play(logic(), said))
    assert [q.text for q in found] == [QUESTION]


def test_goes_on_without_the_recognizer_when_it_stays_away() -> None:
    said = Said(1.0, QUESTION)
    behind = [
        replace(item, end_s=said.start_s, final=False) if isinstance(item, Hypothesis) else item
        for _, item in stream([said])
    ]
    found = [q for q in logic_over(behind) if q.state is QuestionState.CONFIRMED]
    assert [q.text for q in found] == [QUESTION]


def logic_over(items: list[SpeechState | Hypothesis | UserCommand]) -> list[Question]:
    fresh = logic()
    return [question for item in items for question in fresh.step(item)]


def test_a_lane_lost_in_mid_question_does_not_hang_the_turn() -> None:
    said = Said(1.0, QUESTION)
    kept = [
        item
        for t_s, item in stream([said])
        if t_s < said.end_s or not isinstance(item, SpeechState) or item.lane is Lane.MIC
    ]
    found = [q for q in logic_over(kept) if q.state is QuestionState.CONFIRMED]
    assert [q.text for q in found] == [QUESTION]


def test_answers_now_what_does_not_look_like_a_question() -> None:
    statement = Said(1.0, "Our stack is mostly Python on the backend.")
    for wait_s in (0.2, 8.0):
        pressed = Pressed(statement.end_s + wait_s, UserCommand.ANSWER_NOW)
        found = confirmed(play(logic(), statement, pressed))
        assert len({q.turn_id for q in found}) == 1
        assert found[-1].text == statement.text


def test_answering_now_what_is_answered_gives_the_card_again() -> None:
    said = Said(1.0, QUESTION)
    okay = Said(said.end_s + 6.0, "Okay.")
    pressed = Pressed(okay.end_s + 5.0, UserCommand.ANSWER_NOW)
    found = confirmed(play(logic(), said, okay, pressed))
    assert [q.turn_id for q in found] == [1, 1]


def test_again_gives_the_last_question_once_more() -> None:
    said = Said(1.0, QUESTION)
    found = confirmed(play(logic(), said, Pressed(said.end_s + 5.0, UserCommand.AGAIN)))
    assert len(found) == 2
    assert found[0] == found[1]


def test_again_confirms_what_stands_there_tentatively() -> None:
    said = Said(1.0, QUESTION)
    pressed = Pressed(said.end_s + 0.6, UserCommand.AGAIN)
    played = play(logic(), said, pressed)
    assert confirmed(played)[0].text == QUESTION
    assert min(t_s for t_s, q in played if q.state is QuestionState.CONFIRMED) == pressed.at_s


def test_the_end_of_the_stream_confirms_a_question() -> None:
    said = Said(1.0, QUESTION)
    ended = logic()
    play(ended, said, until_s=said.end_s + 0.5)
    assert [q.state for q in ended.flush()] == [QuestionState.CONFIRMED]
    assert list(ended.flush()) == []


def test_an_utterance_that_comes_to_nothing_is_forgotten() -> None:
    state = SpeechState(Lane.SYSTEM, 2.0, VoiceState.SPEAKING, 2.0)
    said = [item for _, item in stream([Said(1.0, QUESTION)]) if isinstance(item, Hypothesis)]
    empty = Hypothesis(Lane.SYSTEM, 0, (), (), 1.0, 4.0, final=True)
    out = logic_over([state, said[7], empty, empty])
    assert [q.state for q in out] == [QuestionState.FORMING, QuestionState.WITHDRAWN]


def test_a_click_changes_nothing() -> None:
    said = Said(1.0, QUESTION)
    open_logic = logic()
    play(open_logic, said, until_s=said.end_s + 0.9)
    click = SpeechState(Lane.SYSTEM, said.end_s + 0.9, VoiceState.STARTING, said.end_s)
    assert list(open_logic.step(click)) == []


def test_the_end_of_the_stream_gives_a_cut_sentence_up() -> None:
    said = Said(1.0, "tell me about a time when you")
    ended = logic()
    play(ended, said, until_s=said.end_s + 0.2)
    assert [q.state for q in ended.flush()] == [QuestionState.WITHDRAWN]


def test_without_any_voice_a_question_ends_with_its_last_word() -> None:
    said = Said(1.0, QUESTION)
    final = [item for _, item in stream([said]) if isinstance(item, Hypothesis)][-1]
    found = logic_over([final, UserCommand.ANSWER_NOW])
    assert [q.end_s for q in found if q.state is QuestionState.CONFIRMED] == [said.end_s]


def test_a_long_explanation_in_many_utterances_ends_in_its_question() -> None:
    said = []
    at_s = 1.0
    for _ in range(15):
        said.append(Said(at_s, "We moved the billing service to another region last year."))
        at_s = said[-1].end_s + 0.7
    ask = Said(at_s, QUESTION)
    assert [q.text for q in confirmed(play(logic(), *said, ask))] == [QUESTION]
