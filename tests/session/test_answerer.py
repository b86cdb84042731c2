"""The answering half: what reaches the screen, whatever the turn logic does."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kairo_desktop.errors import DecodeFailed
from kairo_desktop.retrieval.read import Skipped
from kairo_desktop.session.events import AnchorFound, Fault
from kairo_desktop.types import (
    Kind,
    Lane,
    Passage,
    PointState,
    Question,
    QuestionState,
    TalkingPoint,
    UserCommand,
    Utterance,
)
from tests.session.desk import TOKENIZER, Desk, question, tentative


def test_notes_that_cannot_be_used_are_told_at_the_beginning() -> None:
    desk = Desk(skipped=(Skipped("a.md", "holds no text"), Skipped("b.pdf", "is locked")))
    told = [said.message for said in desk.answerer.begin() if isinstance(said, Fault)]
    assert told == ["a.md is skipped: it holds no text.", "b.pdf is skipped: it is locked."]


def test_a_confirmed_question_is_answered_with_final_points() -> None:
    desk = Desk().ask(question()).work()
    assert [point.text for point in desk.answers[0].points] == [
        "put a unique index on the key",
        "let the second insert fail",
        "measure first",
    ]
    assert {point.state for point in desk.answers[0].points} == {PointState.FINAL}


def test_points_of_a_tentative_question_are_tentative_and_not_the_last_word() -> None:
    desk = Desk().ask(tentative()).work()
    assert desk.points
    assert {point.state for point in desk.points} == {PointState.TENTATIVE}
    assert not desk.answers


def test_confirmation_keeps_what_was_generated() -> None:
    desk = Desk().ask(tentative()).work().ask(question())
    assert len(desk.writer.asked) == 1
    assert len(desk.answers[0].points) == 3
    assert {point.state for point in desk.answers[0].points} == {PointState.FINAL}
    assert desk.answers[0].trace.wasted_tokens == 0


def test_confirmation_in_the_middle_goes_on_where_it_was() -> None:
    desk = Desk().ask(tentative()).work(5).ask(question()).work()
    assert len(desk.writer.asked) == 1
    assert len(desk.answers) == 1


@given(st.integers(0, 40))
@settings(deadline=None)
def test_whenever_the_question_is_confirmed_all_points_are_final_at_the_end(units: int) -> None:
    desk = Desk()
    desk.writer.answer = TOKENIZER.encode(" measure where the time goes\n- it\n- it", special=False)
    desk.ask(tentative()).work(units).ask(question()).work()
    assert {point.state for point in desk.answers[0].points} == {PointState.FINAL}


def test_a_longer_question_starts_anew_and_counts_the_waste() -> None:
    desk = Desk().ask(tentative(text="How do you avoid")).work(6).ask(question()).work()
    assert len(desk.writer.asked) == 2
    assert desk.writer.n_closed == 1
    assert desk.answers[0].trace.wasted_tokens > 0
    assert desk.answers[0].trace.shown_then_withdrawn == 1


def test_a_withdrawn_question_leaves_nothing_to_do() -> None:
    desk = Desk().ask(tentative()).work(3)
    desk.ask(question(state=QuestionState.WITHDRAWN)).work()
    assert not desk.answers
    assert desk.writer.n_closed == 1


def test_a_forming_question_is_prefilled_and_not_answered() -> None:
    desk = Desk().ask(question(state=QuestionState.FORMING)).work()
    assert len(desk.writer.prefilled) == 1
    assert not desk.writer.asked


def test_what_was_prefilled_is_a_beginning_of_the_prompt() -> None:
    desk = Desk().ask(question(text="How do you", state=QuestionState.FORMING)).work()
    desk.ask(question()).work()
    prefilled, asked = desk.writer.prefilled[0], desk.writer.asked[0]
    assert asked[: len(prefilled)] == prefilled
    assert desk.answers[0].trace.prefilled_ahead == len(prefilled)


def test_of_two_confirmed_questions_both_are_answered_the_newer_one_first() -> None:
    desk = Desk().ask(question(1), question(2, "Why a heap?")).work()
    assert [answer.turn_id for answer in desk.answers] == [2, 1]


def test_a_tentative_question_gives_way_to_a_confirmed_one() -> None:
    desk = Desk().ask(tentative(1)).work(3).ask(question(2, "Why a heap?")).work()
    assert [answer.turn_id for answer in desk.answers] == [2]


def test_a_confirmed_answer_is_not_stopped_by_a_tentative_question() -> None:
    desk = Desk().ask(question(1)).work(3).ask(tentative(2, "Why a heap?")).work()
    assert [answer.turn_id for answer in desk.answers] == [1]
    assert len(desk.writer.asked) == 2


def test_a_repeated_question_brings_its_answer_back_without_work() -> None:
    desk = Desk().ask(question(1)).work().ask(question(2, "Why a heap?")).work()
    desk.ask(question(1, repeat_of=1))
    assert [answer.turn_id for answer in desk.answers] == [1, 2, 1]
    assert desk.answers[2].points == desk.answers[0].points
    assert len(desk.writer.asked) == 2


def test_a_question_answered_by_a_half_before_this_one_brings_its_answer_back() -> None:
    first = Desk().ask(question(1)).work()
    desk = Desk()
    desk.answerer.remember(question(1), first.answers[0])
    desk.ask(question(1, repeat_of=1))
    assert desk.answers[0].points == first.answers[0].points
    assert not desk.writer.asked


def test_again_asks_for_another_answer() -> None:
    desk = Desk(question(1), question(1))
    for command in (UserCommand.ANSWER_NOW, UserCommand.AGAIN):
        desk.said.extend(desk.answerer.step(command))
        desk.work()
    assert desk.writer.variants == [0, 1]
    assert len(desk.answers) == 2


def test_an_engine_that_gives_up_is_reported_and_the_next_question_answered() -> None:
    desk = Desk()
    desk.writer.error = DecodeFailed("The engine gave up.", cure="Ask again.")
    desk.ask(question(1)).work()
    assert next(item for item in desk.said if isinstance(item, Fault)).code == "decode_failed"
    desk.writer.error = None
    desk.ask(question(2, "Why a heap?")).work()
    assert desk.answers[-1].turn_id == 2
    assert desk.answers[-1].points


def test_the_anchor_comes_once_and_before_any_point() -> None:
    note = Passage("keys.md", "Keys", "A unique index on the key")
    desk = Desk(passage=note).ask(tentative(), question()).work()
    kinds = [type(item) for item in desk.said]
    assert kinds.count(AnchorFound) == 1
    assert kinds.index(AnchorFound) < kinds.index(TalkingPoint)


def test_without_a_note_the_answer_says_so() -> None:
    assert Desk().ask(question()).work().answers[0].not_in_notes


def test_what_the_user_said_is_in_the_next_prompt() -> None:
    desk = Desk()
    list(desk.answerer.step(Utterance(Lane.MIC, 0, "I used a bloom filter.", 0.0, 1.0)))
    desk.ask(question()).work()
    assert "bloom filter" in TOKENIZER.text(desk.writer.asked[0])


def test_the_moments_of_a_turn_are_counted_from_its_end() -> None:
    desk = Desk()
    desk.now_s = 1.25
    trace = desk.ask(question()).work().answers[0].trace
    assert (trace.confirmed_ms, trace.first_words_ms) == (250.0, 250.0)


def test_a_moment_that_nobody_saw_is_not_in_the_trace() -> None:
    assert Desk().ask(question()).work().answers[0].trace.settled_ms is None


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(["How", "How do", "How do you avoid it?"]), st.integers(0, 12)),
        max_size=6,
    )
)
def test_what_the_user_finally_sees_is_what_a_patient_run_shows(
    versions: list[tuple[str, int]],
) -> None:
    hasty = Desk()
    for text, units in versions:
        hasty.ask(tentative(text=text)).work(units)
    hasty.ask(question()).work()
    patient = Desk().ask(question()).work()
    assert [p.text for p in hasty.answers[0].points] == [p.text for p in patient.answers[0].points]
    assert len(hasty.answers) == 1


@pytest.mark.parametrize("state", [QuestionState.FORMING, QuestionState.TENTATIVE])
def test_a_reopened_question_keeps_its_answer_until_the_new_one(state: QuestionState) -> None:
    desk = Desk().ask(question()).work(4)
    desk.ask(question(text="How do you avoid it twice?", state=state)).work()
    assert [answer.turn_id for answer in desk.answers] == [1]
    desk.ask(question(text="How do you avoid it twice?")).work()
    assert len(desk.answers) == 2


def test_an_answer_that_its_turn_outgrew_counts_as_waste_and_not_as_the_new_ones_time() -> None:
    desk = Desk().ask(question()).work()
    desk.now_s = 9.0
    desk.ask(question(text="How do you avoid it twice?")).work()
    first, second = (answer.trace for answer in desk.answers)
    assert (second.tokens, second.wasted_tokens) == (first.tokens, first.tokens)
    assert (second.first_words_ms, second.shown_then_withdrawn) == (8000.0, 3)


def test_what_a_withdrawn_question_cost_is_in_the_trace_of_the_next() -> None:
    desk = Desk().ask(tentative()).work(6)
    desk.ask(question(state=QuestionState.WITHDRAWN), question(2)).work()
    assert desk.answers[0].trace.wasted_tokens > 0


def test_the_first_word_counts_once_it_is_whole() -> None:
    desk = Desk()
    desk.writer.answer = TOKENIZER.encode(" measure it first\n", special=False)
    desk.ask(question())
    while not desk.points:
        desk.now_s += 1.0
        desk.work(1)
    assert desk.points[0].text == "mea"
    while desk.points[-1].text != "measure":
        desk.now_s += 1.0
        desk.work(1)
    whole_s = desk.now_s
    desk.now_s += 1.0
    desk.work()
    assert desk.answers[0].trace.first_words_ms == (whole_s - 1.0) * 1000.0


def test_without_speculation_nothing_is_done_before_confirmation() -> None:
    desk = Desk(speculate=False)
    desk.ask(question(state=QuestionState.FORMING), tentative()).work()
    assert not desk.writer.prefilled
    assert not desk.writer.asked
    desk.ask(question()).work()
    assert len(desk.answers) == 1


def test_what_the_user_says_between_the_versions_of_a_question_costs_nothing() -> None:
    desk = Desk().ask(tentative()).work(4)
    list(desk.answerer.step(Utterance(Lane.MIC, 0, "Right.", 0.0, 1.0)))
    desk.ask(question()).work()
    assert len(desk.writer.asked) == 1


def test_a_question_confirmed_again_unchanged_is_still_the_same_card() -> None:
    desk = Desk().ask(question()).work()
    list(desk.answerer.step(Utterance(Lane.MIC, 0, "Right.", 0.0, 1.0)))
    desk.ask(tentative(), question()).work()
    assert len(desk.writer.asked) == 1
    assert len(desk.answers) == 1


def test_a_model_that_stops_after_one_point_is_made_to_begin_another() -> None:
    desk = Desk()
    desk.writer.answer = TOKENIZER.encode(" measure where the time goes", special=False)
    desk.ask(question()).work()
    assert len(desk.writer.asked) == 4
    said = TOKENIZER.encode(" measure where the time goes\n-", special=False)
    assert desk.writer.asked[1] == desk.writer.asked[0] + said
    assert len(desk.answers) == 1


def test_an_answer_is_no_longer_than_it_may_be_however_often_it_is_urged() -> None:
    desk = Desk()
    desk.writer.answer = TOKENIZER.encode(" measure where the time goes", special=False)
    desk.writer.max_tokens = 2 * len(desk.writer.answer)
    desk.ask(question()).work()
    (answer,) = desk.answers
    assert answer.trace.tokens == desk.writer.max_tokens - len("\n-")
    assert len(desk.writer.asked) == 2


def test_an_answer_that_has_a_frame_to_fill_is_left_at_that() -> None:
    desk = Desk()
    desk.writer.answer = TOKENIZER.encode(" say so", special=False)
    asked = Question(1, "When?", Kind.LOGISTICS, 1.0, QuestionState.CONFIRMED)
    desk.ask(asked).work()
    assert len(desk.writer.asked) == 1


def test_an_answer_that_rests_on_no_note_is_said_not_to_be_in_the_notes() -> None:
    note = Passage("notes/pay.md", "Terms", "Six weeks of notice")
    asked = replace(question(text="Tell me about a conflict"), kind=Kind.BEHAVIORAL)
    frames = {Kind.BEHAVIORAL: ("Situation: name the project", "Say what you did")}
    desk = Desk(passage=note, frames=frames).ask(asked).work()
    assert [point.text for point in desk.answers[0].points] == list(frames[Kind.BEHAVIORAL])
    assert desk.answers[0].not_in_notes


def test_a_frame_is_told_without_the_model() -> None:
    frames = {Kind.LOGISTICS: ("State your own date", "Say what it depends on")}
    desk = Desk(frames=frames).ask(replace(question(), kind=Kind.LOGISTICS)).work()
    (answer,) = desk.answers
    assert [point.text for point in answer.points] == list(frames[Kind.LOGISTICS])
    assert {point.state for point in answer.points} == {PointState.FINAL}
    assert answer.trace.passes == 0
    assert answer.trace.first_words_ms is not None


_TERMS = Passage("notes/pay.md", "Terms", "I can start on 1 May. Then I need a desk.")


def _asks_for_start(state: QuestionState = QuestionState.CONFIRMED) -> Question:
    return Question(1, "When can you start?", Kind.LOGISTICS, 1.0, state)


def test_an_answer_begins_with_what_the_notes_say_before_any_pass_of_the_model() -> None:
    desk = Desk(passage=_TERMS).ask(_asks_for_start())
    first = next(item for item in desk.answerer.work() if isinstance(item, TalkingPoint))
    assert (first.text, first.state) == ("I can start on 1 May.", PointState.FINAL)
    desk.work()
    assert TOKENIZER.text(desk.writer.asked[0]).endswith("\n- I can start on 1 May.\n-")
    (answer,) = desk.answers
    assert answer.points[0].text == first.text
    assert len(answer.points) > 1


def test_a_tentative_lead_is_final_once_the_question_is_confirmed() -> None:
    desk = Desk(passage=_TERMS).ask(_asks_for_start(QuestionState.TENTATIVE))
    first = next(item for item in desk.answerer.work() if isinstance(item, TalkingPoint))
    assert first.state is PointState.TENTATIVE
    desk.ask(_asks_for_start()).work()
    assert desk.answers[0].points[0].state is PointState.FINAL


def test_another_answer_does_not_begin_with_the_notes_again() -> None:
    desk = Desk(_asks_for_start(), _asks_for_start(), passage=_TERMS)
    for command in (UserCommand.ANSWER_NOW, UserCommand.AGAIN):
        desk.said.extend(desk.answerer.step(command))
        desk.work()
    led, other = (TOKENIZER.text(asked) for asked in desk.writer.asked)
    assert led.startswith(other)
    assert led != other
