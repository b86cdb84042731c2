from collections import Counter
from collections.abc import Callable, Sequence
from itertools import count, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kairo_desktop.decode.cost import Costs
from kairo_desktop.decode.draft import Draft, Drafter
from kairo_desktop.decode.drafters.auto import AutoDrafter
from kairo_desktop.decode.drafters.lookup import PromptLookup
from kairo_desktop.decode.drafters.model import ModelDrafter
from kairo_desktop.decode.drafters.nothing import NoDrafter
from kairo_desktop.decode.generate import Generation, generate
from kairo_desktop.decode.sampling import Sampling
from kairo_desktop.decode.stop import StopStrings
from kairo_desktop.decode.target import never
from kairo_desktop.errors import DecodeFailed, InputError
from kairo_desktop.types import TokenRun
from tests.fakes import oracle
from tests.fakes.scripted_drafter import ScriptedDrafter
from tests.fakes.table_target import Table, TableTarget

PROMPT = [1, 2, 3, 4, 1, 2, 3]
FREE_WIDTH = Costs((1, 9), (1.0, 1.0))

DRAFTERS: dict[str, Callable[[Table], Drafter]] = {
    "nothing": lambda _table: NoDrafter(),
    "lookup": lambda _table: PromptLookup(1, 3),
    "good model": lambda table: ModelDrafter(TableTarget(good_draft(table)), 0.0),
    "cautious model": lambda table: ModelDrafter(TableTarget(good_draft(table)), 0.4),
    "other model": lambda _table: ModelDrafter(TableTarget(Table(n_vocab=9, seed=77)), 0.0),
    "right": lambda table: ScriptedDrafter(oracle.knowing(table)),
    "wrong": lambda table: ScriptedDrafter(oracle.lying(table)),
    "tree": lambda table: ScriptedDrafter(oracle.branching(table, seed=1)),
    "auto": lambda table: AutoDrafter(
        FREE_WIDTH, PromptLookup(1, 3), ModelDrafter(TableTarget(good_draft(table)), 0.0)
    ),
}

drafters = st.sampled_from(sorted(DRAFTERS))


def good_draft(table: Table) -> Table:
    return Table(table.n_vocab, table.order, table.seed, noise=0.7)


def tokens_of(runs: Sequence[TokenRun]) -> list[int]:
    return [token for run in runs for token in run.tokens]


def plain(table: Table, prompt: Sequence[int] = PROMPT, **options: object) -> list[int]:
    generation = Generation(**options)  # type: ignore[arg-type] # the test names real options
    return tokens_of(list(generate(TableTarget(table), prompt, generation, never)))


@given(drafters, st.integers(0, 1000), st.integers(0, 12))
def test_every_drafter_with_greedy_decoding_equals_plain_greedy(
    name: str, seed: int, max_draft: int
) -> None:
    table = Table(seed=seed, order=2)
    options = Generation(drafter=DRAFTERS[name](table), max_tokens=40, max_draft=max_draft)
    target = TableTarget(table)
    answer = tokens_of(list(generate(target, PROMPT, options, never)))
    assert answer == oracle.greedy(table, PROMPT, 40)
    assert list(target.tokens) == (PROMPT + answer)[:-1]


@given(st.integers(0, 1000), st.sampled_from(["lookup", "tree", "right", "wrong"]))
def test_looked_up_drafts_give_the_very_tokens_of_plain_sampling(seed: int, name: str) -> None:
    table, sampling = Table(seed=seed), Sampling(temperature=1.0, seed=seed)
    drafted = plain(table, sampling=sampling, drafter=DRAFTERS[name](table), max_tokens=30)
    assert drafted == plain(table, sampling=sampling, max_tokens=30)


def test_a_draft_model_keeps_the_sampled_distribution() -> None:
    """Three tokens, 4000 times; the frequencies lie within five standard errors of plain ones."""
    table = Table(n_vocab=3, order=2, spread=1.0)
    target = TableTarget(table)
    model = ModelDrafter(TableTarget(Table(3, 2, spread=1.0, noise=1.0)), 0.0)
    n, seen = 4000, Counter[tuple[int, ...]]()
    for seed in range(n):
        sampling = Sampling(1.0, top_k=0, top_p=1.0, min_p=0.0, seed=seed)
        options = Generation(sampling, model, max_tokens=3, max_draft=2)
        seen[tuple(tokens_of(list(generate(target, [0, 1], options, never))))] += 1
    for first in range(3):
        for second in range(3):
            expected = _chance(table, [0, 1], first) * _chance(table, [0, 1, first], second)
            found = sum(c for t, c in seen.items() if t[:2] == (first, second)) / n
            assert found == pytest.approx(expected, abs=5 * (expected / n) ** 0.5)


