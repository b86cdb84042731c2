"""What a key-value cache costs."""

import os
from fractions import Fraction
from pathlib import Path

from kairo_desktop.gguf.header import GgufHeader
from kairo_desktop.settings.llm import KvType

__all__ = ["BYTES", "available_memory", "kv_bytes"]

BYTES = {
    KvType.F16: Fraction(2),
    KvType.Q8_0: Fraction(34, 32),
    KvType.Q5_1: Fraction(24, 32),
    KvType.Q4_0: Fraction(18, 32),
}
"""Bytes of one number, scales included."""


def kv_bytes(header: GgufHeader, n_cells: int, type_k: KvType, type_v: KvType) -> int:
    """Bytes of a cache of `n_cells` tokens.

    Grouped-query attention stores key-value heads, fewer than attention has heads.
    """
    n_layers = header.number("{arch}.block_count")
    n_heads = header.number("{arch}.attention.head_count")
    d_head = header.number("{arch}.embedding_length") // max(n_heads, 1)
    key = header.number("{arch}.attention.key_length", d_head)
    value = header.number("{arch}.attention.value_length", d_head)
    n_kv = header.per_layer("{arch}.attention.head_count_kv", n_layers) or n_layers * n_heads
    return int(n_kv * n_cells * (key * BYTES[type_k] + value * BYTES[type_v]))


def available_memory() -> int | None:
    """Bytes that can be had without swapping; None where the system does not say."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
    except OSError:
        return None
    fields = dict(line.split(":", 1) for line in lines)
    if "MemAvailable" not in fields:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return int(fields["MemAvailable"].split()[0]) * 1024
