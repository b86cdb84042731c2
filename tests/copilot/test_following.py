"""What follows a confirmed question is more of it, or a turn of its own."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kairo_desktop.copilot.questions import QuestionModel
from kairo_desktop.copilot.turns import TurnLogic
from kairo_desktop.settings.turn import TurnSettings
from kairo_desktop.types import Hypothesis, Kind, Question, QuestionState, UserCommand
from tests.copilot.turn_stream import Pressed, Said, confirmed, play

MODEL = QuestionModel.load()
FIRST = "How would you design a rate limiter for a public API?"
SECOND = "Tell me about a conflict with a coworker."
INDEPENDENT = (
    FIRST,
    SECOND,
    "What is the difference between a process and a thread?",
    "What is your notice period?",
    "Explain how a hash map works.",
    "Why do you want to work here?",
    "How do you keep a translation consistent over many chapters?",
    "Describe a time you had to give bad news to a customer.",
)
ADDITIONS = (
    "For example with two servers.",
    "And how would you test it?",
    "If the load doubles every week.",
    "What if one of them fails?",
    "And why?",
    "Assuming it runs on a single machine.",
    "Or let me put it differently. How would you limit what a client may send?",
    "How would you build the rate limiter?",
)


def logic() -> TurnLogic:
    return TurnLogic(TurnSettings(), model=MODEL)


def one_after_another(texts: list[str], pauses_s: list[float]) -> list[Said]:
    said: list[Said] = []
    at_s = 1.0
    for text, pause_s in zip(texts, pauses_s, strict=True):
        said.append(Said(at_s, text))
        at_s = said[-1].end_s + pause_s
    return said


def cards(played: list[tuple[float, Question]]) -> dict[int, Question]:
    last = {question.turn_id: question for _, question in played}
    return {n: one for n, one in last.items() if one.state is QuestionState.CONFIRMED}


@settings(max_examples=15, deadline=None)
@given(st.permutations(INDEPENDENT), st.lists(st.floats(1.7, 4.0), min_size=8, max_size=8))
def test_every_independent_question_is_confirmed_once_and_stays(
    texts: list[str], pauses_s: list[float]
) -> None:
    played = play(logic(), *one_after_another(texts, pauses_s))
    assert [question.text for question in confirmed(played)] == texts
    settled: set[int] = set()
    for _, question in played:
        assert question.turn_id not in settled
        if question.state is QuestionState.CONFIRMED:
            settled.add(question.turn_id)
    assert settled == set(cards(played))


@settings(max_examples=20, deadline=None)
@given(
    st.lists(st.sampled_from((*INDEPENDENT, *ADDITIONS)), min_size=4, max_size=9),
    st.lists(st.sampled_from([1.7, 2.0, 2.6]), min_size=9, max_size=9),
)
def test_a_turn_takes_one_question_more_at_most(texts: list[str], pauses_s: list[float]) -> None:
    played = play(logic(), *one_after_another(texts, pauses_s[: len(texts)]))
    assert all(question.text.count("?") <= 2 for question in confirmed(played))


@pytest.mark.parametrize("addition", ADDITIONS)
@pytest.mark.parametrize("pause_s", [1.7, 2.6])
def test_what_leans_on_a_question_goes_into_its_card(addition: str, pause_s: float) -> None:
    played = play(logic(), *one_after_another([FIRST, addition], [pause_s, 0.0]))
    (card,) = cards(played).values()
    assert card.text != FIRST


@pytest.mark.parametrize("pause_s", [0.8, 1.1])
def test_before_it_is_confirmed_a_question_takes_all_that_comes(pause_s: float) -> None:
    played = play(logic(), *one_after_another([FIRST, SECOND], [pause_s, 0.0]))
    assert [question.text for question in confirmed(played)] == [f"{FIRST} {SECOND}"]


def test_another_question_is_shown_while_it_is_spoken() -> None:
    first, second = one_after_another([FIRST, SECOND], [2.0, 0.0])
    played = play(logic(), first, second)
    early = [q for t_s, q in played if second.start_s < t_s < second.end_s]
    assert {(q.turn_id, q.state) for q in early} == {(2, QuestionState.FORMING)}
    assert [q.kind for q in confirmed(played)] == [Kind.SYSTEM_DESIGN, Kind.BEHAVIORAL]


def test_salary_stands_for_itself_behind_an_and() -> None:
    said = one_after_another([FIRST, "And what are your salary expectations?"], [2.0, 0.0])
    assert [q.kind for q in confirmed(play(logic(), *said))] == [
        Kind.SYSTEM_DESIGN,
        Kind.LOGISTICS,
    ]


def test_a_third_follow_up_has_its_own_card_and_its_antecedent() -> None:
    texts = [FIRST, "And how would you test it?", "And who would pay for that?"]
    found = confirmed(play(logic(), *one_after_another(texts, [2.0, 2.0, 0.0])))
    assert [q.turn_id for q in found] == [1, 1, found[-1].turn_id]
    assert found[-1].text == texts[-1]
    assert FIRST in found[-1].antecedent


def test_another_question_paused_in_its_middle_leaves_the_card_alone() -> None:
    texts = [FIRST, "Tell me about a conflict", "with a coworker that you could not resolve."]
    played = play(logic(), *one_after_another(texts, [2.0, 1.0, 0.0]))
    assert [q.text for q in confirmed(played)] == [FIRST, " ".join(texts[1:])]


def test_a_scenario_begun_soon_after_waits_for_its_question() -> None:
    texts = [FIRST, "Say you run a small hotel with nine rooms.", "How would you price them?"]
    found = confirmed(play(logic(), *one_after_another(texts, [2.0, 4.0, 0.0])))
    assert [q.text for q in found] == [FIRST, " ".join(texts[1:])]


def test_another_question_taken_back_leaves_the_first() -> None:
    texts = [FIRST, "Tell me about a time when you", "Hmm."]
    played = play(logic(), *one_after_another(texts, [2.0, 1.0, 0.0]), until_s=40.0)
    assert [q.text for q in cards(played).values()] == [FIRST]


def test_a_key_means_the_question_being_asked() -> None:
    first, second = one_after_another([FIRST, SECOND], [2.0, 0.0])
    for command in (UserCommand.ANSWER_NOW, UserCommand.AGAIN):
        pressed = Pressed(second.end_s + 0.6, command)
        found = [(t_s, q) for t_s, q in play(logic(), first, second, pressed)]
        assert [q.text for q in confirmed(found)] == [FIRST, SECOND]
        assert pressed.at_s in {t_s for t_s, q in found if q.state is QuestionState.CONFIRMED}


@pytest.mark.parametrize("texts", [(FIRST, SECOND), (FIRST, "Tell me about a time when you")])
def test_the_end_of_the_stream_decides_both(texts: tuple[str, str]) -> None:
    first, second = one_after_another(list(texts), [2.0, 0.0])
    ended = logic()
    played = play(ended, first, second, until_s=second.end_s + 0.6)
    state = QuestionState.CONFIRMED if texts[1] == SECOND else QuestionState.WITHDRAWN
    assert [(q.turn_id, q.state) for q in ended.flush()] == [(2, state)]
    assert cards(played)[1].text == FIRST


def test_words_that_come_to_nothing_are_taken_back() -> None:
    first, second = one_after_another([FIRST, SECOND], [2.0, 0.0])
    turns = logic()
    play(turns, first, second, until_s=second.end_s)
    nothing = Hypothesis(second.lane, 1, (), (), second.start_s, second.end_s + 0.5, final=True)
    assert [(q.turn_id, q.state) for q in turns.step(nothing)] == [(2, QuestionState.WITHDRAWN)]


def test_an_addition_that_comes_to_nothing_leaves_the_card_as_it_was() -> None:
    first, second = one_after_another([FIRST, ADDITIONS[1]], [2.0, 0.0])
    turns = logic()
    played = play(turns, first, second, until_s=second.end_s + 0.5)
    assert (played[-1][1].turn_id, played[-1][1].state) == (1, QuestionState.TENTATIVE)
    nothing = Hypothesis(second.lane, 1, (), (), second.start_s, second.end_s + 0.5, final=True)
    assert list(turns.step(nothing)) == [cards(played[:-1])[1]]


def test_a_question_asked_again_comes_back_after_a_short_silence() -> None:
    first = Said(1.0, FIRST)
    again = Said(first.end_s + 2.4, FIRST, lag_s=0.0)
    played = play(logic(), first, again)
    back = [(t_s, q) for t_s, q in played if q.repeat_of is not None]
    assert [q.turn_id for _, q in back] == [1]
    assert 0.2 <= back[0][0] - again.end_s <= 0.4


@pytest.mark.parametrize("talk", ["sorry can you still hear me", "sorry could you move closer"])
def test_small_talk_soon_after_leaves_the_card_alone(talk: str) -> None:
    plain = "how would you design a rate limiter for a public api"
    played = play(logic(), *one_after_another([plain, talk], [2.0, 0.0]))
    assert [question.text for question in confirmed(played)] == [plain]
    assert list(cards(played)) == [1]