def _chance(table: Table, history: Sequence[int], token: int) -> float:
    weights = np.exp(table.row(history))
    return float(weights[token] / weights.sum())


def test_repetition_control_is_the_same_with_and_without_a_draft() -> None:
    table, sampling = Table(order=1), Sampling(repeat_penalty=3.0)
    model = DRAFTERS["good model"](table)
    drafted = plain(table, sampling=sampling, drafter=model, max_tokens=30)
    assert drafted == plain(table, sampling=sampling, max_tokens=30)
    assert drafted != plain(table, max_tokens=30)


def test_an_accepted_draft_brings_a_bonus_token() -> None:
    table = Table()
    options = Generation(drafter=DRAFTERS["right"](table), max_tokens=21, max_draft=4)
    first, *runs = list(generate(TableTarget(table), PROMPT, options, never))
    assert first == TokenRun(first.tokens)  # nobody waits for a draft
    assert len(first.tokens) == 1
    assert [len(run.tokens) for run in runs] == [5, 5, 5, 5]
    assert {(run.num_draft, run.num_accept) for run in runs} == {(4, 4)}


def test_a_rejected_draft_brings_the_correction() -> None:
    table = Table()
    options = Generation(drafter=DRAFTERS["wrong"](table), max_tokens=6, max_draft=3)
    runs = list(generate(TableTarget(table), PROMPT, options, never))
    assert [(len(run.tokens), run.num_accept) for run in runs] == [(1, 0)] * 6


def test_prefill_yields_an_empty_run_per_chunk_and_the_last_chunk_brings_a_token() -> None:
    target = TableTarget()
    runs = list(generate(target, [1] * 150, Generation(max_tokens=1), never))
    assert [len(run.tokens) for run in runs] == [0, 0, 0, 0, 1]
    assert target.n_passes == 5


def test_every_step_costs_at_most_one_pass() -> None:
    target = TableTarget()
    passes = [0]
    for _ in generate(target, [1] * 150, Generation(max_tokens=10), never):
        passes.append(target.n_passes)
    assert all(later - earlier == 1 for earlier, later in pairwise(passes))


@given(drafters, st.integers(0, 100))
def test_the_ending_token_is_never_yielded_even_inside_a_draft(name: str, seed: int) -> None:
    table = Table(seed=seed)
    expected = oracle.greedy(table, PROMPT, 60)
    target = TableTarget(table)
    options = Generation(
        drafter=DRAFTERS[name](table), max_tokens=60, is_end=lambda token: token in {0, 5}
    )
    answer = tokens_of(list(generate(target, PROMPT, options, never)))
    end = next((i for i, token in enumerate(expected) if token in {0, 5}), 60)
    assert answer == expected[:end]
    assert list(target.tokens) == (PROMPT + answer)[: len(target.tokens)]


@given(drafters, st.integers(0, 100))
def test_a_stop_string_ends_the_answer_across_rounds(name: str, seed: int) -> None:
    table = Table(seed=seed, n_vocab=4)
    expected = oracle.greedy(table, PROMPT, 40)
    stop = StopStrings((b"13", b"220"), lambda token: b"%d" % token)
    answer = plain(table, drafter=DRAFTERS[name](table), max_tokens=40, stop=stop)
    text = "".join(map(str, expected))
    ends = [text.index(string) + len(string) for string in ("13", "220") if string in text]
    assert answer == expected[: min(ends, default=40)]


@given(drafters, st.integers(1, 64), st.integers(0, 60), st.integers(0, 20))
def test_prompt_answer_and_draft_never_exceed_the_context(
    name: str, n_prompt: int, max_tokens: int, max_draft: int
) -> None:
    table = Table()
    target = TableTarget(table, n_ctx=64)
    options = Generation(drafter=DRAFTERS[name](table), max_tokens=max_tokens, max_draft=max_draft)
    answer = tokens_of(list(generate(target, [1] * n_prompt, options, never)))
    assert target.longest <= 64
    assert len(answer) == min(max_tokens, 64 - n_prompt + 1)


@settings(max_examples=60)
@given(drafters, st.integers(0, 60), st.integers(1, 150))
def test_after_a_cancellation_anywhere_the_next_answer_is_as_from_a_fresh_context(
    name: str, n_polls: int, n_prompt: int
) -> None:
    table = Table()
    target, drafter = TableTarget(table), DRAFTERS[name](table)
    prompt = [i % 7 for i in range(n_prompt)]
    polls = count()
    options = Generation(drafter=drafter, max_tokens=30)
    cut = tokens_of(list(generate(target, prompt, options, lambda: next(polls) >= n_polls)))
    whole = oracle.greedy(table, prompt, 30)
    assert cut == whole[: len(cut)]
    assert list(target.tokens) == (prompt + cut)[: len(target.tokens)]
    assert tokens_of(list(generate(target, prompt, options, never))) == whole


