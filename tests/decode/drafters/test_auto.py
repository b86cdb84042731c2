"""The tuned drafter on a table model whose passes have a price."""

from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest

from kairo_desktop.decode.cost import Costs, expected_accepted, speedup
from kairo_desktop.decode.draft import Draft, Outlook
from kairo_desktop.decode.drafters.auto import MODEL, AutoDrafter
from kairo_desktop.decode.drafters.lookup import PromptLookup
from kairo_desktop.decode.drafters.model import ModelDrafter
from kairo_desktop.decode.generate import Generation, generate
from kairo_desktop.decode.sampling import Sampler, Sampling
from kairo_desktop.decode.target import Cancel, Forward, TokenTree, never
from tests.fakes.table_target import Table, TableTarget

WIDTHS = (1, 2, 3, 5, 9)
FLAT = Costs(WIDTHS, (1.0,) * 5)
STEEP = Costs(WIDTHS, (1.0, 2.0, 3.0, 5.0, 9.0))


class CoinModel(ModelDrafter):
    """A draft model whose tokens stand with a fixed chance, told by an oracle's coin."""

    def __init__(self, table: Table, alpha: float, seed: int) -> None:
        super().__init__(TableTarget(table), 0.0)
        self.table, self.alpha, self.n_drafted = table, alpha, 0
        self._coin = np.random.default_rng(seed)
        self._told: list[int] = []

    def begin(self, prompt: Sequence[int], cancel: Cancel) -> None:
        self.follow(prompt)

    def follow(self, prompt: Sequence[int]) -> None:
        self._told = list(prompt)

    def settle(self, tokens: Sequence[int], num_accept: int) -> None:
        self._told.extend(tokens)

    def draft(self, outlook: Outlook) -> Draft:
        tokens: list[int] = []
        for _ in range(outlook.n):
            right = int(self.table.row([*self._told, *tokens]).argmax())
            stands = self._coin.random() < self.alpha
            tokens.append(right if stands else (right + 1) % self.table.n_vocab)
        self.n_drafted += outlook.n
        return Draft.chain(tokens)


def time_of(target: TableTarget, costs: Costs, n_drafted: int) -> float:
    return sum(map(costs.width, target.widths)) + n_drafted * costs.draft


@pytest.mark.parametrize(
    ("alpha", "draft_s", "shape"),
    list(product((0.3, 0.6, 0.8, 0.95), (0.02, 0.2, 0.6), ("flat", "gentle", "steep"))),
)
def test_auto_is_within_five_percent_of_the_best_fixed_choice(
    alpha: float, draft_s: float, shape: str
) -> None:
    pass_s = {
        "flat": (1.0, 1.02, 1.04, 1.08, 1.16),
        "gentle": (1.0, 1.2, 1.3, 1.5, 1.9),
        "steep": (1.0, 1.4, 1.7, 2.1, 2.8),
    }[shape]
    costs = Costs(WIDTHS, pass_s, draft_s)
    grid = [
        speedup(expected_accepted([alpha], k), k, costs.width(k + 1), draft_s) for k in range(1, 9)
    ]
    table = Table(n_vocab=64, order=6, spread=3.0)
    target, model = TableTarget(table, n_ctx=2048), CoinModel(table, alpha, seed=1)
    measured = (alpha * 32 + 0.5) / 33  # what 32 tokens told at load
    auto = AutoDrafter(costs, PromptLookup(), model, measured)
    n_tokens = 1200
    options = Generation(drafter=auto, max_tokens=n_tokens)
    runs = list(generate(target, [1, 2, 3], options, never))
    assert sum(len(run.tokens) for run in runs) == n_tokens
    reached = n_tokens / time_of(target, costs, model.n_drafted)
    assert reached >= 0.95 * max(1.0, *grid)


