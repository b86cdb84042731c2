"""The verifier's law, exactly: what comes out is distributed as the target is."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kairo_desktop.decode.distribution import Distribution
from kairo_desktop.decode.draft import Draft
from kairo_desktop.decode.verify import verify
from tests.fakes.branching import Branching
from tests.fakes.distributions import N_VOCAB, dense, distributions


@pytest.fixture(autouse=True)
def _sample_through_the_generator(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Distribution, "sample", lambda self, rng: rng.draw(self))


def emitted(draft: Draft, rows: object, branching: Branching) -> tuple[int, ...]:
    verdict = verify(draft, rows, branching)  # type: ignore[arg-type] # a stand-in generator
    return (*draft.tokens_on(verdict.path), verdict.token)


def first_tokens(law: dict[tuple[int, ...], float]) -> list[float]:
    return [sum(p for tokens, p in law.items() if tokens[0] == t) for t in range(N_VOCAB)]


@given(distributions(), distributions(), st.integers(1, 3))
def test_siblings_drawn_from_one_draft_keep_the_target(
    p: Distribution, q: Distribution, n_siblings: int
) -> None:
    branching = Branching()

    def round_() -> tuple[int, ...]:
        tokens = [branching.draw(q) for _ in range(n_siblings)]
        parents = np.full(n_siblings, -1, np.int32)
        draft = Draft(np.array(tokens, np.int32), parents, (q,) * n_siblings)
        return emitted(draft, lambda _path: p, branching)

    np.testing.assert_allclose(first_tokens(branching.law(round_)), dense(p), atol=1e-12)


@settings(max_examples=30)
@given(
    distributions(), distributions(), st.lists(distributions(), min_size=N_VOCAB, max_size=N_VOCAB)
)
def test_a_chain_keeps_the_target_at_every_place(
    p: Distribution, q: Distribution, after: list[Distribution]
) -> None:
    branching = Branching()

    def round_() -> tuple[int, ...]:
        first = branching.draw(q)
        second = branching.draw(q)
        draft = Draft.chain([first, second], (q, q))

        def rows(path: Sequence[int]) -> Distribution:
            return after[draft.tokens[path[-1]]] if path else p

        return emitted(draft, rows, branching)

    law = branching.law(round_)
    np.testing.assert_allclose(first_tokens(law), dense(p), atol=1e-12)
    for token in range(N_VOCAB):
        accepted = {t: pr for t, pr in law.items() if t[0] == token and len(t) > 1}
        seconds = [sum(pr for t, pr in accepted.items() if t[1] == u) for u in range(N_VOCAB)]
        np.testing.assert_allclose(seconds, dense(after[token]) * sum(seconds), atol=1e-12)


@given(distributions(), st.lists(st.integers(0, N_VOCAB - 1), min_size=1, max_size=3, unique=True))
def test_looked_up_siblings_keep_the_target(p: Distribution, guesses: list[int]) -> None:
    branching = Branching()
    draft = Draft.merge([[guess] for guess in guesses])
    law = branching.law(lambda: emitted(draft, lambda _path: p, branching))
    np.testing.assert_allclose(first_tokens(law), dense(p), atol=1e-12)


def test_a_tree_is_walked_down_the_branch_that_the_target_takes() -> None:
    draft = Draft.merge([[1, 2, 3], [1, 4], [0]])
    rows = {(): 1, (0,): 4, (0, 3): 2}
    verdict = verify(
        draft,
        lambda path: Distribution.point(rows[tuple(path)]),
        Branching(),  # type: ignore[arg-type] # a stand-in generator
    )
    assert draft.tokens_on(verdict.path) == [1, 4]
    assert verdict.token == 2


def test_without_a_draft_the_target_is_sampled() -> None:
    verdict = verify(
        Draft.chain(()),
        lambda _path: Distribution.point(3),
        Branching(),  # type: ignore[arg-type] # a stand-in generator
    )
    assert (verdict.path, verdict.token) == ((), 3)


def test_rows_are_asked_for_only_as_far_as_the_walk_goes() -> None:
    asked: list[tuple[int, ...]] = []

    def rows(path: Sequence[int]) -> Distribution:
        asked.append(tuple(path))
        return Distribution.point(9)

    verify(Draft.chain([1, 2, 3]), rows, Branching())  # type: ignore[arg-type] # stand-in
    assert asked == [()]


def test_a_rejected_draft_that_equals_the_target_falls_back_on_the_target() -> None:
    """Rounding can reject where p and q are equal; the residual is then empty."""

    class Unlucky:
        def random(self) -> float:
            return 1.0

        def draw(self, distribution: Distribution) -> int:
            return int(distribution.tokens[0])

    p = Distribution(np.array([1, 2], np.int32), np.array([0.5, 0.5]))
    draft = Draft.chain([2], (p,))
    verdict = verify(draft, lambda _path: p, Unlucky())  # type: ignore[arg-type] # stand-in
    assert (verdict.path, verdict.token) == ((), 1)
