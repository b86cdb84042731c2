"""The one verifier: which drafted tokens stand, and which token follows them.

Whatever the drafter, the answer is distributed as if the target had been sampled token by token.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from kairo_desktop.decode.distribution import Distribution, residual
from kairo_desktop.decode.draft import Draft

__all__ = ["Rows", "Verdict", "verify"]

Rows: TypeAlias = Callable[[Sequence[int]], Distribution]
"""The target's distribution behind a path of draft nodes; () stands for the answer so far."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome of one round.

    Attributes:
        path: Accepted nodes, root to leaf.
        token: What follows them: the correction of the first rejected token, or a bonus token
            when a whole path was accepted.
    """

    path: tuple[int, ...]
    token: int


def verify(draft: Draft, rows: Rows, rng: np.random.Generator) -> Verdict:
    """Walk down the draft as long as the target agrees.

    A row is asked for only when the walk reaches it. At temperature 0 the target's
    distribution is a point mass and the walk follows the argmax.

    Source: Leviathan et al. 2023, arXiv:2211.17192, algorithm 1; siblings as in Miao et al. 2023,
    arXiv:2305.09781, section 4.3.
    """
    path: list[int] = []
    step = _step_looked_up if draft.probs is None else _step_drawn
    while True:
        node = path[-1] if path else -1
        child, token = step(draft, draft.children(node), rows(path), rng)
        if child is None:
            return Verdict(tuple(path), token)
        path.append(child)


def _step_looked_up(
    draft: Draft, children: Sequence[int], p: Distribution, rng: np.random.Generator
) -> tuple[int | None, int]:
    """Draw from the target first; a guess that equals the draw is accepted.

    Uses the random numbers of plain sampling, so the answer is the same token for token.
    """
    token = p.sample(rng)
    for child in children:
        if draft.tokens[child] == token:
            return child, token
    return None, token


def _step_drawn(
    draft: Draft, children: Sequence[int], p: Distribution, rng: np.random.Generator
) -> tuple[int | None, int]:
    """Accept a guess x drawn from q with probability min(1, p[x] / q[x]), else go on without q."""
    assert draft.probs is not None
    for child in children:
        token, q = int(draft.tokens[child]), draft.probs[child]
        if rng.random() * q.prob(token) < p.prob(token):
            return child, token
        p = residual(p, q)
    return None, p.sample(rng)
