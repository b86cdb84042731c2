"""Random distributions over a handful of tokens."""

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from kairo_desktop.decode.distribution import Distribution

N_VOCAB = 5


def distributions() -> st.SearchStrategy[Distribution]:
    """Weights are small integers, so ties, equal distributions and missing tokens are common."""
    weights = st.lists(st.integers(0, 4), min_size=N_VOCAB, max_size=N_VOCAB).filter(any)
    return weights.map(from_weights)


def from_weights(weights: list[int]) -> Distribution:
    array = np.asarray(weights, np.float64)
    tokens = np.flatnonzero(array)
    return Distribution(tokens.astype(np.int32), array[tokens] / array.sum())


def dense(distribution: Distribution) -> NDArray[np.float64]:
    """float64[N_VOCAB]."""
    return distribution.probs_of(np.arange(N_VOCAB, dtype=np.int32))
