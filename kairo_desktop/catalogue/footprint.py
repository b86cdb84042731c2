"""What models take in memory, from their heads, before anything is loaded.

Everything is reckoned for the way in which Kairo loads: weights read, not mapped; passes of
`PASS_TOKENS`; one cache for all sequences; flash attention, which holds no matrix of scores.
"""

from dataclasses import dataclass

from kairo_desktop.catalogue.speech_head import SpeechHead
from kairo_desktop.gguf.cache import NUMBER_BYTES, cached_numbers
from kairo_desktop.gguf.header import GgufHeader
from kairo_desktop.settings.llm import KvType

__all__ = [
    "PASS_TOKENS",
    "SEQUENCES",
    "WIDEST_VERIFY",
    "Cache",
    "Footprint",
    "Shape",
    "cache_bytes",
    "language_footprint",
    "notes_footprint",
    "speech_footprint",
]

MIB = 1 << 20

PASS_TOKENS = 64
"""Most tokens of one pass (`llama/context.py`)."""

WIDEST_VERIFY = 9
"""Rows of logits in the widest pass that drafting is tuned for (`decode/measure.py`)."""

SEQUENCES = 32
"""Sequence ids of a context; the engine holds a row of logits for each (`llama/context.py`)."""

CELL_STEP = 256
"""The engine rounds the cells of a cache up to a multiple of this."""

_ENTRY_BYTES = 220
"""Of a token or a merge in memory: its text twice, two hash nodes, and our copy of the head.

Measured on vocabularies of 49,152 and 151,936 tokens: 215 and 222.
"""

_NODE_BYTES = 400
_NODES_PER_TENSOR = 8
_GRAPHS = 2
"""The engine keeps two graphs of eight nodes for each tensor (llama-context.cpp)."""

_TOKENIZER_FACTOR = 8.3
"""Bytes in memory for each byte of a tokenizer.json. Measured on two files: 8.6 and 8.0."""

_SPECTRUM_BYTES = 3000 * 201 * 16
"""Of 30 s of sound: 3,000 frames of 201 complex numbers in double precision."""

_CONVERSION_BYTES = 2 + 4
"""Of a number while CTranslate2 turns float16 into int8."""

_SPEECH_ENGINE_BYTES = 20 * MIB
"""CTranslate2's own: pages of its code, pools of its threads. The same with two models."""

_F32 = 4


@dataclass(frozen=True, slots=True)
class Cache:
    """How a cache is held; `AUTO` types are resolved before.

    Attributes:
        n_ctx: Tokens of one sequence.
        spare: Cells beyond them.
    """

    n_ctx: int
    type_k: KvType
    type_v: KvType
    spare: int = 0

    @property
    def n_cells(self) -> int:
        """Cells that the engine allocates."""
        return -(-(self.n_ctx + self.spare) // CELL_STEP) * CELL_STEP


@dataclass(frozen=True, slots=True)
class Shape:
    """The sizes of a language model that its memory depends on.

    Attributes:
        weight_bytes: All tensors.
        n_entries: Tokens and merges of its vocabulary.
        n_keys: Numbers that the cache keeps of one token as keys, all layers together.
        n_values: Likewise as values.
        d_ff: Width of its widest layer.
    """

    weight_bytes: int
    n_tensors: int
    n_vocab: int
    n_entries: int
    d_model: int
    d_ff: int
    n_keys: int
    n_values: int

    @classmethod
    def of(cls, header: GgufHeader) -> "Shape":
        """Read the sizes off a header."""
        n_keys, n_values = cached_numbers(header)
        n_tokens = _length(header, "tokenizer.ggml.tokens")
        return cls(
            weight_bytes=header.n_bytes - header.tensors_at,
            n_tensors=header.n_tensors,
            n_vocab=n_tokens,
            n_entries=n_tokens + _length(header, "tokenizer.ggml.merges"),
            d_model=header.number("{arch}.embedding_length"),
            d_ff=header.number("{arch}.feed_forward_length"),
            n_keys=n_keys,
            n_values=n_values,
        )


@dataclass(frozen=True, slots=True)
class Footprint:
    """Bytes that one model takes.

    Attributes:
        cache: Keys and values; 0 for a model without.
        buffers: What passes are computed in.
        vocabulary: Tables of words, always in main memory.
    """

    weights: int
    vocabulary: int = 0
    cache: int = 0
    buffers: int = 0

    @property
    def total(self) -> int:
        """All of it."""
        return self.weights + self.vocabulary + self.cache + self.buffers


def cache_bytes(shape: Shape, cache: Cache) -> int:
    """Bytes of the keys and values of all cells."""
    number_k, number_v = NUMBER_BYTES[cache.type_k], NUMBER_BYTES[cache.type_v]
    return int(cache.n_cells * (shape.n_keys * number_k + shape.n_values * number_v))


def language_footprint(shape: Shape, cache: Cache) -> Footprint:
    """Bytes of a language model with its cache and the buffers of its passes.

    The engine lays the tensors of a pass over each other, so its buffer is as large as the
    pass's widest moment: the logits, the attention under its mask, or the feed-forward layer.
    It reserves logits for all tokens of a pass; memory is taken only by the rows asked for.
    """
    hidden = _F32 * PASS_TOKENS * shape.d_model
    logits = _F32 * WIDEST_VERIFY * shape.n_vocab + 2 * hidden
    attention = 2 * PASS_TOKENS * cache.n_cells + 4 * hidden
    forward = 2 * _F32 * PASS_TOKENS * shape.d_ff + 2 * hidden
    rows = _F32 * SEQUENCES * shape.n_vocab
    graphs = _GRAPHS * _NODES_PER_TENSOR * shape.n_tensors * _NODE_BYTES
    return Footprint(
        weights=shape.weight_bytes,
        vocabulary=_ENTRY_BYTES * shape.n_entries,
        cache=cache_bytes(shape, cache),
        buffers=max(logits, attention, forward) + rows + graphs,
    )


def speech_footprint(head: SpeechHead) -> Footprint:
    """Most bytes that a Whisper model takes in int8 on the CPU, at one moment.

    Matrices are held in int8, all else in float32 (CTranslate2's int8). There are two high
    waters: at loading, when the largest matrix is there in float16 and float32 too; and in a
    window of 30 s, with the scores of all heads of an encoder layer, its feed-forward layer of
    four times the width, and what the decoder keeps of the output for each of its layers.
    """
    window = _F32 * head.n_positions * head.d_model
    scores = _F32 * head.n_heads * head.n_positions**2
    vocabulary = round(_TOKENIZER_FACTOR * head.tokenizer_bytes)
    cache = 2 * head.n_decoder_layers * window
    hearing = scores + 5 * window + _SPECTRUM_BYTES
    loading = _CONVERSION_BYTES * head.n_largest - vocabulary - cache
    return Footprint(
        weights=head.n_quantized + _F32 * head.n_exact,
        vocabulary=vocabulary,
        cache=cache,
        buffers=max(hearing, loading) + _SPEECH_ENGINE_BYTES,
    )


def notes_footprint(weight_bytes: int, tokenizer_bytes: int) -> Footprint:
    """Bytes of the sentence embeddings: the float32 file as it is, and its vocabulary."""
    return Footprint(weight_bytes, round(_TOKENIZER_FACTOR * tokenizer_bytes))


def _length(header: GgufHeader, key: str) -> int:
    """Entries of a list of the header; 0 where there is none."""
    entries = header.array(key)
    return 0 if entries is None else entries.n
