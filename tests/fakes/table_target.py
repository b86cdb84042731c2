"""A language model made of random numbers that obeys `decode.Target` to the letter."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kairo_desktop.decode.target import Cancel, Forward, TokenTree, never
from kairo_desktop.errors import CannotRewind, DecodeFailed


@dataclass(frozen=True, slots=True)
class Table:
    """Logits as a function of the last `order` tokens: every row from its own seed.

    Attributes:
        spread: Standard deviation of the logits; larger is more certain.
        seed_noise: Where set, another table's rows blended in: a draft model that is often right.
    """

    n_vocab: int = 12
    order: int = 3
    seed: int = 0
    spread: float = 2.0
    noise: float = 0.0

    def row(self, history: Sequence[int]) -> NDArray[np.float32]:
        """Logits behind `history`, float32[n_vocab]."""
        key = [token + 1 for token in history[-self.order :]]
        row = np.random.default_rng([self.seed, *key]).normal(0, self.spread, self.n_vocab)
        if self.noise:
            row += np.random.default_rng([self.seed + 1, *key]).normal(0, self.noise, self.n_vocab)
        return row.astype(np.float32)


class TableTarget:
    """Keeps its cache as the engine does: cells that a mistake in rewinding would leave behind.

    Attributes:
        n_passes: Passes so far, prefill chunks included.
        widths: Nodes of every forward pass.
        longest: Most cells ever in use.
        faults: Called with the number of a forward pass before it; may raise, or return a
            function that spoils its logits.
    """

    def __init__(
        self, table: Table | None = None, *, n_ctx: int = 256, can_rewind: bool = True
    ) -> None:
        self.table = table or Table()
        self.n_ctx = n_ctx
        self.can_rewind = can_rewind
        self.n_passes = 0
        self.widths: list[int] = []
        self.longest = 0
        self.faults: Callable[[int], Callable[[NDArray[np.float32]], None] | None] = _no_fault
        self._cells: list[int] = []
        self._pending: TokenTree | None = None

    @property
    def n_vocab(self) -> int:
        return self.table.n_vocab

    @property
    def tokens(self) -> Sequence[int]:
        return tuple(self._cells)

    def prefill(self, tokens: Sequence[int], cancel: Cancel) -> int:
        self._drop_pending()
        for start in range(0, len(tokens), 64):
            if cancel():
                return start
            self._occupy(len(tokens[start : start + 64]))
            self._cells.extend(tokens[start : start + 64])
            self.n_passes += 1
        return len(tokens)

    def forward(
        self, tree: TokenTree, *, hidden: bool = False, cancel: Cancel = never
    ) -> Forward | None:
        self._drop_pending()
        self._occupy(len(tree.lead) + len(tree.tokens))
        spoil = self.faults(len(self.widths))
        self.n_passes += 1
        self.widths.append(len(tree.tokens))
        if cancel():
            return None
        self._pending = tree
        rows = [self._history(tree, node) for node in range(len(tree.tokens))]
        logits = np.stack([self.table.row(row) for row in rows])
        if spoil is not None:
            spoil(logits)
        states = np.array([row[-2:] for row in rows], np.float32) if hidden else None
        return Forward(logits, states)

    def accept(self, path: Sequence[int]) -> None:
        assert self._pending is not None, "accept without a tree"
        parents = [int(self._pending.parents[node]) for node in path]
        assert parents == [-1, *path[:-1]][: len(path)], "not a path from the root"
        self._cells.extend(self._pending.lead.tolist())
        self._cells.extend(int(self._pending.tokens[node]) for node in path)
        self._pending = None

    def rewind(self, n_past: int) -> None:
        assert 0 <= n_past <= len(self._cells), "rewind beyond the cache"
        shorter = n_past < len(self._cells) or self._pending is not None
        if shorter and n_past and not self.can_rewind:
            raise CannotRewind("a table that cannot rewind")
        del self._cells[n_past:]
        self._pending = None

    def _history(self, tree: TokenTree, node: int) -> list[int]:
        branch: list[int] = []
        while node >= 0:
            branch.append(int(tree.tokens[node]))
            node = int(tree.parents[node])
        return [*self._cells, *tree.lead.tolist(), *branch[::-1]]

    def _drop_pending(self) -> None:
        if self._pending is not None and not self.can_rewind:
            raise CannotRewind("a table that cannot rewind")
        self._pending = None

    def _occupy(self, n: int) -> None:
        self.longest = max(self.longest, len(self._cells) + n)
        if self.longest > self.n_ctx:
            raise DecodeFailed("the table's context is full")


def _no_fault(n_pass: int) -> None:
    return None