def test_where_guesses_fail_nothing_is_drafted_any_more() -> None:
    table = Table(n_vocab=4, order=1000)  # every token depends on all before it: no rhyme
    auto = AutoDrafter(Costs(WIDTHS, (1.0, 1.4, 1.7, 2.1, 2.8)), PromptLookup())
    target = TableTarget(table, n_ctx=1024)
    options = Generation(drafter=auto, max_tokens=600)
    runs = list(generate(target, [1, 2, 1, 2], options, never))
    late = runs[-100:]
    assert sum(run.num_draft for run in late) < 30


def test_where_the_answer_copies_the_prompt_lookup_is_used() -> None:
    table = Table(n_vocab=8, order=1)
    auto = AutoDrafter(Costs(WIDTHS, (1.0, 1.4, 1.7, 2.1, 2.8)), PromptLookup())
    target = TableTarget(table)
    list(generate(target, [1, 2], Generation(drafter=auto, max_tokens=200), never))
    assert len(target.widths) < 60
    assert sum(n for kind, n in auto.rounds.items() if kind.startswith("lookup")) > 10


def test_a_draft_model_that_does_not_pay_is_not_even_prefilled() -> None:
    model = TableTarget()
    auto = AutoDrafter(Costs(WIDTHS, (1.0,) * 5, 0.9), PromptLookup(), ModelDrafter(model), 0.5)
    auto.begin([1, 2, 3, 4], never)
    assert len(model.tokens) == 0


def test_a_draft_model_that_pays_is_prefilled_and_used() -> None:
    table = Table()
    model = TableTarget(table)
    auto = AutoDrafter(FLAT, PromptLookup(), ModelDrafter(model, 0.0), 0.9)
    auto.begin([1, 2, 3, 4], never)
    assert len(model.tokens) == 3
    assert len(auto.draft(Outlook(4, Sampler(Sampling()), never))) == 4
    assert auto.rounds == {MODEL: 1}


def test_a_lookup_that_stands_keeps_the_draft_model_in_step() -> None:
    table = Table(n_vocab=8, order=1)
    model = TableTarget(table)
    drafter = ModelDrafter(model, 0.0)
    auto = AutoDrafter(FLAT, PromptLookup(), drafter, 0.9)
    target = TableTarget(table)
    list(generate(target, [1, 2, 3], Generation(drafter=auto, max_tokens=60), never))
    history = list(target.tokens)
    assert list(model.tokens) == history[: len(model.tokens)]


def test_steep_costs_turn_everything_off() -> None:
    auto = AutoDrafter(STEEP, PromptLookup())
    auto.begin([1, 2, 3, 1, 2], never)
    assert len(auto.draft(Outlook(8, Sampler(Sampling()), never))) == 0
    assert auto.rounds == {"none": 1}


@pytest.mark.parametrize(("believed", "true"), [(FLAT, STEEP), (STEEP, FLAT)])
def test_a_wrong_measurement_is_corrected_by_the_passes_seen(believed: Costs, true: Costs) -> None:
    """Told that width is free, it learns the price; told the contrary, it is slower to."""
    table = Table(n_vocab=4, order=1000)
    now = [0.0]
    target = TimedTarget(table, true, now)
    auto = AutoDrafter(believed, PromptLookup(1, 2), clock=lambda: now[0])
    options = Generation(drafter=auto, max_tokens=400)
    list(generate(target, [1, 2, 1, 2], options, never))
    assert now[0] < 1.1 * 400


class TimedTarget(TableTarget):
    """Passes take what `costs` says, on a clock of its own."""

    def __init__(self, table: Table, costs: Costs, now: list[float]) -> None:
        super().__init__(table, n_ctx=2048)
        self._costs, self._now = costs, now

    def forward(
        self, tree: TokenTree, *, hidden: bool = False, cancel: Cancel = never
    ) -> Forward | None:
        self._now[0] += self._costs.width(len(tree.tokens))
        return super().forward(tree, hidden=hidden, cancel=cancel)
