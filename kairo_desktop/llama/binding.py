"""The door to llama_cpp: its C handles as two objects with typed methods, its log as ours.

Nothing here decides anything. Handles are freed by whoever opened them (`close`).
"""

import ctypes
import functools
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import llama_cpp as lib
import numpy as np
from numpy.typing import NDArray

from kairo_desktop.decode.target import Cancel, never
from kairo_desktop.settings.llm import KvType

__all__ = ["Batch", "ContextHandle", "ContextParams", "ModelHandle", "build", "has_gpu"]

logger = logging.getLogger(__name__)

OK, ABORTED = 0, 2
"""What `ContextHandle.decode` returns; everything else is a failure."""

GGML_TYPES = {
    KvType.F16: lib.GGML_TYPE_F16,
    KvType.Q8_0: lib.GGML_TYPE_Q8_0,
    KvType.Q5_1: lib.GGML_TYPE_Q5_1,
    KvType.Q4_0: lib.GGML_TYPE_Q4_0,
}


@lib.llama_log_callback  # type: ignore[untyped-decorator] # a ctypes function type
def _on_log(level: int, text: bytes, _user: ctypes.c_void_p) -> None:  # noqa: ARG001 - C signature
    """What the engine says is for those who debug; what it means for the user, we say."""
    logger.debug("%s", text.decode("utf-8", "replace").rstrip())


@functools.cache
def _start() -> None:
    """Take over the log, which otherwise goes to stderr, and start the backends, once."""
    lib.llama_log_set(_on_log, ctypes.c_void_p(0))
    lib.llama_backend_init()


def build() -> str:
    """Which engine this is, and for which instruction sets it was compiled."""
    _start()
    version = lib.llama_version().decode()
    return f"{version} {lib.llama_print_system_info().decode().strip()}"


def has_gpu() -> bool:
    """True when this build can put layers on a GPU that is here."""
    _start()
    return bool(lib.llama_supports_gpu_offload())


class ModelHandle:
    """`llama_model` and its vocabulary."""

    def __init__(self, path: Path, n_gpu_layers: int) -> None:
        """Load a model.

        Raises:
            MemoryError: the engine gave no model; it says why only in its log.
        """
        _start()
        params = lib.llama_model_default_params()
        params.n_gpu_layers = n_gpu_layers
        # The CPU repacks most weights: a mapped file would stay in memory beside the copies.
        params.load_mode = lib.LLAMA_LOAD_MODE_NONE
        model = lib.llama_model_load_from_file(str(path).encode(), params)
        if not model:
            raise MemoryError(path)
        self.raw: Any = model
        self._vocab: Any = lib.llama_model_get_vocab(model)
        self.n_vocab: int = lib.llama_vocab_n_tokens(self._vocab)
        self.n_embd: int = lib.llama_model_n_embd(model)
        self.n_ctx_train: int = lib.llama_model_n_ctx_train(model)

    def close(self) -> None:
        """Free the model; contexts made from it must be closed before."""
        lib.llama_model_free(self.raw)

    @property
    def can_rewind(self) -> bool:
        """False when the memory is a running state instead of a cache."""
        return not (lib.llama_model_is_recurrent(self.raw) or lib.llama_model_is_hybrid(self.raw))

    def tokenize(self, text: bytes, *, special: bool) -> tuple[int, ...]:
        """Tokens of UTF-8 text, without the markers that a model adds of its own accord."""
        n_most = len(text) + 2
        tokens = (lib.llama_token * n_most)()
        n = lib.llama_tokenize(self._vocab, text, len(text), tokens, n_most, 0, special)
        return tuple(tokens[:n])

    def piece(self, token: int) -> bytes:
        """Bytes of a token; empty for control tokens."""
        buffer = ctypes.create_string_buffer(64)
        n = lib.llama_token_to_piece(self._vocab, token, buffer, 64, 0, 0)
        if n < 0:
            buffer = ctypes.create_string_buffer(-n)
            n = lib.llama_token_to_piece(self._vocab, token, buffer, -n, 0, 0)
        return buffer.raw[:n]

    def token_text(self, token: int) -> str:
        """How the vocabulary writes a token, control tokens included; empty for no token."""
        return lib.llama_vocab_get_text(self._vocab, token).decode() if token >= 0 else ""

    def is_end(self, token: int) -> bool:
        """True for a token that ends a turn."""
        return bool(lib.llama_vocab_is_eog(self._vocab, token))

    def is_control(self, token: int) -> bool:
        """True for a token that is no text."""
        return bool(lib.llama_vocab_is_control(self._vocab, token))

    @property
    def bos(self) -> int:
        """The token that begins a text; -1 for none."""
        return int(lib.llama_vocab_bos(self._vocab))

    @property
    def eos(self) -> int:
        """The token that ends a text; -1 for none."""
        return int(lib.llama_vocab_eos(self._vocab))

    @property
    def adds_bos(self) -> bool:
        """True when the model was trained with `bos` before every text."""
        return bool(lib.llama_vocab_get_add_bos(self._vocab))


@dataclass(frozen=True, slots=True)
class ContextParams:
    """What `llama_init_from_model` wants to know.

    Attributes:
        n_ctx: Cells of the cache, shared by all sequences.
        n_batch: Most tokens in one pass.
        n_sequences: Sequence ids 0..n-1 may be used.
    """

    n_ctx: int
    n_batch: int
    n_sequences: int
    type_k: KvType
    type_v: KvType
    n_threads: int


