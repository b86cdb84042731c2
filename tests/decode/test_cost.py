import pytest
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.decode.cost import Costs, expected_accepted, seed_speedup, speedup

COSTS = Costs((1, 2, 4), (0.1, 0.15, 0.2), draft_s=0.02)


def test_width_is_measured_interpolated_and_carried_on() -> None:
    widths = [COSTS.width(n) for n in (1, 2, 3, 4, 6)]
    assert widths == pytest.approx([1.0, 1.5, 1.75, 2.0, 2.5])


def test_a_single_width_is_taken_as_the_price_of_all() -> None:
    assert Costs((1,), (0.1,)).width(8) == 1.0


def test_a_wider_pass_never_counts_as_cheaper() -> None:
    assert Costs((1, 2, 3), (0.2, 0.1, 0.3)).width(2) == 1.0


def test_the_draft_is_priced_in_single_token_passes() -> None:
    assert COSTS.draft == pytest.approx(0.2)


@given(st.floats(0, 0.99), st.integers(0, 20))
def test_beta_of_a_constant_rate_is_the_geometric_sum(alpha: float, k: int) -> None:
    expected = alpha * (1 - alpha**k) / (1 - alpha)
    assert expected_accepted([alpha], k) == pytest.approx(expected)


def test_the_last_rate_holds_for_all_later_places() -> None:
    assert expected_accepted([0.5, 1.0], 4) == pytest.approx(2.0)


def test_the_formulas_agree_where_width_is_free() -> None:
    flat = Costs((1, 9), (1.0, 1.0))
    assert speedup(2.4, 4, flat.width(5), 0.1) == pytest.approx(seed_speedup(2.4, 4, 0.1))


def test_the_figures_of_the_seed() -> None:
    """Beta 3.2 with five drafted tokens at a twentieth of the target's time."""
    assert seed_speedup(3.2, 5, 0.05) == pytest.approx(3.36)


def test_width_makes_drafting_dearer() -> None:
    assert speedup(1.0, 3, COSTS.width(4), 0.0) == pytest.approx(1.0)
