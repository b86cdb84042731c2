from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.store.figures import Figures, Waits, figures_of
from kairo_desktop.store.records import SavedTurn
from kairo_desktop.types import Trace
from tests.store.telling import QUESTION


def _turn(n: int, first_ms: float | None, done_ms: float | None = None) -> SavedTurn:
    trace = Trace(n * 10.0, first_words_ms=first_ms, done_ms=done_ms)
    return SavedTurn(replace(QUESTION, turn_id=n), (), not_in_notes=False, trace=trace)


def test_a_session_without_questions_has_no_figures() -> None:
    assert figures_of(()) == Figures(0, 0, Waits(), Waits())


def test_the_first_answer_is_the_cold_one_and_words_before_the_end_are_no_wait() -> None:
    turns = [_turn(1, 900.0, 2000.0), _turn(2, -50.0, 1000.0), _turn(3, 300.0)]
    figures = figures_of(turns)
    assert figures.first_words == Waits(300.0, 900.0, 900.0)
    assert figures.done == Waits(1500.0, 2000.0, 2000.0)


def test_a_question_without_an_answer_is_asked_and_not_answered() -> None:
    open_turn = replace(_turn(1, None), trace=None)
    figures = figures_of([open_turn, _turn(2, 100.0)])
    assert (figures.n_asked, figures.n_answered) == (2, 1)
    assert figures.first_words == Waits(100.0, 100.0, 100.0)


def test_a_first_answer_without_words_leaves_the_cold_wait_open() -> None:
    assert figures_of([_turn(1, None), _turn(2, 100.0)]).first_words == Waits(100.0, 100.0, None)


@given(st.lists(st.floats(-500, 5000), min_size=1, max_size=40))
def test_not_more_than_a_twentieth_waits_longer_than_p95(waits: list[float]) -> None:
    found = figures_of([_turn(n, ms) for n, ms in enumerate(waits)]).first_words
    assert found.p50_ms is not None
    assert found.p95_ms is not None
    assert 0 <= found.p50_ms <= found.p95_ms
    assert sum(max(0, ms) > found.p95_ms for ms in waits) <= len(waits) / 20
