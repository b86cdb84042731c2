"""What a key-value cache keeps of one token, and how many bytes that takes."""

from fractions import Fraction

from kairo_desktop.gguf.header import GgufHeader

__all__ = ["NUMBER_BYTES", "cached_numbers"]

NUMBER_BYTES: dict[str, Fraction] = {
    "f16": Fraction(2),
    "q8_0": Fraction(34, 32),
    "q5_1": Fraction(24, 32),
    "q4_0": Fraction(18, 32),
}
"""Bytes of one number, by the storage's name: blocks of 32 with their scales (ggml-common.h)."""


def cached_numbers(header: GgufHeader) -> tuple[int, int]:
    """Numbers kept of one token as keys and as values, all layers together.

    Grouped-query attention stores key-value heads, fewer than attention has heads.
    """
    n_layers = header.number("{arch}.block_count")
    n_heads = header.number("{arch}.attention.head_count")
    d_head = header.number("{arch}.embedding_length") // max(n_heads, 1)
    n_kv = header.per_layer("{arch}.attention.head_count_kv", n_layers) or n_layers * n_heads
    n_keys = n_kv * header.number("{arch}.attention.key_length", d_head)
    return n_keys, n_kv * header.number("{arch}.attention.value_length", d_head)
