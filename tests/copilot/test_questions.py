import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.copilot.protocols import Verdict, VerdictLabel
from kairo_desktop.copilot.questions import Assessment, QuestionModel
from kairo_desktop.types import Kind

MODEL = QuestionModel.load()
UNSURE = Assessment(0.4, 0.3, 0.2, 0.1, {Kind.BACKGROUND: 0.4})


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Tell me about a time you missed a target.", Kind.BEHAVIORAL),
        ("how would you reverse a list of numbers in place", Kind.ALGORITHMIC),
        ("How would you design a booking system for a ferry line?", Kind.SYSTEM_DESIGN),
        ("what is the difference between a mutex and a semaphore", Kind.TECHNICAL_KNOWLEDGE),
        ("Could you tell us a bit about your background?", Kind.BACKGROUND),
        ("What are your salary expectations?", Kind.LOGISTICS),
    ],
)
def test_knows_a_question_and_its_kind(text: str, kind: Kind) -> None:
    found = MODEL.assess(text)
    assert found.label is VerdictLabel.QUESTION
    assert found.kind is kind


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("We are a team of nine and we ship every week.", VerdictLabel.NOT_QUESTION),
        ("So why did we switch? Because it was cheaper.", VerdictLabel.NOT_QUESTION),
        ("tell me about a time when you", VerdictLabel.INCOMPLETE),
        ("Let's say you run a small hospital with two wards.", VerdictLabel.INCOMPLETE),
        ("Can you hear me all right?", VerdictLabel.SMALLTALK),
        ("", VerdictLabel.NOT_QUESTION),
    ],
)
def test_knows_what_is_not_to_be_answered(text: str, label: VerdictLabel) -> None:
    assert MODEL.assess(text).label is label


def test_probabilities_sum_to_one() -> None:
    found = MODEL.assess("Why a heap?")
    total = found.question + found.not_question + found.incomplete + found.smalltalk
    assert total == pytest.approx(1.0, abs=1e-5)


def test_unsure_is_what_could_as_well_be_other_talk() -> None:
    assert UNSURE.unsure
    assert not replace(UNSURE, question=0.9, not_question=0.05).unsure
    assert not replace(UNSURE, question=0.05, not_question=0.65).unsure
    assert not replace(UNSURE, question=0.2, incomplete=0.6).unsure
    assert not Assessment(0.0, 0.0, 1.0, 0.0, {Kind.BACKGROUND: 0.4}).unsure


@given(st.floats(-3.0, 3.0), st.floats(-3.0, 3.0))
def test_a_verdict_moves_the_odds_by_its_own_and_leaves_how_finished_it_looks(
    one: float, other: float
) -> None:
    after = UNSURE.after(Verdict(one)).after(Verdict(other))
    once = UNSURE.after(Verdict(one + other))
    assert (after.question, after.smalltalk) == pytest.approx((once.question, once.smalltalk))
    assert after.incomplete == UNSURE.incomplete
    talk = after.not_question + after.smalltalk
    assert after.question + talk == pytest.approx(1.0 - UNSURE.incomplete)
    before = math.log(UNSURE.question / (UNSURE.not_question + UNSURE.smalltalk))
    assert math.log(after.question / talk) == pytest.approx(before + one + other)


def test_a_verdict_says_nothing_on_the_kind() -> None:
    assert UNSURE.after(Verdict(1.0)).kind is UNSURE.kind


def test_could_become_a_question_counts_the_unfinished() -> None:
    assert pytest.approx(0.6) == UNSURE.could_become_question


@pytest.mark.parametrize("text", ["That is great, thanks.", "good morning, nice to meet you"])
def test_an_answer_demanded_to_other_talk_is_about_the_user(text: str) -> None:
    assert MODEL.assess(text).on_demand().kind is Kind.BACKGROUND


def test_an_answer_demanded_to_a_question_is_of_its_kind() -> None:
    assessment = MODEL.assess("How would you design a rate limiter for a public API?")
    assert assessment.on_demand() == assessment
