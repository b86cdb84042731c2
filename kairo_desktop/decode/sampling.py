"""From a row of logits to the distribution that is sampled: one transform for target and draft."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kairo_desktop.decode.distribution import Distribution
from kairo_desktop.errors import DecodeFailed

__all__ = ["Sampler", "Sampling", "distribution", "probability"]


@dataclass(frozen=True, slots=True)
class Sampling:
    """How the next token is chosen.

    Applied in this order: repetition penalty, temperature, top-k, top-p, min-p.

    Attributes:
        temperature: >= 0; 0 is greedy, the exact argmax, and the cuts below do nothing.
        top_k: Candidates kept; 0 keeps all.
        top_p: Probability mass kept, in (0, 1]; 1 keeps all.
        min_p: Least share of the best candidate's probability, in [0, 1).
        repeat_penalty: >= 1, divides positive and multiplies negative logits of tokens that the
            answer has used lately; 1 does nothing. The prompt does not count: notes are there to
            be quoted. Source: Keskar et al. 2019, arXiv:1909.05858, section 4.1.
        repeat_window: How many of the answer's last tokens count as lately.
        seed: Seed of the answer's random numbers.
    """

    temperature: float = 0.0
    top_k: int = 40
    top_p: float = 0.95
    min_p: float = 0.05
    repeat_penalty: float = 1.0
    repeat_window: int = 64
    seed: int = 0


def distribution(
    logits: NDArray[np.float32], sampling: Sampling, recent: Sequence[int] = ()
) -> Distribution:
    """What is sampled from after one row of logits.

    Cost: a pass over the row to find the candidates; everything after works on those alone.

    Args:
        logits: float32[n_vocab].
        sampling: The transform.
        recent: The answer's last tokens, for the repetition penalty.

    Raises:
        DecodeFailed: the row holds NaN, or nothing finite.
    """
    if sampling.repeat_penalty != 1.0 and recent:
        logits = _penalize(logits, sampling.repeat_penalty, recent)
    best = int(logits.argmax())  # argmax of a row with a NaN in it is that NaN
    if not np.isfinite(logits[best]):
        raise DecodeFailed(
            "The language model's numbers stopped making sense.",
            cure="Ask again; if it repeats, choose f16 for the key cache or another model.",
        )
    if sampling.temperature == 0.0:
        return Distribution.point(best)
    tokens = _candidates(logits, sampling.top_k)
    scaled = (logits[tokens].astype(np.float64) - float(logits[best])) / sampling.temperature
    return _cut(tokens, np.exp(scaled), sampling)


def probability(logits: NDArray[np.float32], token: int) -> float:
    """Softmax probability of one token at temperature 1, 0..1."""
    return float(1.0 / np.exp(np.minimum(logits - logits[token], 80.0)).sum(dtype=np.float64))


def _penalize(
    logits: NDArray[np.float32], penalty: float, recent: Sequence[int]
) -> NDArray[np.float32]:
    """A copy of the row with the scores of `recent` lowered."""
    logits = logits.copy()
    used = np.unique(np.asarray(recent, np.int64))
    used = used[used < len(logits)]
    scores = logits[used]
    logits[used] = np.where(scores > 0, scores / penalty, scores * penalty)
    return logits


def _candidates(logits: NDArray[np.float32], k: int) -> NDArray[np.int64]:
    """Tokens that top-k leaves, ascending; all when it is off.

    Ties at the last place fall to the lower token, so that p and q cut alike.
    """
    if not 0 < k < len(logits):
        return np.flatnonzero(np.isfinite(logits))
    threshold = np.partition(logits, len(logits) - k)[len(logits) - k]
    if not np.isfinite(threshold):
        return np.flatnonzero(np.isfinite(logits))
    above = np.flatnonzero(logits > threshold)
    ties = np.flatnonzero(logits == threshold)[: k - len(above)]
    return np.union1d(above, ties)


def _cut(
    tokens: NDArray[np.int64], weights: NDArray[np.float64], sampling: Sampling
) -> Distribution:
    """Apply top-p, then min-p, to unnormalized weights, and normalize."""
    if sampling.top_p < 1.0:
        order = np.argsort(-weights, kind="stable")
        mass = np.cumsum(weights[order])
        n_kept = int(np.searchsorted(mass, sampling.top_p * mass[-1])) + 1
        kept = np.sort(order[:n_kept])
        tokens, weights = tokens[kept], weights[kept]
    if sampling.min_p > 0.0:
        kept = np.flatnonzero(weights >= sampling.min_p * weights.max())
        tokens, weights = tokens[kept], weights[kept]
    return Distribution(tokens.astype(np.int32), weights / weights.sum())


class Sampler:
    """The choices of one answer: its random numbers, and what it has said so far.

    Target and draft share it, so both see the same transform.
    """

    def __init__(self, sampling: Sampling) -> None:
        self.sampling = sampling
        self.rng = np.random.default_rng(sampling.seed)
        self._answer: list[int] = []

    def distribution(self, logits: NDArray[np.float32], ahead: Sequence[int] = ()) -> Distribution:
        """What is sampled from after `logits`, with `ahead` drafted beyond the answer so far."""
        if self.sampling.repeat_penalty == 1.0:
            return distribution(logits, self.sampling)
        window = self.sampling.repeat_window
        recent = (*self._answer[-window:], *ahead)[-window:] if window else ()
        return distribution(logits, self.sampling, recent)

    def commit(self, tokens: Sequence[int]) -> None:
        """Add tokens to the answer."""
        self._answer.extend(tokens)
