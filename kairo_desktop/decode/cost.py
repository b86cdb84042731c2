"""What a guess costs and what it should bring."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

__all__ = ["Costs", "expected_accepted", "seed_speedup", "speedup"]


@dataclass(frozen=True, slots=True)
class Costs:
    """Seconds that passes take on this machine.

    Attributes:
        widths: Tokens in a pass, ascending, beginning with 1.
        pass_s: Seconds of a target pass over that many tokens, each with logits.
        draft_s: Seconds per token of the draft model; 0 where there is none.
    """

    widths: tuple[int, ...]
    pass_s: tuple[float, ...]
    draft_s: float = 0.0

    def width(self, n: int) -> float:
        """t(n) / t(1): what a pass over n tokens costs, in single-token passes.

        Between measured widths along a line, and beyond the last one on along the last piece.
        A wider pass never counts as cheaper: where it measured so, that was noise.
        """
        relative = np.maximum.accumulate(np.asarray(self.pass_s) / self.pass_s[0])
        if n <= self.widths[-1] or len(self.widths) < 2:
            return float(np.interp(n, self.widths, relative))
        slope = (relative[-1] - relative[-2]) / (self.widths[-1] - self.widths[-2])
        return float(relative[-1] + slope * (n - self.widths[-1]))

    @property
    def draft(self) -> float:
        """t_draft / t(1)."""
        return self.draft_s / self.pass_s[0]


def expected_accepted(rates: Sequence[float], k: int) -> float:
    """Mean number of accepted tokens (beta) of a chain of k.

    Args:
        rates: Chance that a token stands if those before it do, by its place in the chain; the
            last one holds for all places beyond.
        k: Length of the chain.
    """
    beta, survives = 0.0, 1.0
    for place in range(k):
        survives *= rates[min(place, len(rates) - 1)]
        beta += survives
    return beta


def seed_speedup(beta: float, k: int, draft: float) -> float:
    """The textbook speed-up over plain decoding, where a wide pass costs what a narrow one does.

    Source: Leviathan et al. 2023, arXiv:2211.17192, theorem 3.8.

    Args:
        beta: Mean accepted tokens a pass.
        k: Drafted tokens a pass.
        draft: t_draft / t(1).
    """
    return (1 + beta) / (1 + k * draft)


def speedup(beta: float, k: int, width: float, draft: float) -> float:
    """The speed-up where width costs.

    Args:
        beta: Mean accepted tokens a pass.
        k: Drafted tokens a pass.
        width: t(k + 1) / t(1).
        draft: t_draft / t(1).
    """
    return (1 + beta) / (width + k * draft)
