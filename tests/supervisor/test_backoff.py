from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.supervisor.backoff import Backoff, Patience


def test_restarts_at_once_then_after_one_and_four_seconds_then_gives_up() -> None:
    backoff = Backoff(Patience())
    assert [backoff.died(5.0) for _ in range(5)] == [0.0, 1.0, 4.0, None, None]


def test_a_long_good_life_is_forgiven() -> None:
    backoff = Backoff(Patience())
    for _ in range(3):
        backoff.died(1.0)
    assert backoff.died(60.0) == 0.0


@given(st.lists(st.floats(0, 59), max_size=20))
def test_never_more_restarts_than_delays_without_a_good_life(lives: list[float]) -> None:
    backoff = Backoff(Patience())
    restarts = [delay for life in lives if (delay := backoff.died(life)) is not None]
    assert restarts == [0.0, 1.0, 4.0][: len(lives)]
