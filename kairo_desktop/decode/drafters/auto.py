"""The drafter that measures: lookup, draft model or nothing, round by round, whichever pays."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from kairo_desktop.decode.cost import Costs
from kairo_desktop.decode.draft import Draft, Outlook
from kairo_desktop.decode.drafters.lookup import PromptLookup
from kairo_desktop.decode.drafters.model import ModelDrafter
from kairo_desktop.decode.target import Cancel
from kairo_desktop.decode.tuner import Acceptance, Choice, Offer, Tuner

__all__ = ["MODEL", "AutoDrafter"]

MODEL = "draft"
"""Kind of the draft model's guesses; those of lookup are called by the length of the match."""

FADE = 0.9
"""What an answer's observations are worth in the next answer."""


@dataclass(slots=True)
class _Guess:
    """A guess that is being compared with what the answer became, drafted or not."""

    kind: str
    tokens: Sequence[int]
    place: int = 0


class AutoDrafter:
    """Chooses among drafters by what they cost here and how their guesses have fared.

    Looking up costs nothing, so lookup's guesses are scored even while they are not used. The
    draft model's are known only while it runs; its belief comes from a measurement at load.

    Args:
        costs: What passes cost, as measured at load.
        lookup: Looks up.
        model: Asks the draft model; None without one.
        agreement: How often the draft model was right when it was measured, 0..1.
        clock: Seconds, monotonic, by which passes are watched; None trusts `costs`.

    Attributes:
        rounds: How many rounds each kind of guess was used for; "none" counts plain ones.
    """

    wants_hidden = False

    def __init__(
        self,
        costs: Costs,
        lookup: PromptLookup,
        model: ModelDrafter | None = None,
        agreement: float = 0.6,
        clock: Callable[[], float] | None = None,
    ) -> None:
        self.rounds: Counter[str] = Counter()
        self._costs = costs
        self._tuner = Tuner(costs)
        self._lookup = lookup
        self._model = model
        self._fared = {MODEL: Acceptance((agreement, agreement), weight=32)}
        self._guesses: list[_Guess] = []
        self._used = "none"
        self._clock = clock
        self._drafted: tuple[int, float] | None = None

    def begin(self, prompt: Sequence[int], cancel: Cancel) -> None:
        """Index the prompt; prefill the draft model's cache only if it is going to be used."""
        for fared in self._fared.values():
            fared.fade(FADE)
        self._tuner.fade(FADE)
        self._guesses.clear()
        self._lookup.begin(prompt, cancel)
        if self._model is not None:
            self._model.follow(prompt)
            if self._tuner.pays(self._offer(MODEL, self._costs.draft, 8)):
                self._model.begin(prompt, cancel)

    def draft(self, outlook: Outlook) -> Draft:
        """The guess that is expected to save most time, cut to its best length."""
        copied = self._lookup.draft(outlook)
        offers: list[Offer] = []
        if len(copied):
            kind = f"lookup{self._lookup.matched}"
            offers.append(self._offer(kind, 0.0, outlook.n))
            self._guesses.append(_Guess(kind, copied.tokens.tolist()))
        if self._model is not None:
            offers.append(self._offer(MODEL, self._costs.draft, outlook.n))
        choice = self._tuner.choose(offers)
        self._used = choice.offer.kind if choice else "none"
        self.rounds[self._used] += 1
        draft = self._carry_out(choice, copied, outlook)
        if self._clock is not None:
            self._drafted = (len(draft) + 1, self._clock())
        return draft

    def settle(self, tokens: Sequence[int], num_accept: int) -> None:
        """Score all open guesses, and let the drafters follow the answer."""
        if self._clock is not None and self._drafted is not None:
            width, begin = self._drafted
            self._tuner.observe(width, self._clock() - begin)
            self._drafted = None  # a pass that asked for no draft is none to learn from
        for token in tokens:
            self._score(token)
        self._lookup.settle(tokens, num_accept)
        if self._model is not None:
            self._model.settle(tokens, num_accept if self._used == MODEL else 0)

    def _offer(self, kind: str, draft: float, n: int) -> Offer:
        fared = self._fared.setdefault(kind, Acceptance())
        return Offer(kind, fared, draft, n)

    def _carry_out(self, choice: Choice | None, copied: Draft, outlook: Outlook) -> Draft:
        if choice is None:
            return Draft.chain(())
        if self._model is None or choice.offer.kind != MODEL:
            return copied.cut(choice.k)
        draft = self._model.draft(replace(outlook, n=choice.k))
        self._guesses.append(_Guess(MODEL, draft.tokens.tolist()))
        return draft

    def _score(self, token: int) -> None:
        """Compare one token of the answer with every open guess."""
        still_open: list[_Guess] = []
        for guess in self._guesses:
            if guess.place == len(guess.tokens):
                continue
            stood = guess.tokens[guess.place] == token
            self._fared[guess.kind].observe(guess.place, stood=stood)
            guess.place += 1
            if stood:
                still_open.append(guess)
        self._guesses = still_open
