from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.copilot.asked import Asked
from kairo_desktop.copilot.questions import QuestionModel
from kairo_desktop.types import Kind, Question, QuestionState


def question(turn_id: int, text: str, kind: Kind = Kind.SYSTEM_DESIGN) -> Question:
    return Question(turn_id, text, kind, 1.0, QuestionState.CONFIRMED)


def surely(kind: Kind) -> dict[Kind, float]:
    return {one: 0.9 if one is kind else 0.02 for one in Kind}


def asked(*texts: str) -> Asked:
    found = Asked()
    for turn_id, text in enumerate(texts, start=1):
        found.add(question(turn_id, text))
    return found


def test_nothing_was_asked_at_first() -> None:
    assert Asked().last is None
    assert Asked().repeated_by("How would you shard the orders table?") is None


def test_finds_the_question_that_is_asked_again() -> None:
    found = asked("How would you shard the orders table?", "Who reads the audit log at night?")
    repeated = found.repeated_by("So how would you shard the orders table?")
    assert repeated is not None
    assert repeated.turn_id == 1


def test_a_bare_follow_up_repeats_only_the_last_question() -> None:
    found = asked("And why is that so?", "How would you shard the orders table?")
    assert found.repeated_by("And why is that so?") is None


def test_two_words_never_repeat() -> None:
    assert asked("Why not?").repeated_by("Why not?") is None


def test_a_turn_is_remembered_once() -> None:
    found = asked("How would you shard it?")
    found.add(question(1, "How would you shard the orders table?"))
    assert found.repeated_by("How would you shard it?") is None
    found.forget(1)
    assert found.last is None


def test_a_follow_up_carries_its_antecedent() -> None:
    found = asked("How would you shard the orders table?", "And the indexes?")
    followed = found.in_context(question(3, "Why?"), surely(Kind.SYSTEM_DESIGN))
    assert followed.antecedent.endswith("And the indexes?")


def test_antecedents_add_up_to_the_root() -> None:
    found = Asked()
    found.add(question(1, "How would you shard the orders table?"))
    indexes = question(2, "And the indexes?")
    found.add(found.in_context(indexes, surely(Kind.SYSTEM_DESIGN)))
    followed = found.in_context(question(3, "Why?"), surely(Kind.SYSTEM_DESIGN))
    assert followed.antecedent == "How would you shard the orders table? And the indexes?"


@pytest.mark.parametrize(
    ("text", "share", "kind"),
    [
        ("Why?", 0.9, Kind.SYSTEM_DESIGN),
        ("And the courier?", 0.5, Kind.SYSTEM_DESIGN),
        ("And the courier?", 0.95, Kind.BEHAVIORAL),
        ("And what if the courier sends an older reading later?", 0.5, Kind.SYSTEM_DESIGN),
        ("And what if the courier sends an older reading later?", 0.9, Kind.BEHAVIORAL),
        ("Which courier was the slowest in the last three months?", 0.5, Kind.BEHAVIORAL),
    ],
)
def test_the_kind_of_a_follow_up_is_weighed_with_the_one_before(
    text: str, share: float, kind: Kind
) -> None:
    """The closer it holds to the question before, the surer its own words have to be."""
    found = asked("How would you shard the orders table?")
    kinds = {Kind.BEHAVIORAL: share, Kind.SYSTEM_DESIGN: (1 - share) / 2 + 0.05}
    assert found.in_context(question(2, text, Kind.BEHAVIORAL), kinds).kind is kind


def test_what_the_user_has_done_opens_every_matter() -> None:
    found = Asked()
    found.add(question(1, "What have you worked on?", Kind.BACKGROUND))
    kinds = {Kind.BACKGROUND: 0.4, Kind.TECHNICAL_KNOWLEDGE: 0.6}
    follow_up = question(2, "And the slow index?", Kind.TECHNICAL_KNOWLEDGE)
    assert found.in_context(follow_up, kinds).kind is Kind.TECHNICAL_KNOWLEDGE
    assert found.in_context(question(3, "Why?"), kinds).kind is Kind.BACKGROUND


@given(
    st.sampled_from(Kind),
    st.sampled_from(Kind),
    st.sampled_from(["And the courier?", "And then what of the courier?"]),
)
def test_words_that_are_sure_win(before: Kind, own: Kind, text: str) -> None:
    found = Asked()
    found.add(question(1, "How would you shard the orders table?", before))
    given_kind = found.in_context(question(2, text, own), surely(own)).kind
    assert given_kind is own


def test_a_clear_matter_of_logistics_stands_for_itself() -> None:
    found = asked("How would you shard the orders table?")
    start = question(2, "And when could you start?", Kind.LOGISTICS)
    assert found.in_context(start, surely(Kind.LOGISTICS)).antecedent == ""


def test_whole_questions_and_first_questions_stand_alone() -> None:
    whole = question(2, "How would you design a rate limiter for a public API?")
    assert asked("Why not?").in_context(whole, surely(Kind.SYSTEM_DESIGN)) == whole
    first = question(1, "Why?")
    assert Asked().in_context(first, surely(Kind.SYSTEM_DESIGN)) == first


def test_follow_ups_nothing_was_trained_on_mostly_find_their_kind() -> None:
    model = QuestionModel.load()
    rows = Path(__file__).with_name("held_out_follow_ups.txt").read_text(encoding="utf-8")
    right = []
    for row in (line for line in rows.splitlines() if "|" in line and not line.startswith("#")):
        before, text, kind = row.split(" | ")
        found = Asked()
        found.add(question(1, "How would you shard the orders table?", Kind(before)))
        assessment = model.assess(text)
        follow_up = question(2, text, assessment.kind)
        right.append(found.in_context(follow_up, assessment.kinds).kind is Kind(kind))
    assert sum(right) / len(right) >= 0.75


def test_questions_nothing_was_trained_on_mostly_carry_what_they_need_and_no_more() -> None:
    model = QuestionModel.load()
    rows = Path(__file__).with_name("held_out_antecedents.txt").read_text(encoding="utf-8")
    carried: list[str] = []
    needing: list[str] = []
    for row in (line for line in rows.splitlines() if "|" in line):
        wanted, before, text = row.split(" | ")
        found = asked(before)
        assessment = model.assess(text)
        follow_up = question(2, text, assessment.kind)
        carried += [row] if found.in_context(follow_up, assessment.kinds).antecedent else []
        needing += [row] if wanted == "needs" else []
    right = len(set(carried) & set(needing))
    assert right / len(carried) >= 0.9
    assert right / len(needing) >= 0.9


def test_few_words_say_nothing_while_more_are_coming() -> None:
    found = asked("How would you shard the orders table?")
    begun = replace(question(2, "How would you"), state=QuestionState.FORMING)
    assert found.in_context(begun, surely(Kind.SYSTEM_DESIGN)).antecedent == ""
    begun = replace(begun, text="And what if the disk")
    assert found.in_context(begun, surely(Kind.SYSTEM_DESIGN)).antecedent
