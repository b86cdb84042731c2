"""Questions as people really put them: halting, endless, at once, in another tongue."""

import pytest

from kairo_desktop.copilot.turns import TurnLogic
from kairo_desktop.settings.turn import TurnSettings
from kairo_desktop.types import Kind, Lane, QuestionState, UserCommand
from tests.copilot.turn_stream import Pressed, Said, confirmed, play, stream

QUESTION = "How would you design a rate limiter for a public API?"
SETTINGS = TurnSettings()
GERMAN = "Wie würden Sie eine Warteschlange für zwei Kliniken entwerfen"


def logic() -> TurnLogic:
    return TurnLogic(SETTINGS)


@pytest.mark.parametrize("pause_s", [0.6, 0.75, 0.9, 1.05, 1.2])
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Tell me about a time when you", "had to say no to a customer."),
        ("How would you keep two warehouses in step", "when the link between them is down?"),
        ("What is the difference between a process", "and a thread?"),
    ],
)
def test_a_pause_in_the_middle_finalizes_nothing(first: str, second: str, pause_s: float) -> None:
    begun = Said(1.0, first)
    ended = Said(begun.end_s + pause_s, second)
    played = play(logic(), begun, ended)
    sure_s = [t_s for t_s, q in played if q.state is QuestionState.CONFIRMED]
    assert len(sure_s) == 1
    assert sure_s[0] > ended.end_s
    assert played[-1][1].text.endswith(second)


@pytest.mark.parametrize(("after_s", "turn_ids"), [(0.7, [1, 1]), (1.4, [1, 1]), (2.2, [1, 2])])
def test_speech_within_the_time_to_reopen_is_the_same_turn(
    after_s: float, turn_ids: list[int]
) -> None:
    said = Said(1.0, QUESTION)
    sure_s = next(t_s for t_s, q in play(logic(), said) if q.state is QuestionState.CONFIRMED)
    more = Said(sure_s + after_s, "And how would you test it with real traffic?")
    found = confirmed(play(logic(), said, more))
    assert [q.turn_id for q in found] == turn_ids


@pytest.mark.parametrize("bare", ["Why?", "why", "And why is that?", "And if it fails?", "How so?"])
def test_a_bare_follow_up_is_asked_and_carries_what_it_means(bare: str) -> None:
    said = Said(1.0, QUESTION)
    found = confirmed(play(logic(), said, Said(said.end_s + 6.0, bare)))
    assert [q.turn_id for q in found] == [1, 2]
    assert (found[1].text, found[1].antecedent) == (bare, QUESTION)


def test_two_questions_in_one_breath_without_any_marks_are_one_answer() -> None:
    said = Said(1.0, "how would you shard the table and how would you move the old rows over")
    assert [q.text for q in confirmed(play(logic(), said))] == [said.text]


def test_logistics_gets_a_card_and_small_talk_none() -> None:
    found = confirmed(play(logic(), Said(1.0, "When could you start with us?")))
    assert [q.kind for q in found] == [Kind.LOGISTICS]
    assert confirmed(play(logic(), Said(1.0, "How was your trip down here this morning?"))) == []


def test_a_question_of_two_hundred_words_is_one_card() -> None:
    aside = "and the branch offices send their numbers over a slow line every evening"
    said = Said(1.0, f"How would you {'plan the nightly job ' + ' '.join([aside] * 15)}?")
    assert len(said.text.split()) > 180
    found = confirmed(play(logic(), said))
    assert len(found) == 1
    assert found[0].text == said.text


def test_a_lecture_that_never_asks_gets_no_card() -> None:
    line = "We moved the billing to another region and it took the better part of a year."
    assert confirmed(play(logic(), Said(1.0, " ".join([line] * 14)), until_s=90.0)) == []


def test_both_talking_at_once_asks_what_the_interviewer_asked() -> None:
    said = Said(1.0, QUESTION)
    over = Said(1.2, "What would you pay me, and when could I start, and where is it?", Lane.MIC)
    assert [q.text for q in confirmed(play(logic(), said, over, until_s=20.0))] == [QUESTION]


def test_another_language_than_the_set_one_can_be_answered_on_demand() -> None:
    said = Said(1.0, GERMAN)
    assert len(confirmed(play(logic(), said, until_s=20.0))) <= 1
    pressed = Pressed(said.end_s + 0.2, UserCommand.ANSWER_NOW)
    assert GERMAN in {q.text for q in confirmed(play(logic(), said, pressed))}


def test_words_that_come_late_go_into_the_answer_that_was_demanded() -> None:
    said = Said(1.0, "Our stack is mostly Python on the backend")
    pressed = Pressed(said.end_s + 0.05, UserCommand.ANSWER_NOW)
    found = confirmed(play(logic(), said, pressed))
    assert said.text.startswith(found[0].text)
    assert len(found[0].text) < len(said.text)
    assert (found[-1].text, found[-1].turn_id) == (said.text, found[0].turn_id)


def test_talk_that_goes_on_leaves_the_answer_that_was_demanded_alone() -> None:
    said = Said(1.0, "Our stack is mostly Python on the backend.")
    pressed = Pressed(said.end_s + 0.9, UserCommand.ANSWER_NOW)
    more = Said(said.end_s + 1.2, "We moved it there last year and it was slow at first.")
    assert [q.text for q in confirmed(play(logic(), said, pressed, more))] == [said.text]


