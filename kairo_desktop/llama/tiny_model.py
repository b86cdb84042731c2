"""A language model of a few hundred kilobytes that knows nothing, written on the spot.

Real in all but its weights: llama architecture, byte-level tokens, a chat template, and tensors
of the types whose fast paths differ most between builds (Q4_K, Q6_K, Q8_0, Q4_0), wide enough to
be repacked. The self-test and the tests decode it.
"""

from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np
from gguf import GGML_QUANT_SIZES, GGMLQuantizationType, GGUFWriter, TokenType
from gguf.quants import quantize
from numpy.typing import NDArray

__all__ = ["TinyModel", "write_tiny_model"]

CHAT_TEMPLATE = (
    "{% for m in messages %}<|tiny|>{{ m.role }}\n{{ m.content }}<|done|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|tiny|>assistant\n{% endif %}"
)

BLOCK_K = 256
"""Numbers in a block of a K type."""


class _Q(IntEnum):
    """The tensor types used, by their number in the format."""

    Q4_0 = 2
    Q8_0 = 8
    Q4_K = 12
    Q6_K = 14


K_SCALES = {_Q.Q4_K: (0, 2), _Q.Q6_K: (208,)}
"""Where, within its bytes, a block of a K type keeps its float16 scales."""


@dataclass(frozen=True, slots=True)
class TinyModel:
    """The shape of the model.

    Attributes:
        d_model: Width; a multiple of 256.
        n_heads: Attention heads; a quarter of them hold keys and values.
        n_extra: Tokens beyond the 256 bytes and three markers, as padding.
        salt: Changes the text of one token, which makes another tokenizer.
        architecture: What the file calls itself.
        template: Jinja source; empty for none.
    """

    n_layers: int = 1
    d_model: int = 256
    d_ff: int = 512
    n_heads: int = 4
    n_extra: int = 0
    seed: int = 0
    salt: str = ""
    architecture: str = "llama"
    template: str = CHAT_TEMPLATE


def write_tiny_model(path: Path, shape: TinyModel | None = None) -> None:
    """Write the model to `path`."""
    shape = shape or TinyModel()
    writer = GGUFWriter(path, shape.architecture)
    _add_metadata(writer, shape)
    _add_vocabulary(writer, shape)
    rng = np.random.default_rng(shape.seed)
    for name, rows, columns, kind in _matrices(shape):
        writer.add_tensor(
            name, _matrix(rng, rows, columns, kind), raw_dtype=GGMLQuantizationType(kind)
        )
    norms = ["output_norm"]
    norms += [f"blk.{i}.{part}_norm" for i in range(shape.n_layers) for part in ("attn", "ffn")]
    for name in norms:
        writer.add_tensor(f"{name}.weight", np.ones(shape.d_model, np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def _add_metadata(writer: Any, shape: TinyModel) -> None:  # noqa: ANN401 - gguf has no types
    writer.add_context_length(4096)
    writer.add_embedding_length(shape.d_model)
    writer.add_block_count(shape.n_layers)
    writer.add_feed_forward_length(shape.d_ff)
    writer.add_head_count(shape.n_heads)
    writer.add_head_count_kv(max(1, shape.n_heads // 4))
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(shape.d_model // shape.n_heads)


def _add_vocabulary(writer: Any, shape: TinyModel) -> None:  # noqa: ANN401 - gguf has no types
    """Every byte is a token; two pairs merge, because the engine wants merges to be there."""
    tokens = [*_byte_texts(), "<|tiny|>", "<|done|>", "<|pad|>"]
    tokens += [f"extra{i}" for i in range(shape.n_extra)]
    if shape.salt:
        tokens[200] = shape.salt
    kinds = [TokenType.NORMAL] * 256 + [TokenType.CONTROL] * 3 + [TokenType.UNUSED] * shape.n_extra
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("gpt-2")
    writer.add_token_list(tokens)
    writer.add_token_types(kinds)
    writer.add_token_merges(["t h", "th e"])
    writer.add_eos_token_id(257)
    writer.add_pad_token_id(258)
    if shape.template:
        writer.add_chat_template(shape.template)


def _byte_texts() -> list[str]:
    """The printable stand-in of each byte that byte-level vocabularies use.

    Source: Radford et al. 2019, GPT-2: printable bytes stand for themselves, the others for the
    code points from 256 on.
    """
    printable = {*range(33, 127), *range(161, 173), *range(174, 256)}
    others = [byte for byte in range(256) if byte not in printable]
    return [chr(b) if b in printable else chr(256 + others.index(b)) for b in range(256)]


def _matrices(shape: TinyModel) -> list[tuple[str, int, int, _Q]]:
    """Name, rows, columns and type of every matrix."""
    d, n_vocab = shape.d_model, 259 + shape.n_extra
    d_kv = d // shape.n_heads * max(1, shape.n_heads // 4)
    layer = [
        ("attn_q", d, d, _Q.Q4_K),
        ("attn_k", d_kv, d, _Q.Q8_0),
        ("attn_v", d_kv, d, _Q.Q6_K),
        ("attn_output", d, d, _Q.Q4_0),
        ("ffn_gate", shape.d_ff, d, _Q.Q4_K),
        ("ffn_up", shape.d_ff, d, _Q.Q8_0),
        ("ffn_down", d, shape.d_ff, _Q.Q4_0),
    ]
    return [
        ("token_embd.weight", n_vocab, d, _Q.Q8_0),
        ("output.weight", n_vocab, d, _Q.Q6_K),
        *(
            (f"blk.{i}.{name}.weight", rows, columns, kind)
            for i in range(shape.n_layers)
            for name, rows, columns, kind in layer
        ),
    ]


def _matrix(rng: np.random.Generator, rows: int, columns: int, kind: _Q) -> NDArray[np.uint8]:
    """Random weights as the bytes of their type."""
    if kind not in K_SCALES:
        weights = rng.normal(0, columns**-0.5, (rows, columns)).astype(np.float32)
        quantized: NDArray[np.uint8] = quantize(weights, GGMLQuantizationType(kind))
        return quantized
    n_blocks = columns // BLOCK_K
    n_bytes = GGML_QUANT_SIZES[GGMLQuantizationType(kind)][1]
    blocks = rng.integers(0, 256, (rows, n_blocks, n_bytes), np.uint8)
    scale = np.frombuffer(np.float16(2e-4).tobytes(), np.uint8)
    for at in K_SCALES[kind]:
        blocks[..., at : at + 2] = scale
    return blocks.reshape(rows, n_blocks * n_bytes)
