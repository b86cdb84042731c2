"""What decoding needs of a language model: a cache that grows, branches and rewinds."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = ["Cancel", "Forward", "Logits", "Target", "TokenTree", "never"]

Logits: TypeAlias = NDArray[np.float32]
"""float32[n, n_vocab], unnormalized."""

Cancel: TypeAlias = Callable[[], bool]
"""True once the work is no longer wanted; asked between chunks and passes, and cheap."""


def never() -> bool:
    """A `Cancel` for work that is always wanted."""
    return False


@dataclass(frozen=True, slots=True)
class TokenTree:
    """Tokens that hang on the end of the cache, to be evaluated in one pass.

    Attributes:
        tokens: int32[n], n >= 1.
        parents: int32[n]; node i continues node `parents[i]` < i, or `lead` at -1.
        lead: int32[m], m >= 0, in front of a chain only: tokens between the cache and the tree
            that need no logits, so that the end of a prompt costs no pass of its own.
    """

    tokens: NDArray[np.int32]
    parents: NDArray[np.int32]
    lead: NDArray[np.int32] = field(default_factory=lambda: np.empty(0, np.int32))

    @classmethod
    def chain(cls, tokens: Sequence[int]) -> "TokenTree":
        """Tokens one behind the other: a tree of width 1."""
        n = len(tokens)
        return cls(np.asarray(tokens, np.int32), np.arange(-1, n - 1, dtype=np.int32))

    def depths(self) -> NDArray[np.int32]:
        """int32[n]: how many nodes lie between a node and the cache."""
        depths = np.zeros(len(self.tokens), np.int32)
        for node, parent in enumerate(self.parents):
            depths[node] = depths[parent] + 1 if parent >= 0 else 0
        return depths

    def leaves_below(self) -> list[list[int]]:
        """For every node the leaves on its branches, numbered from 0 in the order of nodes."""
        below: list[list[int]] = [[] for _ in self.tokens]
        leaves = np.setdiff1d(np.arange(len(self.tokens)), self.parents)
        for number, leaf in enumerate(leaves):
            node = int(leaf)
            while node >= 0:
                below[node].append(number)
                node = int(self.parents[node])
        return below


@dataclass(frozen=True, slots=True)
class Forward:
    """What one pass over a `TokenTree` gives: row i belongs to node i.

    The arrays may be views into the engine's memory: they hold until the next pass of any
    sequence of the same context.

    Attributes:
        hidden: float32[n, d], final hidden states; None unless asked for.
    """

    logits: Logits
    hidden: NDArray[np.float32] | None = None


class Target(Protocol):
    """One sequence of a language model with its key-value cache.

    The cache holds `tokens`; `forward` adds a tree beyond them that does not count until
    `accept` keeps one path of it. The law every implementation is tested by:
    `rewind(n)` and then `forward` equals a fresh prefill of the same tokens.
    """

    @property
    def n_vocab(self) -> int:
        """Number of logits in a row."""
        ...

    @property
    def n_ctx(self) -> int:
        """Most tokens that the sequence can hold, a pending tree included."""
        ...

    @property
    def tokens(self) -> Sequence[int]:
        """Tokens in the cache, oldest first."""
        ...

    @property
    def can_rewind(self) -> bool:
        """False for recurrent and hybrid models, which cannot take tokens back."""
        ...

    def prefill(self, tokens: Sequence[int], cancel: Cancel) -> int:
        """Append `tokens` to the cache without logits, in chunks; a pending tree is dropped first.

        Returns:
            How many were appended: fewer than given when `cancel` said stop.

        Raises:
            DecodeFailed: the engine gave up; the cache is as long as `tokens` says.
        """
        ...

    def forward(
        self, tree: TokenTree, *, hidden: bool = False, cancel: Cancel = never
    ) -> Forward | None:
        """Evaluate a tree beyond the cache; a pending earlier tree is dropped first.

        Returns:
            A row per node; None when `cancel` said stop inside the pass, and the tree is dropped.

        Raises:
            DecodeFailed: the engine gave up; the tree is dropped, the cache unchanged.
        """
        ...

    def accept(self, path: Sequence[int]) -> None:
        """Keep the last tree's lead and its nodes `path` (root to leaf), drop the others."""
        ...

    def rewind(self, n_past: int) -> None:
        """Drop a pending tree and shorten the cache to its first `n_past` tokens.

        Raises:
            CannotRewind: the model has no way to take tokens back; `rewind(0)`, which empties
                the cache, always works.
        """
        ...
