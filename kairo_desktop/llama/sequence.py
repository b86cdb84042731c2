"""One sequence of a context as a `decode.Target`."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kairo_desktop.decode.prefix import CHUNK
from kairo_desktop.decode.target import Cancel, Forward, TokenTree, never
from kairo_desktop.errors import CannotRewind, DecodeFailed
from kairo_desktop.llama.context import BRANCHES, FIRST_BRANCH, LlamaContext
from kairo_desktop.llama.state import load_state, save_state

__all__ = ["LlamaSequence"]


class LlamaSequence:
    """Tokens in the cache under one sequence id, and a tree pending beyond them.

    A chain lies in the sequence itself, and what is not accepted is cut off its end. A tree lies
    in branch sequences, one per leaf, each sharing the cells of what came before; accepting
    copies one branch, by reference, and drops them all.
    """

    def __init__(self, context: LlamaContext, sequence_id: int, n_ctx: int | None = None) -> None:
        self.context = context
        self._id = sequence_id
        self._n_ctx = n_ctx or context.options.n_ctx
        self._tokens: list[int] = []
        self._pending: TokenTree | None = None
        self._leaf_of: list[int] = []

    @property
    def n_vocab(self) -> int:
        """Number of logits in a row."""
        return self.context.model.handle.n_vocab

    @property
    def n_ctx(self) -> int:
        """Most tokens that the sequence can hold, a pending tree included."""
        return self._n_ctx

    @property
    def tokens(self) -> Sequence[int]:
        """Tokens in the cache, oldest first."""
        return self._tokens

    @property
    def can_rewind(self) -> bool:
        """False for recurrent and hybrid models."""
        return self.context.model.can_rewind

    def prefill(self, tokens: Sequence[int], cancel: Cancel) -> int:
        """Append tokens without logits, at most `CHUNK` a pass."""
        self._drop_pending()
        for start in range(0, len(tokens), CHUNK):
            chunk = np.asarray(tokens[start : start + CHUNK], np.int32)
            positions = np.arange(len(chunk), dtype=np.int32) + len(self._tokens)
            ids = ((self._id,),) * len(chunk)
            if cancel() or self._pass(chunk, positions, ids, cancel=cancel) is None:
                return start
            self._tokens.extend(chunk.tolist())
        return len(tokens)

    def forward(
        self, tree: TokenTree, *, hidden: bool = False, cancel: Cancel = never
    ) -> Forward | None:
        """Evaluate a tree beyond the cache."""
        self._drop_pending()
        n_rows, tokens = len(tree.tokens), np.concatenate([tree.lead, tree.tokens])
        positions, ids = self._place(tree)
        forward = self._pass(tokens, positions, ids, rows=n_rows, hidden=hidden, cancel=cancel)
        self._pending = tree if forward else None
        return forward

    def accept(self, path: Sequence[int]) -> None:
        """Keep one path of the last tree."""
        assert self._pending is not None, "accept needs a forward before it"
        n_past = len(self._tokens) + len(self._pending.lead)
        kept = [int(self._pending.tokens[node]) for node in path]
        if self._leaf_of:
            if path:
                branch = FIRST_BRANCH + self._leaf_of[path[-1]]
                self.context.handle.copy(branch, self._id, n_past, n_past + len(path))
            self._drop_branches()
        elif len(path) < len(self._pending.tokens):
            self._cut(n_past + len(path))
        self._tokens += [*self._pending.lead.tolist(), *kept]
        self._pending = None

    def rewind(self, n_past: int) -> None:
        """Drop a pending tree and shorten the cache."""
        if n_past == len(self._tokens) and self._pending is None:
            return
        if not self.can_rewind and n_past > 0:
            raise CannotRewind(
                f"{self.context.model.name} cannot take tokens back.",
                cure="Choose a model without recurrent layers.",
            )
        self._drop_branches()
        self._cut(n_past)
        self._pending = None
        del self._tokens[n_past:]

    def set_threads(self, n: int) -> None:
        """CPU threads of the next passes of the whole context."""
        self.context.handle.set_threads(n)

    def copy_from(self, other: "LlamaSequence") -> None:
        """Become a copy of another sequence of the same context, sharing its cells."""
        other.rewind(len(other.tokens))
        self.rewind(0)
        self.context.handle.copy(other._id, self._id, 0, len(other.tokens))  # noqa: SLF001
        self._tokens = list(other.tokens)

    def save(self, path: Path) -> None:
        """Write the sequence's state to a private file.

        Raises:
            DiskError: it cannot be written.
        """
        save_state(self.context, self._id, path, self._tokens)

    def load(self, path: Path, tokens: Sequence[int]) -> bool:
        """Become what was saved in `path`, if that stands for exactly `tokens`.

        Returns:
            False when it does not, or the file fits another model or cache; the sequence is then
            empty.
        """
        self.rewind(0)
        if load_state(self.context, self._id, path, tokens):
            self._tokens = list(tokens)
            return True
        self._cut(0)
        return False

    def _pass(
        self,
        tokens: NDArray[np.int32],
        positions: NDArray[np.int32],
        ids: Sequence[Sequence[int]],
        *,
        rows: int = 0,
        hidden: bool = False,
        cancel: Cancel = never,
    ) -> Forward | None:
        """A pass that leaves no cells behind when it is stopped or fails."""
        try:
            forward = self.context.decode(
                tokens, positions, ids, rows=rows, hidden=hidden, cancel=cancel
            )
        except DecodeFailed:
            self._undo_pass()
            raise
        if forward is None:
            self._undo_pass()
        return forward

    def _undo_pass(self) -> None:
        self._drop_branches()
        if self.can_rewind:
            self._cut(len(self._tokens))
        else:
            self._cut(0)
            self._tokens.clear()

    def _place(self, tree: TokenTree) -> tuple[NDArray[np.int32], list[tuple[int, ...]]]:
        """Positions and sequence ids of a tree's tokens; a tree with a fork opens its branches."""
        n, n_lead, n_past = len(tree.tokens), len(tree.lead), len(self._tokens)
        if np.array_equal(tree.parents, np.arange(-1, n - 1)):
            positions = np.arange(n_past, n_past + n_lead + n, dtype=np.int32)
            return positions, [(self._id,)] * (n_lead + n)
        assert not n_lead, "only a chain has a lead"
        depths, below = tree.depths(), tree.leaves_below()
        self._leaf_of = [min(leaves) for leaves in below]
        n_leaves = 1 + max(map(max, below))
        assert n_leaves <= BRANCHES, "a draft tree has at most BRANCHES leaves"
        for branch in range(FIRST_BRANCH, FIRST_BRANCH + n_leaves):
            self.context.handle.copy(self._id, branch, 0, n_past)
        ids = [tuple(FIRST_BRANCH + leaf for leaf in leaves) for leaves in below]
        return depths + np.int32(n_past), ids

    def _drop_pending(self) -> None:
        if self._pending is not None:
            self.rewind(len(self._tokens))

    def _drop_branches(self) -> None:
        for leaf in set(self._leaf_of):
            self.context.handle.remove(FIRST_BRANCH + leaf, 0)
        self._leaf_of = []

    def _cut(self, n_past: int) -> None:
        """Take cells from `n_past` on out of the cache."""
        if not self.context.handle.remove(self._id, n_past):
            self.context.handle.remove(self._id, 0)
            self._tokens.clear()
            raise CannotRewind(f"{self.context.model.name} cannot take tokens back.")