class Batch:
    """`llama_batch`, allocated once, its C arrays seen as numpy arrays."""

    def __init__(self, n_tokens: int, n_sequences: int) -> None:
        self._raw: Any = lib.llama_batch_init(n_tokens, 0, n_sequences)
        shape = (n_tokens,)
        self._token = np.ctypeslib.as_array(self._raw.token, shape)
        self._pos = np.ctypeslib.as_array(self._raw.pos, shape)
        self._n_seq_id = np.ctypeslib.as_array(self._raw.n_seq_id, shape)
        self._logits = np.ctypeslib.as_array(self._raw.logits, shape)

    def fill(
        self,
        tokens: NDArray[np.int32],
        positions: NDArray[np.int32],
        sequences: Sequence[Sequence[int]],
        *,
        rows: int,
    ) -> Any:  # noqa: ANN401 - a ctypes structure
        """The C structure for these tokens; token i belongs to all of `sequences[i]`.

        The last `rows` tokens get logits.
        """
        n = len(tokens)
        self._raw.n_tokens = n
        self._token[:n] = tokens
        self._pos[:n] = positions
        self._logits[:n] = False
        self._logits[n - rows : n] = True
        for i, ids in enumerate(sequences):
            self._n_seq_id[i] = len(ids)
            row = self._raw.seq_id[i]
            for place, sequence in enumerate(ids):
                row[place] = sequence
        return self._raw

    def close(self) -> None:
        """Free the C arrays."""
        lib.llama_batch_free(self._raw)


class ContextHandle:
    """`llama_context` and its memory."""

    def __init__(self, model: ModelHandle, params: ContextParams) -> None:
        """Allocate a cache and the buffers of a pass.

        Raises:
            MemoryError: the engine gave no context.
        """
        native = lib.llama_context_default_params()
        native.n_ctx = params.n_ctx
        native.n_batch = native.n_ubatch = params.n_batch
        native.n_seq_max = params.n_sequences
        native.n_threads = native.n_threads_batch = params.n_threads
        native.type_k = GGML_TYPES[params.type_k]
        native.type_v = GGML_TYPES[params.type_v]
        native.flash_attn_type = lib.LLAMA_FLASH_ATTN_TYPE_ENABLED
        native.pooling_type = lib.LLAMA_POOLING_TYPE_NONE
        native.kv_unified = True
        native.swa_full = True
        native.no_perf = True
        raw = lib.llama_init_from_model(model.raw, native)
        if not raw:
            raise MemoryError(params.n_ctx)
        self._raw: Any = raw
        self._memory: Any = lib.llama_get_memory(raw)
        self._n_vocab, self._n_embd = model.n_vocab, model.n_embd
        self._embeddings = False
        self._no_callback = ctypes.cast(0, lib.ggml_abort_callback)

    def close(self) -> None:
        """Free the context."""
        lib.llama_free(self._raw)

    def set_threads(self, n: int) -> None:
        """Threads of the next passes."""
        lib.llama_set_n_threads(self._raw, n, n)

    def decode(self, batch: Any, *, hidden: bool, cancel: Cancel) -> int:  # noqa: ANN401 - C
        """One pass. On the CPU `cancel` is asked before every operation of the graph.

        Returns:
            `OK`, `ABORTED` or another code of `llama_decode`.
        """
        if hidden != self._embeddings:
            lib.llama_set_embeddings(self._raw, hidden)
            self._embeddings = hidden
        if cancel is never:
            return int(lib.llama_decode(self._raw, batch))
        callback = lib.ggml_abort_callback(lambda _user: cancel())
        lib.llama_set_abort_callback(self._raw, callback, None)
        try:
            return int(lib.llama_decode(self._raw, batch))
        finally:
            lib.llama_set_abort_callback(self._raw, self._no_callback, None)

    def logits(self, n: int) -> NDArray[np.float32]:
        """The last pass's n rows, float32[n, n_vocab]; a view until the next pass."""
        rows: NDArray[np.float32] = np.ctypeslib.as_array(
            lib.llama_get_logits(self._raw), (n, self._n_vocab)
        )
        return rows

    def hidden(self, n: int) -> NDArray[np.float32]:
        """The last pass's n hidden states, float32[n, n_embd]; a view until the next pass."""
        rows: NDArray[np.float32] = np.ctypeslib.as_array(
            lib.llama_get_embeddings(self._raw), (n, self._n_embd)
        )
        return rows

    def remove(self, sequence: int, first: int) -> bool:
        """Take a sequence's cells from position `first` on; False when the memory cannot."""
        return bool(lib.llama_memory_seq_rm(self._memory, sequence, first, -1))

    def copy(self, source: int, to: int, first: int, last: int) -> None:
        """Let `to` share the cells of `source` at positions first..last - 1."""
        if last > first:
            lib.llama_memory_seq_cp(self._memory, source, to, first, last)

    def state(self, sequence: int) -> bytes:
        """What a sequence's cells hold; empty when the engine gives nothing."""
        size = lib.llama_state_seq_get_size(self._raw, sequence)
        array = (ctypes.c_uint8 * size)()
        n = lib.llama_state_seq_get_data(self._raw, array, size, sequence)
        return bytes(array[:n]) if n < size else bytes(array)

    def restore(self, sequence: int, state: bytes) -> bool:
        """Fill an empty sequence with what `state` gave; a damaged state may abort the process."""
        array = (ctypes.c_uint8 * len(state)).from_buffer_copy(state)
        n = lib.llama_state_seq_set_data(self._raw, array, len(state), sequence)
        return bool(n)
