"""What a key-value cache costs."""

import os
from pathlib import Path

from kairo_desktop.gguf.cache import NUMBER_BYTES, cached_numbers
from kairo_desktop.gguf.header import GgufHeader
from kairo_desktop.settings.llm import KvType

__all__ = ["available_memory", "kv_bytes"]


def kv_bytes(header: GgufHeader, n_cells: int, type_k: KvType, type_v: KvType) -> int:
    """Bytes of a cache of `n_cells` tokens."""
    n_keys, n_values = cached_numbers(header)
    return int(n_cells * (n_keys * NUMBER_BYTES[type_k] + n_values * NUMBER_BYTES[type_v]))


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
