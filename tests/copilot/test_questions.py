import pytest

from kairo_desktop.copilot.protocols import Verdict, VerdictLabel
from kairo_desktop.copilot.questions import Assessment, QuestionModel
from kairo_desktop.types import Kind

MODEL = QuestionModel.load()
UNSURE = Assessment(0.4, 0.3, 0.2, 0.1, Kind.BACKGROUND, 0.4)


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


def test_margin_is_the_lead_over_the_second() -> None:
    assert UNSURE.margin == pytest.approx(0.1)
    assert UNSURE.could_become_question == pytest.approx(0.6)


def test_a_verdict_weighs_as_much_as_the_features() -> None:
    after = UNSURE.after(Verdict(VerdictLabel.NOT_QUESTION, Kind.LOGISTICS, 0.9))
    assert after.label is VerdictLabel.NOT_QUESTION
    assert after.kind is Kind.BACKGROUND


def test_a_verdict_on_a_question_settles_a_kind_that_was_a_guess() -> None:
    after = UNSURE.after(Verdict(VerdictLabel.QUESTION, Kind.LOGISTICS, 0.9))
    assert after.label is VerdictLabel.QUESTION
    assert after.kind is Kind.LOGISTICS
