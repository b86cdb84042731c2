"""What a session's items say about its turns."""

from pathlib import Path

import pytest

from kairo_desktop.bench.interview import interviews, turns_of, withdrawn_of
from kairo_desktop.errors import InputError
from kairo_desktop.session.events import AnchorFound, Item
from kairo_desktop.types import (
    Anchor,
    AnswerDone,
    Kind,
    PointState,
    Question,
    QuestionState,
    TalkingPoint,
    Trace,
)


def question(
    state: QuestionState, text: str = "Why?", turn_id: int = 1, repeat_of: int | None = None
) -> Question:
    return Question(turn_id, text, Kind.BACKGROUND, 2.0, state, repeat_of)


def point(turn_id: int = 1) -> TalkingPoint:
    return TalkingPoint(turn_id, 0, "Because", (), PointState.TENTATIVE)


def done(turn_id: int = 1) -> AnswerDone:
    return AnswerDone(turn_id, (point(turn_id),), not_in_notes=False, trace=Trace(2.0))


def test_an_answered_turn_has_its_question_and_anchor() -> None:
    confirmed = question(QuestionState.CONFIRMED)
    anchor = Anchor("a.md", "A", "It fell")
    (turn,) = turns_of([confirmed, AnchorFound(1, anchor), point(), done()])
    assert (turn.question, turn.anchor) == (confirmed, anchor)


def test_a_version_shown_and_replaced_counts_as_withdrawn() -> None:
    items: list[Item] = [
        question(QuestionState.TENTATIVE, "Why"),
        point(),
        question(QuestionState.TENTATIVE, "Why not?"),
        question(QuestionState.CONFIRMED, "Why not?"),
        point(),
        done(),
    ]
    assert withdrawn_of(items) == 1


def test_a_turn_that_came_to_nothing_counts_if_it_was_shown() -> None:
    none = question(QuestionState.WITHDRAWN)
    assert withdrawn_of([question(QuestionState.TENTATIVE), point(), none]) == 1
    assert withdrawn_of([question(QuestionState.TENTATIVE), none]) == 0


def test_a_version_that_was_never_shown_does_not_count() -> None:
    items: list[Item] = [
        question(QuestionState.TENTATIVE, "Why"),
        question(QuestionState.CONFIRMED, "Why not?"),
        point(),
        done(),
    ]
    assert withdrawn_of(items) == 0


def test_confirming_what_is_shown_withdraws_nothing() -> None:
    items: list[Item] = [
        question(QuestionState.TENTATIVE),
        point(),
        question(QuestionState.CONFIRMED),
        done(),
    ]
    assert withdrawn_of(items) == 0


def test_a_question_that_comes_back_is_a_turn_of_its_own() -> None:
    once: list[Item] = [question(QuestionState.CONFIRMED), point(), done()]
    again: list[Item] = [question(QuestionState.CONFIRMED, repeat_of=1), point(), done()]
    assert len(turns_of(once + again)) == 2


def test_a_turn_that_went_on_is_one_with_its_last_answer() -> None:
    items: list[Item] = [
        question(QuestionState.CONFIRMED, "Why?"),
        point(),
        done(),
        question(QuestionState.TENTATIVE, "Why not?"),
        question(QuestionState.CONFIRMED, "Why not?"),
        point(),
        done(),
    ]
    assert [turn.question.text for turn in turns_of(items)] == ["Why not?"]
    assert withdrawn_of(items) == 1


def test_an_interview_knows_what_was_asked(data_dir: Path) -> None:
    (interview,) = interviews(data_dir)
    assert len(interview.questions) == 8
    assert interview.recording.profile == data_dir / "profiles" / "tomasz_adeyemi"


def test_a_folder_without_interviews_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no interviews"):
        list(interviews(tmp_path))