@given(drafters, st.integers(1, 8))
def test_a_consumer_that_stops_early_leaves_a_valid_cache(name: str, n_runs: int) -> None:
    table = Table()
    target = TableTarget(table)
    options = Generation(drafter=DRAFTERS[name](table), max_tokens=30)
    runs = generate(target, PROMPT, options, never)
    taken = tokens_of([next(runs, TokenRun(())) for _ in range(n_runs)])
    runs.close()  # type: ignore[attr-defined] # it is a generator
    assert list(target.tokens) == (PROMPT + taken)[: len(target.tokens)]
    assert plain(table, max_tokens=30) == tokens_of(list(generate(target, PROMPT, options, never)))


@given(drafters, st.integers(0, 10))
def test_logits_that_are_no_numbers_end_the_answer_and_the_next_one_works(
    name: str, bad_pass: int
) -> None:
    table = Table()
    target, drafter = TableTarget(table), DRAFTERS[name](table)
    options = Generation(drafter=drafter, max_tokens=40)
    target.faults = lambda n: (lambda logits: logits.fill(np.nan)) if n == bad_pass else None
    said: list[int] = []
    whole = oracle.greedy(table, PROMPT, 40)
    try:
        for run in generate(target, PROMPT, options, never):
            said.extend(run.tokens)
    except DecodeFailed:
        assert len(said) < 40
    assert said == whole[: len(said)]
    assert list(target.tokens) == (PROMPT + said)[: len(target.tokens)]
    target.faults = lambda _n: None
    assert tokens_of(list(generate(target, PROMPT, options, never))) == whole


def test_a_failing_engine_leaves_the_cache_as_it_was() -> None:
    target = TableTarget()

    def fail(n: int) -> None:
        if n == 3:
            raise DecodeFailed("the engine gave up")

    target.faults = fail
    said: list[int] = []
    with pytest.raises(DecodeFailed, match="gave up"):
        said.extend(t for r in generate(target, PROMPT, Generation(), never) for t in r.tokens)
    assert list(target.tokens) == PROMPT + oracle.greedy(target.table, PROMPT, 2)


def test_a_model_that_cannot_rewind_is_decoded_plainly() -> None:
    table = Table()
    target = TableTarget(table, can_rewind=False)
    options = Generation(drafter=DRAFTERS["right"](table), max_tokens=10)
    runs = list(generate(target, PROMPT, options, never))
    assert tokens_of(runs) == oracle.greedy(table, PROMPT, 10)
    assert not any(run.num_draft for run in runs)


def test_what_a_model_that_cannot_rewind_left_pending_empties_its_cache() -> None:
    target = TableTarget(can_rewind=False)
    target.faults = lambda n: (lambda logits: logits.fill(np.nan)) if n == 2 else None
    with pytest.raises(DecodeFailed):
        list(generate(target, PROMPT, Generation(), never))
    assert list(target.tokens) == []
    assert tokens_of(list(generate(target, PROMPT, Generation(max_tokens=5), never)))


def test_hidden_states_of_the_last_accepted_row_reach_a_drafter_that_wants_them() -> None:
    table = Table()
    drafter = ScriptedDrafter(oracle.knowing(table), wants_hidden=True)
    options = Generation(drafter=drafter, max_tokens=12, max_draft=3)
    answer = PROMPT + tokens_of(list(generate(TableTarget(table), PROMPT, options, never)))
    for i, outlook in enumerate(drafter.outlooks):
        assert outlook.hidden is not None
        before_last = len(PROMPT) + 4 * i
        assert outlook.hidden.tolist() == answer[before_last - 2 : before_last]


def test_a_drafter_learns_what_each_round_added() -> None:
    table = Table()
    drafter = ScriptedDrafter(lambda history, n: Draft.chain(oracle.greedy(table, history, n)[:2]))
    runs = list(
        generate(TableTarget(table), PROMPT, Generation(drafter=drafter, max_tokens=6), never)
    )
    assert drafter.settled == [(run.tokens, run.num_accept) for run in runs if run.tokens]


def test_prompts_that_cannot_be_answered_are_refused() -> None:
    with pytest.raises(InputError):
        list(generate(TableTarget(), [], Generation(), never))
    with pytest.raises(InputError):
        list(generate(TableTarget(n_ctx=8), [1] * 9, Generation(), never))


def test_without_an_ending_token_the_answer_ends_at_its_longest() -> None:
    assert len(plain(Table(), max_tokens=7)) == 7
    assert plain(Table(), max_tokens=0) == []
