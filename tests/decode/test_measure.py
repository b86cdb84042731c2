import pytest

from kairo_desktop.decode.measure import measure_agreement, measure_costs, time_pass
from kairo_desktop.decode.target import Cancel, Forward, TokenTree, never
from tests.fakes.table_target import Table, TableTarget

PROMPT = [1, 2, 3]


class TimedTarget(TableTarget):
    """Passes take `base + slope * width` seconds on its own clock."""

    def __init__(self, base: float, slope: float, clock: list[float]) -> None:
        super().__init__()
        self._base, self._slope, self._clock = base, slope, clock

    def forward(
        self, tree: TokenTree, *, hidden: bool = False, cancel: Cancel = never
    ) -> Forward | None:
        self._clock[0] += self._base + self._slope * len(tree.tokens)
        return super().forward(tree, hidden=hidden, cancel=cancel)


def test_every_width_is_timed_and_the_cache_is_left_as_it_was() -> None:
    clock = [0.0]
    target, draft = TimedTarget(0.09, 0.01, clock), TimedTarget(0.02, 0.01, clock)
    costs = measure_costs(target, draft, PROMPT, lambda: clock[0])
    assert costs.pass_s == pytest.approx([0.09 + 0.01 * width for width in costs.widths])
    assert costs.draft_s == pytest.approx(0.03)
    assert list(target.tokens) == list(draft.tokens) == PROMPT


def test_without_a_draft_model_a_guess_costs_nothing() -> None:
    assert measure_costs(TableTarget(), None, PROMPT, iter(range(1000)).__next__).draft_s == 0.0


def test_a_slow_machine_is_measured_no_longer_than_needed() -> None:
    clock = [0.0]
    target = TimedTarget(100.0, 0.0, clock)
    measure_costs(target, None, PROMPT, lambda: clock[0])
    assert len(target.widths) == 1 + 3 * 5


def test_a_fast_machine_is_measured_more_often() -> None:
    target = TableTarget()
    measure_costs(target, None, PROMPT, lambda: 0.0)
    assert len(target.widths) == 1 + 8 * 5


def test_timing_a_pass_changes_nothing() -> None:
    target = TableTarget()
    target.prefill(PROMPT, never)
    time_pass(target, 5, lambda: 0.0)
    assert list(target.tokens) == PROMPT


def test_a_model_agrees_with_itself() -> None:
    assert measure_agreement(TableTarget(), TableTarget(), PROMPT) == 1.0


def test_a_model_agrees_with_a_noisy_copy_sometimes() -> None:
    noisy = TableTarget(Table(noise=2.0))
    assert 0.1 < measure_agreement(TableTarget(), noisy, PROMPT, 60) < 0.9
