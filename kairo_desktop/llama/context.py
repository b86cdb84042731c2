"""A model's cache, shared by several sequences, and the passes over it."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kairo_desktop.decode.target import Cancel, Forward, never
from kairo_desktop.errors import DecodeFailed, ModelUnfit
from kairo_desktop.llama.binding import ABORTED, OK, Batch, ContextHandle, ContextParams
from kairo_desktop.llama.kv import available_memory, kv_bytes
from kairo_desktop.llama.model import LlamaModel
from kairo_desktop.settings.llm import KvType

__all__ = ["BRANCHES", "FIRST_BRANCH", "ContextOptions", "LlamaContext", "open_context"]

logger = logging.getLogger(__name__)

FIRST_BRANCH = 8
"""Sequence ids from here on are the branches of a draft tree."""

BRANCHES = 24
"""Most leaves of a draft tree."""

N_BATCH = 64
"""Most tokens of one pass: a prefill chunk, or the nodes of a tree."""


@dataclass(frozen=True, slots=True)
class ContextOptions:
    """How to hold a cache.

    Attributes:
        n_ctx: Tokens that one sequence may hold.
        spare: Cells beyond them, for what other sequences do not share. The sum is rounded up to
            a multiple of 256.
        type_k: Storage of the keys.
        type_v: Storage of the values.
        threads: CPU threads, >= 1.
    """

    n_ctx: int = 4096
    spare: int = 0
    type_k: KvType = KvType.Q8_0
    type_v: KvType = KvType.Q4_0
    threads: int = 1

    @property
    def n_cells(self) -> int:
        """Cells of the cache."""
        return -(-(self.n_ctx + self.spare) // 256) * 256


class LlamaContext:
    """One cache and the buffers of a pass; only one thread may use it at a time."""

    def __init__(
        self, model: LlamaModel, options: ContextOptions, handle: ContextHandle, batch: Batch
    ) -> None:
        self.model = model
        self.options = options
        self.handle = handle
        self._batch = batch

    def decode(
        self,
        tokens: NDArray[np.int32],
        positions: NDArray[np.int32],
        sequences: Sequence[Sequence[int]],
        *,
        rows: int,
        hidden: bool = False,
        cancel: Cancel = never,
    ) -> Forward | None:
        """One pass over at most `N_BATCH` tokens. On failure the caller takes its tokens back.

        Args:
            tokens: int32[n].
            positions: int32[n], places in their sequences.
            sequences: Ids that each token belongs to.
            rows: How many of the last tokens get logits, and a row in the result.
            hidden: Whether to give final hidden states too.
            cancel: Asked within the pass.

        Returns:
            None when `cancel` stopped the pass.

        Raises:
            DecodeFailed: the engine refused or gave up.
        """
        batch = self._batch.fill(tokens, positions, sequences, rows=rows)
        code = self.handle.decode(batch, hidden=hidden, cancel=cancel)
        if code == ABORTED:
            return None
        if code != OK:
            logger.debug("llama_decode gave %s for %s tokens", code, len(tokens))
            raise DecodeFailed(
                "The language model's cache is full."
                if code == 1
                else f"The language model gave up in the middle of a pass (code {code}).",
                cure="Ask again; if it repeats, raise llm.n_ctx or restart.",
            )
        if not rows:
            return Forward(np.empty((0, self.model.handle.n_vocab), np.float32))
        return Forward(self.handle.logits(rows), self.handle.hidden(rows) if hidden else None)


@contextmanager
def open_context(model: LlamaModel, options: ContextOptions) -> Iterator[LlamaContext]:
    """Allocate a context and free it at the end.

    Raises:
        ModelUnfit: the memory does not hold it.
    """
    needed = kv_bytes(model.header, options.n_cells, options.type_k, options.type_v)
    available = available_memory()
    if available is not None and model.n_gpu_layers == 0 and needed > available:
        raise _too_large(model, options, needed)
    params = ContextParams(
        n_ctx=options.n_cells,
        n_batch=N_BATCH,
        n_sequences=FIRST_BRANCH + BRANCHES,
        type_k=options.type_k,
        type_v=options.type_v,
        n_threads=options.threads,
    )
    with ExitStack() as stack:
        try:
            handle = ContextHandle(model.handle, params)
        except MemoryError as err:
            raise _too_large(model, options, needed) from err
        stack.callback(handle.close)
        batch = Batch(N_BATCH, params.n_sequences)
        stack.callback(batch.close)
        yield LlamaContext(model, options, handle, batch)


def _too_large(model: LlamaModel, options: ContextOptions, needed: int) -> ModelUnfit:
    return ModelUnfit(
        f"There is no memory for a context of {options.n_ctx} tokens of {model.name}: its cache "
        f"alone takes {needed / 2**20:.0f} MiB.",
        cure="Lower llm.n_ctx, or choose a smaller model.",
    )
