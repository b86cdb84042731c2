import pytest

from kairo_desktop.decode.draft import Draft, Outlook
from kairo_desktop.decode.drafters.model import ModelDrafter
from kairo_desktop.decode.sampling import Sampler, Sampling, distribution
from kairo_desktop.decode.target import Cancel, never
from kairo_desktop.errors import CannotRewind
from tests.fakes import oracle
from tests.fakes.table_target import Table, TableTarget

PROMPT = [1, 2, 3, 4, 5]


def outlook(n: int = 4, sampling: Sampling | None = None, cancel: Cancel = never) -> Outlook:
    return Outlook(n, Sampler(sampling or Sampling()), cancel)


def ready(target: TableTarget, p_min: float = 0.0) -> ModelDrafter:
    drafter = ModelDrafter(target, p_min)
    drafter.begin(PROMPT, never)
    return drafter


def test_it_guesses_what_the_small_model_would_say() -> None:
    table = Table()
    draft = ready(TableTarget(table)).draft(outlook())
    assert draft.tokens.tolist() == oracle.greedy(table, PROMPT, 4)


def test_sampled_guesses_carry_what_they_were_drawn_from() -> None:
    table, sampling = Table(), Sampling(temperature=1.0, top_k=3, seed=5)
    draft = ready(TableTarget(table)).draft(outlook(sampling=sampling))
    assert draft.probs is not None
    history = list(PROMPT)
    for token, probs in zip(draft.tokens.tolist(), draft.probs, strict=True):
        expected = distribution(table.row(history), sampling)
        assert probs.tokens.tolist() == expected.tokens.tolist()
        assert probs.prob(token) > 0
        history.append(token)


@pytest.mark.parametrize("num_accept", [0, 2, 4])
def test_its_cache_is_rewound_in_step(num_accept: int) -> None:
    table = Table()
    target = TableTarget(table)
    drafter = ready(target)
    guessed: Draft = drafter.draft(outlook())
    added = [*guessed.tokens.tolist()[:num_accept], 11]
    drafter.settle(added, num_accept)
    history = PROMPT + added
    assert list(target.tokens) == history[: len(target.tokens)]
    assert drafter.draft(outlook()).tokens.tolist() == oracle.greedy(table, history, 4)


def test_an_accepted_last_guess_and_its_bonus_share_a_pass() -> None:
    target = TableTarget()
    drafter = ready(target)
    drafter.settle([*drafter.draft(outlook()).tokens.tolist(), 11], 4)
    drafter.draft(outlook(n=2))
    assert target.widths[-2:] == [2, 1]


def test_it_stops_where_it_is_unsure() -> None:
    table = Table(spread=0.1)
    assert len(ready(TableTarget(table), p_min=0.5).draft(outlook())) == 1
    assert len(ready(TableTarget(Table(spread=50.0)), p_min=0.5).draft(outlook())) == 4


def test_it_never_exceeds_its_own_context() -> None:
    target = TableTarget(n_ctx=8)
    drafter = ready(target)
    assert len(drafter.draft(outlook(n=20))) == 3
    drafter.settle([1, 2, 3], 0)
    assert len(drafter.draft(outlook())) == 0
    drafter.settle([1, 2, 3], 0)
    assert len(drafter.draft(outlook())) == 0
    assert target.longest <= 8


def test_a_prompt_that_is_too_long_for_it_is_not_guessed_at() -> None:
    drafter = ModelDrafter(TableTarget(n_ctx=4))
    drafter.begin(PROMPT, never)
    assert len(drafter.draft(outlook())) == 0


def test_it_can_follow_now_and_prefill_later() -> None:
    table = Table()
    target = TableTarget(table)
    drafter = ModelDrafter(target, 0.0)
    drafter.follow(PROMPT)
    assert len(target.tokens) == 0
    assert drafter.draft(outlook()).tokens.tolist() == oracle.greedy(table, PROMPT, 4)


def test_a_cancelled_prefill_gives_no_guess_and_a_valid_cache() -> None:
    target = TableTarget()
    drafter = ModelDrafter(target, 0.0)
    drafter.begin(PROMPT, lambda: True)
    assert len(drafter.draft(outlook(cancel=lambda: True))) == 0
    assert drafter.draft(outlook(n=2)).tokens.tolist() == oracle.greedy(target.table, PROMPT, 2)


def test_a_cancelled_pass_gives_what_was_guessed_so_far() -> None:
    polls = iter([False, True])
    draft = ready(TableTarget()).draft(outlook(cancel=lambda: next(polls)))
    assert len(draft) == 1


def test_a_model_that_cannot_rewind_is_refused() -> None:
    with pytest.raises(CannotRewind):
        ModelDrafter(TableTarget(can_rewind=False))
