"""Runs a random procedure once per outcome, so that its law can be compared exactly."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

import numpy as np

from kairo_desktop.decode.distribution import Distribution

_Outcome = TypeVar("_Outcome", bound=Hashable)


class Branching:
    """Stands in for a random generator: every choice is taken every way, one run each."""

    def __init__(self) -> None:
        self._script: list[int] = []
        self._taken: list[tuple[int, Sequence[float]]] = []

    def law(self, procedure: Callable[[], _Outcome]) -> dict[_Outcome, float]:
        """Probability of every outcome of `procedure`."""
        law: dict[_Outcome, float] = defaultdict(float)
        self._script = []
        while True:
            self._taken = []
            outcome = procedure()
            law[outcome] += float(np.prod([probs[way] for way, probs in self._taken]))
            while self._taken and self._taken[-1][0] == len(self._taken[-1][1]) - 1:
                self._taken.pop()
            if not self._taken:
                return dict(law)
            self._script = [way for way, _ in self._taken]
            self._script[-1] += 1

    def choose(self, probs: Sequence[float]) -> int:
        """One way per probability; they sum to 1."""
        place = len(self._taken)
        way = self._script[place] if place < len(self._script) else 0
        self._taken.append((way, probs))
        return way

    def draw(self, distribution: Distribution) -> int:
        """A token; replaces `Distribution.sample`."""
        return int(distribution.tokens[self.choose(distribution.probs.tolist())])

    def random(self) -> "Uniform":
        """A number that is uniform in [0, 1) and not yet known."""
        return Uniform(self, 1.0)


class Uniform:
    """A number, uniform in [0, scale), that decides comparisons both ways."""

    def __init__(self, branching: Branching, scale: float) -> None:
        self._branching = branching
        self._scale = scale

    def __mul__(self, factor: float) -> "Uniform":
        return Uniform(self._branching, self._scale * factor)

    def __lt__(self, bound: float) -> bool:
        below = min(1.0, bound / self._scale)
        return self._branching.choose([below, 1.0 - below]) == 0
