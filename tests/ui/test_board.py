"""The board against what a session may tell it, in and out of order."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.audio.health import LaneHealth, LaneState
from kairo_desktop.session.events import AnchorFound, Item
from kairo_desktop.supervisor.messages import Connections
from kairo_desktop.types import Lane, QuestionState, Utterance
from kairo_desktop.ui.board import MAX_CAPTION_CHARS, MAX_CARDS, MAX_PINNED, Board
from kairo_desktop.ui.views import CardView, Phase
from tests.ui.boards import phase_of, running, tell
from tests.ui.overlay.script import (
    ANCHOR,
    POINTS,
    answer,
    board_after,
    growth,
    hypothesis,
    point,
    question,
)

_CONFIRMED, _TENTATIVE = QuestionState.CONFIRMED, QuestionState.TENTATIVE
_FORMING, _WITHDRAWN = QuestionState.FORMING, QuestionState.WITHDRAWN


def _cards(*items: Item) -> tuple[CardView, ...]:
    return board_after(items).cards


def test_a_forming_question_is_not_shown_and_keeps_its_anchor_for_later() -> None:
    assert _cards(question("Tell me", state=_FORMING), AnchorFound(1, ANCHOR)) == ()
    (card,) = _cards(
        question("Tell me", state=_FORMING), AnchorFound(1, ANCHOR), question("Tell me more.")
    )
    assert card.anchor == ANCHOR


def test_a_tentative_question_that_is_withdrawn_leaves() -> None:
    assert _cards(question("Why?", state=_TENTATIVE), question("Why?", state=_WITHDRAWN)) == ()


def test_withdrawing_what_is_not_there_does_nothing() -> None:
    assert _cards(question("Why?", 4, _WITHDRAWN)) == ()


def test_a_tentative_question_that_forms_again_stays_in_sight() -> None:
    (card,) = _cards(question("Why?", state=_TENTATIVE), question("Why did", state=_FORMING))
    assert (card.state, card.question) == (_TENTATIVE, "Why did")


def test_a_confirmed_question_that_is_taken_back_stays_and_says_so() -> None:
    (card,) = _cards(question("Why?"), *growth(), question("Why?", state=_WITHDRAWN))
    assert card.state is _WITHDRAWN
    assert len(card.points) == len(POINTS)


def test_a_confirmed_question_that_goes_on_keeps_its_words_until_it_is_confirmed_anew() -> None:
    board = running()
    tell(board, question("Why?"), question("Why did you leave", state=_TENTATIVE))
    assert board.view.cards[0].question == "Why?"
    tell(board, question("Why did you leave early?"))
    assert board.view.cards[0].question == "Why did you leave early?"


def test_a_repeated_question_comes_to_the_front() -> None:
    asked = [question("One?", 1), question("Two?", 2), question("Three?", 3)]
    again = replace(question("One?", 1), repeat_of=1)
    assert [card.turn_id for card in _cards(*asked, again)] == [2, 3, 1]


def test_points_grow_in_place() -> None:
    (card,) = _cards(question("Why?"), *growth())
    assert tuple(p.text for p in card.points) == POINTS
    assert not card.done


def test_another_answer_begins_where_its_words_differ() -> None:
    (card,) = _cards(question("Why?"), *growth(), point(1, "Quite", final=False))
    assert [p.text for p in card.points] == [POINTS[0], "Quite"]


@pytest.mark.parametrize("anew", [question("Why?"), point(0, "Another one", final=False)])
def test_an_answer_that_is_written_again_has_no_times_yet(anew: Item) -> None:
    (card,) = _cards(question("Why?"), *growth(), answer(), anew)
    assert card.trace is None


def test_what_is_forgotten_leaves_the_board_unless_it_runs() -> None:
    board = Board()
    board.begin(Lane)
    tell(board, question("Why?"), *growth())
    board.forget()
    assert board.view.cards
    board.end()
    board.forget()
    assert board.view.cards == ()


def test_the_answer_sets_points_trace_and_what_the_notes_lack() -> None:
    (card,) = _cards(question("Why?"), answer(1, POINTS[:2], in_notes=False))
    assert [p.text for p in card.points] == list(POINTS[:2])
    assert card.done
    assert card.not_in_notes
    assert card.trace is not None


def test_an_answer_without_points_leaves_those_that_stand() -> None:
    (card,) = _cards(question("Why?"), *growth(), answer(1, ()))
    assert len(card.points) == len(POINTS)


def test_what_belongs_to_no_question_is_dropped() -> None:
    assert _cards(point(0, "I", 7), AnchorFound(7, ANCHOR), answer(7)) == ()


def test_a_pinned_point_grows_with_the_answer_and_survives_another_one() -> None:
    board = running()
    tell(board, question("Why?"), point(0, POINTS[0][:9], final=False))
    board.pin(1, 0)
    tell(board, *growth(POINTS[:1]))
    assert board.view.pinned[0].text == POINTS[0]
    tell(board, question("Why?"), point(0, "Quite another", final=False))
    assert board.view.pinned[0].text == POINTS[0]


def test_pinning_twice_lets_go() -> None:
    board = running()
    tell(board, question("Why?"), *growth())
    board.pin(1, 2)
    board.pin(1, 2)
    assert board.view.pinned == ()


def test_the_oldest_pinned_point_gives_way() -> None:
    board = running()
    texts = [f"Point {n}" for n in range(MAX_PINNED + 1)]
    tell(board, question("Why?"), answer(1, texts))
    for index in range(len(texts)):
        board.pin(1, index)
    assert [p.index for p in board.view.pinned] == list(range(1, MAX_PINNED + 1))


@pytest.mark.parametrize(("turn_id", "index"), [(1, 9), (8, 0)])
def test_what_is_not_there_cannot_be_pinned(turn_id: int, index: int) -> None:
    board = running()
    tell(board, question("Why?"), *growth())
    board.pin(turn_id, index)
    assert board.view.pinned == ()


def test_a_caption_tells_finished_committed_and_tentative_words_apart() -> None:
    view = board_after(
        [Utterance(Lane.SYSTEM, 2, "Hello there.", 1.0, 2.0), hypothesis(Lane.SYSTEM, "How", "are")]
    )
    caption = view.captions[0]
    assert (caption.finished, caption.committed, caption.tentative) == (
        "Hello there.",
        "How",
        "are",
    )


def test_a_finished_utterance_takes_the_place_of_the_open_one() -> None:
    view = board_after([hypothesis(Lane.MIC, "Well", "yes"), Utterance(Lane.MIC, 3, "Well", 1, 2)])
    assert view.captions[1].finished == "Well"
    assert view.captions[1].committed == view.captions[1].tentative == ""


def test_connections_outlast_the_session() -> None:
    board = running()
    board.take(Connections(2, ("a.example",)))
    board.end()
    board.begin(Lane)
    assert board.view.connections.count == 2


def test_what_was_asked_can_be_read_when_the_session_is_over() -> None:
    board = running()
    tell(board, question("Why?"), *growth(), LaneHealth(Lane.MIC, LaneState.LOST, "", "gone"))
    board.end()
    assert phase_of(board) is Phase.IDLE
    assert len(board.view.cards) == 1
    assert not any(lane.troubled for lane in board.view.lanes)


def test_a_new_session_begins_with_an_empty_board() -> None:
    board = running()
    tell(board, question("Why?"), *growth())
    board.pin(1, 0)
    board.begin(Lane)
    assert not board.view.cards
    assert not board.view.pinned


def test_three_hours_of_questions_and_talk_take_bounded_memory() -> None:
    board = running()
    for turn_id in range(1, 2 * MAX_CARDS):
        tell(
            board,
            question("Why?", turn_id),
            answer(turn_id),
            Utterance(Lane.MIC, turn_id, "And so it went on " * 5, 0.0, 1.0),
        )
    assert len(board.view.cards) == MAX_CARDS
    assert board.view.cards[-1].turn_id == 2 * MAX_CARDS - 1
    assert len(board.view.captions[1].finished) <= MAX_CAPTION_CHARS


_TURNS = st.integers(1, 4)
_STEPS = st.one_of(
    st.builds(
        lambda turn, state, repeats: replace(
            question("Why?", turn, state), repeat_of=turn if repeats else None
        ),
        _TURNS,
        st.sampled_from(QuestionState),
        st.booleans(),
    ),
    st.builds(
        lambda turn, index, text, final: point(index, text, turn, final=final),
        _TURNS,
        st.integers(0, 2),
        st.text("ab ", max_size=4),
        st.booleans(),
    ),
    st.builds(lambda turn, texts: answer(turn, texts), _TURNS, st.lists(st.text("ab"), max_size=3)),
)


@given(st.lists(_STEPS, max_size=40))
def test_what_stands_once_never_leaves_and_never_loses_all_its_points(steps: list[Item]) -> None:
    board = running()
    standing: set[int] = set()
    answered: set[int] = set()
    for step in steps:
        tell(board, step)
        cards = {card.turn_id: card for card in board.view.cards}
        assert standing <= cards.keys()
        assert all(cards[turn].points for turn in answered)
        standing |= {turn for turn, card in cards.items() if card.stands}
        answered |= {turn for turn in standing if cards[turn].points}


@given(st.lists(_STEPS, max_size=40))
def test_the_points_of_a_card_are_its_own_and_in_order(steps: list[Item]) -> None:
    board = running()
    for step in steps:
        tell(board, step)
    for card in board.view.cards:
        assert all(p.turn_id == card.turn_id for p in card.points)
        indexes = [p.index for p in card.points]
        assert indexes == sorted(set(indexes))
