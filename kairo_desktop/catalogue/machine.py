"""The door to this machine's memory."""

import os
import shutil
import subprocess
from contextlib import suppress
from dataclasses import dataclass

__all__ = ["Machine", "Memory", "gpu_free_bytes", "machine", "memory"]

_ASK_S = 5.0


@dataclass(frozen=True, slots=True)
class Memory:
    """Main memory, in bytes; `available_bytes` is what programs can still take."""

    total_bytes: int
    available_bytes: int


@dataclass(frozen=True, slots=True)
class Machine:
    """What models can be put into.

    Attributes:
        gpu_bytes: Free memory of the GPU that the engine would use; 0 without one.
        n_cpus: Logical processors.
    """

    memory: Memory
    gpu_bytes: int = 0
    n_cpus: int = 1


def memory() -> Memory:
    """The main memory of this machine, now."""
    # The desktop imports this module and never asks: 7 MB that it need not hold.
    import psutil

    now = psutil.virtual_memory()
    return Memory(now.total, now.available)


def machine(*, gpu: bool) -> Machine:
    """This machine, now.

    Args:
        gpu: Whether the engine can compute on one; only then is its memory asked for.
    """
    return Machine(memory(), gpu_free_bytes() if gpu else 0, os.cpu_count() or 1)


def gpu_free_bytes() -> int:
    """Free memory of the emptiest NVIDIA card; 0 where none answers within 5 s."""
    program = shutil.which("nvidia-smi")
    if program is None:
        return 0
    question = [program, "--query-gpu=memory.free", "--format=csv,noheader,nounits"]
    with suppress(OSError, ValueError, subprocess.SubprocessError):
        answer = subprocess.run(
            question, capture_output=True, text=True, timeout=_ASK_S, check=True
        )
        return max((int(line) for line in answer.stdout.split()), default=0) << 20
    return 0
