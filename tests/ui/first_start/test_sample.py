from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.ui.first_start.sample import AnswerLine, Point, Sample, TraceLine


def _shown(*lines: AnswerLine) -> Sample:
    sample = Sample()
    for line in lines:
        sample = sample.take(line)
    return sample


ASKED = AnswerLine("question", turn_id=1, text="Why?", state="tentative")


def test_caption_is_what_the_interviewer_says() -> None:
    heard = AnswerLine("hypothesis", lane="system", committed="Tell me", tentative="about")
    user = AnswerLine("hypothesis", lane="mic", committed="Hello")
    assert _shown(heard, user).caption == "Tell me about"


def test_forming_question_is_not_shown() -> None:
    assert not _shown(AnswerLine("question", turn_id=1, text="Why", state="forming")).turns


def test_question_that_stands_is_shown_and_may_grow() -> None:
    more = AnswerLine("question", turn_id=1, text="Why us?", state="confirmed")
    point = AnswerLine("point", turn_id=1, text="Because", state="tentative")
    (turn,) = _shown(ASKED, point, more).turns
    assert (turn.question, turn.points) == ("Why us?", (Point("Because"),))


def test_next_question_stands_before_the_last_which_is_still_answered() -> None:
    shown = _shown(
        ASKED,
        AnswerLine("question", turn_id=2, text="How?", state="confirmed"),
        AnswerLine("point", turn_id=1, text="Because", state="final"),
    )
    assert [turn.question for turn in shown.turns] == ["How?", "Why?"]
    assert shown.turns[1].points == (Point("Because", final=True),)


def test_question_asked_again_comes_back_with_its_answer() -> None:
    point = AnswerLine("point", turn_id=1, text="Because", state="final")
    other = AnswerLine("question", turn_id=2, text="How?", state="confirmed")
    shown = _shown(ASKED, point, other, ASKED)
    assert [turn.turn_id for turn in shown.turns] == [1, 2]
    assert shown.turns[0].points


def test_question_taken_back_goes_with_all_that_was_said() -> None:
    point = AnswerLine("point", turn_id=1, text="Because", state="tentative")
    gone = AnswerLine("question", turn_id=1, text="Why?", state="withdrawn")
    assert _shown(ASKED, point, gone).turns == ()


def test_another_question_taken_back_changes_nothing() -> None:
    gone = AnswerLine("question", turn_id=7, state="withdrawn")
    assert _shown(ASKED, gone) == _shown(ASKED)


def test_anchor_carries_its_heading() -> None:
    titled = AnswerLine("anchor", turn_id=1, heading="Me", text="5 years")
    bare = AnswerLine("anchor", turn_id=1, text="5 years")
    assert _shown(ASKED, titled).turns[0].anchor == "Me: 5 years"
    assert _shown(ASKED, bare).turns[0].anchor == "5 years"


def test_points_grow_in_their_places() -> None:
    shown = _shown(
        ASKED,
        AnswerLine("point", turn_id=1, index=0, text="One", state="final"),
        AnswerLine("point", turn_id=1, index=1, text="Tw", state="tentative"),
        AnswerLine("point", turn_id=1, index=1, text="Two", state="final"),
    )
    assert shown.turns[0].points == (Point("One", final=True), Point("Two", final=True))


def test_lines_of_a_question_that_is_not_there_change_nothing() -> None:
    stray = AnswerLine("point", turn_id=2, text="Stray", state="final")
    note = AnswerLine("anchor", turn_id=2, text="Stray")
    assert _shown(ASKED, stray, note) == _shown(ASKED)


def test_other_lines_of_a_turn_change_nothing() -> None:
    assert _shown(ASKED, AnswerLine("gap", turn_id=1)) == _shown(ASKED)


def test_answer_says_how_fast_it_came() -> None:
    shown = _shown(ASKED, AnswerLine("answer_done", turn_id=1, trace=TraceLine(310.0)))
    assert shown.answered
    assert shown.turns[0].first_words_ms == 310.0


def test_points_of_a_finished_answer_are_final() -> None:
    growing = AnswerLine("point", turn_id=1, text="Because", state="tentative")
    shown = _shown(ASKED, growing, AnswerLine("answer_done", turn_id=1))
    assert shown.turns[0].points == (Point("Because", final=True),)


def test_words_before_the_end_of_the_question_count_as_at_once() -> None:
    early = AnswerLine("answer_done", turn_id=1, trace=TraceLine(-80.0))
    without = AnswerLine("answer_done", turn_id=1)
    assert _shown(ASKED, early).turns[0].first_words_ms == 0.0
    assert _shown(ASKED, without).turns[0].first_words_ms is None


_LINES = st.builds(
    AnswerLine,
    event=st.sampled_from(["hypothesis", "question", "anchor", "point", "answer_done", "gap"]),
    lane=st.sampled_from(["mic", "system"]),
    turn_id=st.integers(1, 3),
    text=st.text(max_size=5),
    state=st.sampled_from(["forming", "tentative", "confirmed", "withdrawn", "final"]),
    index=st.integers(0, 6),
)


@given(lines=st.lists(_LINES, max_size=30))
def test_no_question_is_shown_twice(lines: list[AnswerLine]) -> None:
    ids = [turn.turn_id for turn in _shown(*lines).turns]
    assert len(ids) == len(set(ids))
