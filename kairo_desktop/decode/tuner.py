"""Whose guess to verify, and how much of it: what pays on this machine, by what was seen."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kairo_desktop.decode.cost import Costs, expected_accepted, speedup

__all__ = ["Acceptance", "Choice", "Offer", "Tuner"]

TO_START = 1.05
"""Speed-up from which a source that is off is turned on; it is turned off below 1."""


LEARNING_RATE = 0.1
"""Weight of the newest pass; one that a busy moment slowed changes little."""


class Acceptance:
    """How often guesses of one kind stand: apart for their first token and for the others.

    Starts as a belief worth a few observations, and forgets slowly, because answers differ.

    Args:
        prior: Believed chance of the first token and of the others, 0..1.
        weight: How many observations the belief is worth.
        memory: What an observation is still worth after the next one, 0..1.
    """

    def __init__(
        self, prior: tuple[float, float] = (0.6, 0.8), weight: float = 4.0, memory: float = 0.98
    ) -> None:
        self._prior = prior
        self._weight = weight
        self._memory = memory
        self._hits = [0.0, 0.0]
        self._trials = [0.0, 0.0]

    @property
    def rates(self) -> tuple[float, float]:
        """Chance of the first token, and of a later one whose predecessors stood."""
        first, rest = (
            (hits + self._weight * prior) / (trials + self._weight)
            for hits, trials, prior in zip(self._hits, self._trials, self._prior, strict=True)
        )
        return first, rest

    def observe(self, place: int, *, stood: bool) -> None:
        """Learn the fate of the token at `place` of a guess whose earlier tokens stood."""
        i = min(place, 1)
        self._hits[i] = self._hits[i] * self._memory + stood
        self._trials[i] = self._trials[i] * self._memory + 1

    def fade(self, factor: float) -> None:
        """Trust what was seen less, the belief more: a source that is off gets another chance."""
        self._hits = [hits * factor for hits in self._hits]
        self._trials = [trials * factor for trials in self._trials]


@dataclass(frozen=True, slots=True)
class Offer:
    """A source that could guess now.

    Attributes:
        kind: What hysteresis goes by; sources and their kinds of guesses have one each.
        acceptance: How its guesses fared.
        draft: Cost of a guessed token, in single-token passes of the target.
        n: Longest guess.
    """

    kind: str
    acceptance: Acceptance
    draft: float
    n: int


@dataclass(frozen=True, slots=True)
class Choice:
    """The tuner's word for one round: `k` tokens of `offer`'s, `speedup` times plain decoding."""

    offer: Offer
    k: int
    speedup: float


class Tuner:
    """Chooses by expected speed-up, with hysteresis so that noise does not flip it.

    What passes cost was measured once, perhaps in a bad moment; `observe` corrects it by one
    number, what a token in a wide pass costs beyond what was measured.
    """

    def __init__(self, costs: Costs) -> None:
        self._costs = costs
        self._on: set[str] = set()
        self._single_s: float | None = None
        self._surcharge = 0.0

    def observe(self, width: int, seconds: float) -> None:
        """Learn what a pass over `width` tokens took."""
        if width == 1:
            before = self._single_s or seconds
            self._single_s = before + LEARNING_RATE * (min(seconds, 2 * before) - before)
        elif self._single_s is not None:
            relative = seconds / self._single_s
            surcharge = (relative - self._costs.width(width)) / (width - 1)
            surcharge = min(max(surcharge, -1.0), 1.0)
            self._surcharge += LEARNING_RATE * (surcharge - self._surcharge)

    def fade(self, factor: float) -> None:
        """Trust what was seen less, the measurement more."""
        self._surcharge *= factor

    def choose(self, offers: Iterable[Offer]) -> Choice | None:
        """The best offer, or None when plain decoding is expected to be faster."""
        choices = [choice for offer in offers if (choice := self._best_length(offer))]
        for choice in choices:
            kind = choice.offer.kind
            on = choice.speedup > (1.0 if kind in self._on else TO_START)
            (self._on.add if on else self._on.discard)(kind)
        paying = [choice for choice in choices if choice.offer.kind in self._on]
        return max(paying, key=lambda choice: choice.speedup, default=None)

    def pays(self, offer: Offer) -> bool:
        """Whether the offer would be taken if it were the only one; changes nothing."""
        choice = self._best_length(offer)
        threshold = 1.0 if offer.kind in self._on else TO_START
        return choice is not None and choice.speedup > threshold

    def _best_length(self, offer: Offer) -> Choice | None:
        rates = offer.acceptance.rates
        choices = (
            Choice(offer, k, self._speedup(rates, k, offer.draft)) for k in range(1, offer.n + 1)
        )
        return max(choices, key=lambda choice: choice.speedup, default=None)

    def _speedup(self, rates: Sequence[float], k: int, draft: float) -> float:
        width = max(1.0, self._costs.width(k + 1) + k * self._surcharge)
        return speedup(expected_accepted(rates, k), k, width, draft)
