import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from kairo_desktop.decode.sampling import Sampler, Sampling, distribution, probability
from kairo_desktop.errors import DecodeFailed

EVERYTHING = Sampling(temperature=1.0, top_k=0, top_p=1.0, min_p=0.0)
LOGITS = np.log(np.array([0.1, 0.4, 0.2, 0.3], np.float32))

rows = arrays(np.float32, 12, elements=st.integers(-6, 6).map(float))
samplings = st.builds(
    Sampling,
    temperature=st.sampled_from([0.0, 0.5, 1.0, 2.0]),
    top_k=st.integers(0, 14),
    top_p=st.sampled_from([0.3, 0.9, 1.0]),
    min_p=st.sampled_from([0.0, 0.05, 0.5]),
)


def test_greedy_is_the_exact_argmax() -> None:
    assert distribution(LOGITS, Sampling()).tokens.tolist() == [1]


def test_greedy_takes_the_first_of_equals() -> None:
    assert distribution(np.zeros(4, np.float32), Sampling()).tokens.tolist() == [0]


def test_at_temperature_one_without_cuts_it_is_the_softmax() -> None:
    assert distribution(LOGITS, EVERYTHING).probs == pytest.approx([0.1, 0.4, 0.2, 0.3])


@given(rows, samplings)
def test_every_transform_gives_a_distribution_that_has_the_argmax(
    row: np.ndarray, sampling: Sampling
) -> None:
    found = distribution(row, sampling)
    assert found.probs.sum() == pytest.approx(1.0)
    assert (found.probs > 0).all()
    assert (np.diff(found.tokens) > 0).all()
    assert found.prob(int(row.argmax())) == found.probs.max()


@given(rows, st.integers(1, 14))
def test_top_k_keeps_the_k_best(row: np.ndarray, k: int) -> None:
    found = distribution(row, Sampling(temperature=1.0, top_k=k, top_p=1.0, min_p=0.0))
    assert len(found.tokens) == min(k, len(row))
    assert sorted(row[found.tokens]) == sorted(row)[-k:]


def test_top_p_keeps_the_fewest_that_reach_the_mass() -> None:
    found = distribution(LOGITS, Sampling(temperature=1.0, top_k=0, top_p=0.65, min_p=0.0))
    assert found.tokens.tolist() == [1, 3]
    assert found.probs == pytest.approx([4 / 7, 3 / 7])


def test_min_p_drops_what_is_far_below_the_best() -> None:
    found = distribution(LOGITS, Sampling(temperature=1.0, top_k=0, top_p=1.0, min_p=0.49))
    assert found.tokens.tolist() == [1, 2, 3]


def test_tokens_that_the_model_rules_out_stay_out() -> None:
    row = np.array([0.0, -np.inf, 1.0, -np.inf], np.float32)
    assert distribution(row, EVERYTHING).tokens.tolist() == [0, 2]
    few = Sampling(temperature=1.0, top_k=3, top_p=1.0, min_p=0.0)
    assert distribution(row, few).tokens.tolist() == [0, 2]


@pytest.mark.parametrize("sampling", [Sampling(), EVERYTHING])
@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_logits_that_are_no_numbers_are_an_error(sampling: Sampling, bad: float) -> None:
    row = LOGITS.copy()
    row[2] = bad
    with pytest.raises(DecodeFailed):
        distribution(row, sampling)


def test_a_row_without_any_chance_is_an_error() -> None:
    with pytest.raises(DecodeFailed):
        distribution(np.full(4, -np.inf, np.float32), Sampling())


def test_repetition_control_lowers_what_was_said_lately() -> None:
    row = np.array([2.0, 1.9, -1.0, -1.1], np.float32)
    found = distribution(row, Sampling(repeat_penalty=1.5), recent=[0, 0, 99])
    assert found.tokens.tolist() == [1]
    negative = distribution(-row, Sampling(repeat_penalty=1.5), recent=[3])
    assert negative.tokens.tolist() == [2]
    assert row[0] == 2.0


def test_a_sampler_counts_the_answer_and_the_draft_ahead_as_lately() -> None:
    row = np.array([2.0, 1.9, 1.8], np.float32)
    sampler = Sampler(Sampling(repeat_penalty=2.0, repeat_window=2))
    assert sampler.distribution(row).tokens.tolist() == [0]
    sampler.commit([0])
    assert sampler.distribution(row).tokens.tolist() == [1]
    assert sampler.distribution(row, ahead=[1]).tokens.tolist() == [2]
    sampler.commit([1, 2])
    assert sampler.distribution(row).tokens.tolist() == [0]


def test_a_window_of_nothing_penalizes_nothing() -> None:
    sampler = Sampler(Sampling(repeat_penalty=2.0, repeat_window=0))
    sampler.commit([0])
    assert sampler.distribution(LOGITS).tokens.tolist() == [1]


def test_probability_is_the_softmax_of_one_token() -> None:
    assert probability(LOGITS, 3) == pytest.approx(0.3)
    assert probability(np.array([0.0, 500.0], np.float32), 0) == pytest.approx(0.0)
