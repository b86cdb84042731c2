"""A guess at the next tokens, as a tree, and who makes it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from kairo_desktop.decode.distribution import Distribution
from kairo_desktop.decode.sampling import Sampler
from kairo_desktop.decode.target import Cancel, TokenTree

__all__ = ["Draft", "Drafter", "Outlook"]


@dataclass(frozen=True, slots=True)
class Draft:
    """Tokens proposed to follow the answer so far.

    Attributes:
        tokens: int32[n], n >= 0.
        parents: int32[n]; node i continues node `parents[i]` < i, or the answer itself at -1.
        probs: What node i was drawn from, one per node; None when the tokens were not drawn at
            all but looked up. Siblings must be drawn independently from one distribution.
    """

    tokens: NDArray[np.int32]
    parents: NDArray[np.int32]
    probs: tuple[Distribution, ...] | None = None

    def __len__(self) -> int:
        return len(self.tokens)

    @classmethod
    def chain(cls, tokens: Sequence[int], probs: tuple[Distribution, ...] | None = None) -> "Draft":
        """Tokens one behind the other."""
        n = len(tokens)
        return cls(np.asarray(tokens, np.int32), np.arange(-1, n - 1, dtype=np.int32), probs)

    @classmethod
    def merge(cls, chains: Iterable[Sequence[int]]) -> "Draft":
        """Several guesses as one tree: what they begin with in common is evaluated once."""
        nodes: dict[tuple[int, int], int] = {}
        for chain in chains:
            parent = -1
            for token in chain:
                parent = nodes.setdefault((parent, token), len(nodes))
        return cls(
            np.array([token for _, token in nodes], np.int32),
            np.array([parent for parent, _ in nodes], np.int32),
        )

    def cut(self, n: int) -> "Draft":
        """The first n nodes, which are a tree again."""
        if len(self) <= n:
            return self
        probs = None if self.probs is None else self.probs[:n]
        return Draft(self.tokens[:n], self.parents[:n], probs)

    def children(self, node: int) -> list[int]:
        """Nodes that continue `node`, in the order in which they are tried."""
        return [int(child) for child in np.flatnonzero(self.parents == node)]

    def tokens_on(self, path: Sequence[int]) -> list[int]:
        """Tokens of the nodes `path`."""
        return [int(self.tokens[node]) for node in path]

    def rooted(self, pending: int) -> TokenTree:
        """The tree for one pass: the answer's last token, and the draft behind it as node + 1."""
        return TokenTree(
            np.concatenate(([pending], self.tokens)).astype(np.int32),
            np.concatenate(([-1], self.parents + 1)).astype(np.int32),
        )


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a drafter may look at when it guesses.

    Attributes:
        n: Most tokens of use, >= 1, all branches of a tree together.
        sampler: The answer's sampler; a drafter that draws, draws through it.
        cancel: Asked between the drafter's own passes.
        hidden: float32[d], the target's final hidden state of the row that gave the last token;
            None before the first pass and for drafters that did not ask for it.
    """

    n: int
    sampler: Sampler
    cancel: Cancel
    hidden: NDArray[np.float32] | None = None


class Drafter(Protocol):
    """A source of guesses. It never decides: a poor drafter costs time, not quality."""

    @property
    def wants_hidden(self) -> bool:
        """True when `Outlook.hidden` is needed."""
        ...

    def begin(self, prompt: Sequence[int], cancel: Cancel) -> None:
        """Get ready for an answer to `prompt`; also good ahead of time, on a forming prompt."""
        ...

    def draft(self, outlook: Outlook) -> Draft:
        """Guess what follows; empty where no guess is worth its price."""
        ...

    def settle(self, tokens: Sequence[int], num_accept: int) -> None:
        """Learn what the pass added to the answer, the first `num_accept` of them as guessed."""
        ...
