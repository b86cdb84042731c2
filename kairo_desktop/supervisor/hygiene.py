"""What every process of ours does first: leave no core file, not outlive its parent."""

import contextlib
import ctypes
import os
import signal
import sys
from pathlib import Path

__all__ = ["die_with_parent", "give_way", "no_core_files"]

_PR_SET_PDEATHSIG = 1
_PR_SET_DUMPABLE = 4


def no_core_files() -> None:
    """Keep this process's memory, which holds people's words, out of core files.

    Linux hands a core to a collecting program whatever the size limit says, so there the
    process is made undumpable as well.
    """
    if sys.platform == "win32":
        return
    import resource

    hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, hard))
    _prctl(_PR_SET_DUMPABLE, 0)


def die_with_parent() -> None:
    """Have the kernel end this process when its parent's starting thread ends (Linux).

    Elsewhere the end of the pipe says it; see `host.py`.
    """
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL if sys.platform != "win32" else 0)


def give_way(niceness: int) -> None:
    """Let processes that are not nicer have the cores first.

    Linux shares the cores between sessions before it looks at niceness (sched(7), autogroup),
    and every child is a session of its own, so the session is made nicer as well.
    """
    if sys.platform == "win32":
        return
    with contextlib.suppress(OSError):
        os.nice(niceness)
        Path("/proc/self/autogroup").write_text(str(niceness), encoding="ascii")


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)
