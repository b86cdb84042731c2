from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.session.events import AnchorFound
from kairo_desktop.supervisor.ledger import Ledger
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

ids = st.integers(1, 5)
states = st.sampled_from(list(QuestionState))


def _turn(turn_id: int, state: QuestionState = QuestionState.CONFIRMED) -> Question:
    return Question(turn_id, f"q{turn_id}", Kind.BACKGROUND, float(turn_id), state)


def _point(text: str, state: PointState = PointState.TENTATIVE) -> TalkingPoint:
    return TalkingPoint(1, 0, text, (), state)


def _done(turn_id: int) -> AnswerDone:
    return AnswerDone(turn_id, (), not_in_notes=True, trace=Trace(0.0))


happenings = st.lists(st.one_of(st.builds(_turn, ids, states), ids.map(_done)), max_size=30)


@given(happenings)
def test_a_turn_is_unanswered_while_its_last_word_is_confirmed(
    items: list[Question | AnswerDone],
) -> None:
    ledger = Ledger()
    open_since: dict[int, int] = {}
    for n, item in enumerate(items):
        ledger.note(item)
        is_confirmed = isinstance(item, Question) and item.state is QuestionState.CONFIRMED
        if is_confirmed:
            open_since.setdefault(item.turn_id, n)
        else:
            open_since.pop(item.turn_id, None)
    waiting = sorted(open_since, key=lambda turn_id: open_since[turn_id])
    assert [turn.turn_id for turn in ledger.unanswered] == waiting
    seen = [item.turn_id for item in items if isinstance(item, Question)]
    assert ledger.next_turn_id == max(seen, default=0) + 1


def test_a_turn_that_is_confirmed_again_while_it_waits_keeps_its_place() -> None:
    ledger = Ledger()
    for turn in (_turn(1), _turn(2), _turn(1)):
        ledger.note(turn)
    assert [turn.turn_id for turn in ledger.unanswered] == [1, 2]


def test_answers_are_kept_with_their_questions() -> None:
    ledger = Ledger()
    ledger.note(_turn(1))
    ledger.note(_done(1))
    ledger.note(_done(9))
    assert [(t.question.text, t.answer) for t in ledger.answered] == [("q1", _done(1))]


def test_a_turn_answered_twice_keeps_its_question() -> None:
    ledger = Ledger()
    for item in (_turn(1), _done(1), _done(1)):
        ledger.note(item)
    assert [t.question.turn_id for t in ledger.answered] == [1, 1]


def test_what_was_not_confirmed_is_withdrawn_once() -> None:
    ledger = Ledger()
    ledger.note(_turn(1, QuestionState.CONFIRMED))
    ledger.note(_turn(2, QuestionState.TENTATIVE))
    assert list(ledger.withdraw_open()) == [_turn(2, QuestionState.WITHDRAWN)]
    assert list(ledger.withdraw_open()) == []


def test_the_past_ends_with_the_last_confirmed_turn() -> None:
    assert Ledger().last_confirmed is None
    ledger = Ledger()
    ledger.note(_turn(1))
    ledger.note(_turn(2))
    assert ledger.last_confirmed == _turn(2)
    ledger.note(_turn(2, QuestionState.FORMING))
    assert ledger.last_confirmed == _turn(1)


def test_a_turn_taken_up_again_is_not_told_again() -> None:
    ledger = Ledger()
    ledger.note(_turn(1))
    ledger.resume()
    assert not ledger.note(_turn(1))
    assert ledger.note(_turn(1))


def test_points_taken_up_again_are_told_from_where_they_stood() -> None:
    ledger = Ledger()
    ledger.note(_turn(1))
    ledger.note(_point("Use a queue"))
    ledger.resume()
    assert not ledger.note(_point("Use"))
    assert not ledger.note(_point("Use a queue"))
    assert ledger.note(_point("Use a queue.", PointState.FINAL))
    assert not ledger.note(_point("Use a queue.", PointState.FINAL))


def test_a_point_that_comes_out_differently_is_told() -> None:
    ledger = Ledger()
    ledger.note(_turn(1))
    ledger.note(_point("Use a queue"))
    ledger.resume()
    assert ledger.note(_point("Draw"))


def test_a_point_is_told_as_it_comes_while_nothing_has_died() -> None:
    ledger = Ledger()
    ledger.note(_turn(1))
    assert ledger.note(_point("Use a queue"))
    assert ledger.note(_point("Use"))


def test_an_anchor_is_always_told() -> None:
    assert Ledger().note(AnchorFound(1, Anchor("a.md", "", "b")))
