"""The door to this machine's memory."""

from dataclasses import dataclass

import psutil

__all__ = ["Memory", "memory"]


@dataclass(frozen=True, slots=True)
class Memory:
    """Main memory, in bytes; `available_bytes` is what programs can still take."""

    total_bytes: int
    available_bytes: int


def memory() -> Memory:
    """The main memory of this machine, now."""
    now = psutil.virtual_memory()
    return Memory(now.total, now.available)
