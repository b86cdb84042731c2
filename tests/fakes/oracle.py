"""Drafts that know the answer, wholly or in part."""

from collections.abc import Callable, Sequence

import numpy as np

from kairo_desktop.decode.draft import Draft
from tests.fakes.table_target import Table


def greedy(table: Table, history: Sequence[int], n: int) -> list[int]:
    """The table's own greedy continuation."""
    tokens: list[int] = []
    for _ in range(n):
        tokens.append(int(table.row([*history, *tokens]).argmax()))
    return tokens


def knowing(table: Table) -> Callable[[Sequence[int], int], Draft]:
    """A chain that is always right."""
    return lambda history, n: Draft.chain(greedy(table, history, n))


def lying(table: Table) -> Callable[[Sequence[int], int], Draft]:
    """A chain whose first token is always wrong."""

    def guess(history: Sequence[int], n: int) -> Draft:
        first = (greedy(table, history, 1)[0] + 1) % table.n_vocab
        return Draft.chain([first, *greedy(table, [*history, first], n - 1)])

    return guess


def branching(table: Table, seed: int) -> Callable[[Sequence[int], int], Draft]:
    """A tree: the right chain up to a random place, and wrong turns beside it."""
    rng = np.random.default_rng(seed)

    def guess(history: Sequence[int], n: int) -> Draft:
        right = greedy(table, history, n)
        cut = int(rng.integers(0, n + 1))
        wrong = [int(token) for token in rng.integers(0, table.n_vocab, n)]
        return Draft.merge([wrong, right[:cut] + wrong[cut:], right[: cut + 1]])

    return guess