@pytest.mark.parametrize("text", ["Great, let's move on to the next topic.", "Can you hear me?"])
def test_what_is_no_question_is_answered_on_demand_from_the_users_own_notes(text: str) -> None:
    said = Said(1.0, text)
    pressed = Pressed(said.end_s + 0.6, UserCommand.ANSWER_NOW)
    found = confirmed(play(logic(), said, pressed))
    assert [(q.text, q.kind) for q in found] == [(text, Kind.BACKGROUND)]


def test_a_question_answered_on_demand_keeps_its_kind() -> None:
    said = Said(1.0, "What is the difference between a process and a thread?")
    pressed = Pressed(said.end_s + 0.4, UserCommand.ANSWER_NOW)
    found = confirmed(play(logic(), said, pressed))
    assert [q.kind for q in found] == [Kind.TECHNICAL_KNOWLEDGE]


@pytest.mark.parametrize("command", list(UserCommand))
def test_the_keys_work_while_the_question_is_still_being_asked(command: UserCommand) -> None:
    said = Said(1.0, QUESTION)
    pressed = Pressed(said.end_s - 0.3, command)
    found = confirmed(play(logic(), said, pressed))
    assert QUESTION.startswith(found[0].text)
    assert found[-1].text == QUESTION
    assert {q.turn_id for q in found} == {1}


def test_two_hundred_words_without_a_mark_end_in_their_request() -> None:
    aside = "and the branch offices send their numbers over a slow line every evening"
    request = "and i'd love to hear how you would plan the nightly job"
    said = Said(1.0, f"we have a small team in the north {' '.join([aside] * 14)} {request}")
    assert len(said.text.split()) > 180
    found = confirmed(play(logic(), said))
    assert len(found) == 1
    assert found[0].text.endswith(request)


def test_another_language_leaves_the_next_question_alone() -> None:
    foreign = Said(1.0, GERMAN)
    said = Said(foreign.end_s + 10.0, QUESTION)
    assert [q.text for q in confirmed(play(logic(), foreign, said))][-1] == QUESTION


@pytest.mark.parametrize("heard_share", [0.3, 0.6, 0.9])
def test_a_lane_lost_in_mid_question_comes_back_with_a_turn_of_its_own(heard_share: float) -> None:
    """Neither states nor words come for a while; the turn ends as its words stand."""
    lost = Said(1.0, "Tell me about a conflict with a designer that you could not resolve")
    back = Said(lost.end_s + 30.0, QUESTION)
    gone_s = lost.start_s + heard_share * (lost.end_s - lost.start_s)
    turns = logic()
    found = [
        question
        for t_s, item in stream([lost, back])
        if not gone_s <= t_s < back.start_s - 1.0 or getattr(item, "lane", None) is Lane.MIC
        for question in turns.step(item)
    ]
    last = {question.turn_id: question for question in found}
    assert last[max(last)].text == QUESTION
    assert last[max(last)].state is QuestionState.CONFIRMED
    assert {q.state for q in last.values()} <= {QuestionState.CONFIRMED, QuestionState.WITHDRAWN}


@pytest.mark.parametrize(
    "text",
    [
        "good question so on a normal day we open at ten and the kitchen starts at eight",
        "that depends on the weather to be honest",
        "to be honest we have not decided that yet but i can find it out for you",
        "no you would not have to travel there is somebody in every town",
        "oh yes the course is paid for by us",
    ],
)
def test_what_the_interviewer_answers_is_no_question(text: str) -> None:
    asked = Said(1.0, "And what does a normal day look like for you?", Lane.MIC)
    assert confirmed(play(logic(), asked, Said(asked.end_s + 0.5, text), until_s=25.0)) == []


@pytest.mark.parametrize(
    "text",
    [
        "walk me through a day that went wrong",
        "i'm curious how you would split that service",
        "talk to me about your years at the harbor",
        "help me understand why a mutex is not enough",
        "so you have led people before haven't you",
        "you learned your trade in france didn't you",
    ],
)
def test_indirect_requests_and_tags_are_questions(text: str) -> None:
    assert [q.text for q in confirmed(play(logic(), Said(1.0, text)))] == [text]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("could you start before easter", Kind.LOGISTICS),
        ("Would you be able to begin in early March?", Kind.LOGISTICS),
        ("What's your take on static typing?", Kind.TECHNICAL_KNOWLEDGE),
        ("and you did your apprenticeship where", Kind.BACKGROUND),
        ("Tell me about your last project.", Kind.BACKGROUND),
        ("tell me about your biggest failure", Kind.BEHAVIORAL),
        ("it's friday evening and the cook is ill what do you do", Kind.BEHAVIORAL),
    ],
)
def test_short_requests_opinions_and_scenes_are_of_their_kind(text: str, kind: Kind) -> None:
    assert [q.kind for q in confirmed(play(logic(), Said(1.0, text)))] == [kind]


@pytest.mark.parametrize(
    "text",
    [
        "You join the newsroom on Monday and the archive is gone.",
        "Could you start your video?",
        "and you did your apprenticeship at",
    ],
)
def test_what_only_looks_like_them_gets_no_card(text: str) -> None:
    assert confirmed(play(logic(), Said(1.0, text))) == []
