"""Probabilities of the few tokens that can come next."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Distribution", "residual"]


@dataclass(frozen=True, slots=True)
class Distribution:
    """A distribution over tokens that names only those with a chance.

    A vocabulary has 150,000 tokens and a sampled row a few dozen candidates, so every operation
    here costs what the candidates cost. Vocabularies of different size meet without padding.

    Attributes:
        tokens: int32[m], ascending, m >= 1.
        probs: float64[m], > 0, sums to 1.
    """

    tokens: NDArray[np.int32]
    probs: NDArray[np.float64]

    @classmethod
    def point(cls, token: int) -> "Distribution":
        """All mass on one token."""
        return cls(np.array([token], np.int32), np.ones(1))

    def prob(self, token: int) -> float:
        """Probability of one token."""
        i = int(np.searchsorted(self.tokens, token))
        found = i < len(self.tokens) and self.tokens[i] == token
        return float(self.probs[i]) if found else 0.0

    def probs_of(self, tokens: NDArray[np.int32]) -> NDArray[np.float64]:
        """Probabilities of `tokens`, float64[len(tokens)]."""
        i = np.minimum(np.searchsorted(self.tokens, tokens), len(self.tokens) - 1)
        return np.where(self.tokens[i] == tokens, self.probs[i], 0.0)

    def sample(self, rng: np.random.Generator) -> int:
        """Draw one token; takes exactly one random number, even from a point mass."""
        u = rng.random()
        cumulative = np.cumsum(self.probs)
        i = int(np.searchsorted(cumulative, u * cumulative[-1], side="right"))
        return int(self.tokens[min(i, len(self.tokens) - 1)])


def residual(p: Distribution, q: Distribution) -> Distribution:
    """What is left of `p` once a draft from `q` was rejected: max(p - q, 0), normalized.

    Where nothing is left, p and q are equal up to rounding and `p` itself is right.

    Source: Leviathan et al. 2023, arXiv:2211.17192, algorithm 1.
    """
    left = np.maximum(p.probs - q.probs_of(p.tokens), 0.0)
    kept = np.flatnonzero(left)
    if len(kept) == 0:
        return p
    return Distribution(p.tokens[kept], left[kept] / left[kept].sum())
