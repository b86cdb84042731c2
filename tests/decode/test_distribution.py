import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.decode.distribution import Distribution, residual
from tests.fakes.distributions import dense, distributions


def test_a_point_mass_always_gives_its_token() -> None:
    point = Distribution.point(7)
    assert point.sample(np.random.default_rng(0)) == 7
    assert point.prob(7) == 1.0


def test_tokens_that_are_not_named_have_no_chance() -> None:
    distribution = Distribution(np.array([2, 5], np.int32), np.array([0.25, 0.75]))
    assert [distribution.prob(token) for token in (0, 2, 3, 5, 9)] == [0, 0.25, 0, 0.75, 0]
    assert distribution.probs_of(np.array([0, 2, 3, 5, 9])).tolist() == [0, 0.25, 0, 0.75, 0]


@given(distributions(), st.floats(0, 1, exclude_max=True))
def test_sampling_inverts_the_cumulative_sum(distribution: Distribution, u: float) -> None:
    class Fixed:
        def random(self) -> float:
            return u

    token = distribution.sample(Fixed())  # type: ignore[arg-type] # only random() is asked for
    below = distribution.probs[distribution.tokens < token].sum()
    assert below - 1e-9 <= u <= below + distribution.prob(token) + 1e-9


def test_rounding_at_the_top_of_the_range_gives_the_last_token() -> None:
    class Top:
        def random(self) -> float:
            return 1.0

    even = Distribution(np.array([1, 4], np.int32), np.array([0.5, 0.5]))
    assert even.sample(Top()) == 4  # type: ignore[arg-type] # only random() is asked for


@given(distributions(), distributions())
def test_accepted_mass_and_residual_make_up_the_target(p: Distribution, q: Distribution) -> None:
    p_dense, q_dense = dense(p), dense(q)
    accept = np.minimum(1.0, np.divide(p_dense, q_dense, where=q_dense > 0, out=0 * q_dense))
    accepted = q_dense * accept
    left = dense(residual(p, q))
    np.testing.assert_allclose(accepted + (1 - accepted.sum()) * left, p_dense, atol=1e-12)


def test_where_nothing_is_left_the_target_itself_is_sampled() -> None:
    p = Distribution(np.array([1, 4], np.int32), np.array([0.5, 0.5]))
    assert residual(p, p) is p


def test_a_draft_of_a_smaller_vocabulary_leaves_the_mass_beyond_it() -> None:
    p = Distribution(np.array([1, 100], np.int32), np.array([0.5, 0.5]))
    q = Distribution.point(1)
    assert residual(p, q).prob(100) == pytest.approx(1.0)
