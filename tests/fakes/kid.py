"""A child process without models, and with every bad habit: `python -m tests.fakes.kid ROLE HABIT`.

HABIT is where the process misbehaves; the job it is given says no more.
"""

import contextlib
import ctypes
import os
import signal
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeAlias

from kairo_desktop.errors import ModelMissing
from kairo_desktop.supervisor.host import run_host
from kairo_desktop.supervisor.messages import Hello, PathItem, Role
from kairo_desktop.supervisor.process import Command
from kairo_desktop.supervisor.worker import Parcel, Surroundings, Worker
from tests.fakes.workers import SpellingAsr, SpellingLlm

__all__ = ["kid"]

Ill: TypeAlias = Callable[[], None]

_ROOT = Path(__file__).parents[2]


def kid(role: Role, habit: str = "good") -> Command:
    """How to start one."""
    argv = (sys.executable, "-m", "tests.fakes.kid", role.value, habit)
    return Command(argv, {"PYTHONPATH": str(_ROOT)})


def _main() -> None:
    role, habit = Role(sys.argv[1]), sys.argv[2]
    before = _BEFORE_GREETING.get(habit)
    if before is not None:
        before()
    code = run_host(role, lambda hello, around: _worker(role, habit, hello, around))
    os._exit(code)


def _worker(role: Role, habit: str, hello: Hello, around: Surroundings) -> Worker:
    del hello, around
    while_loading = _WHILE_LOADING.get(habit)
    if while_loading is not None:
        while_loading()
    worker: Worker = SpellingAsr() if role is Role.ASR else SpellingLlm()
    at_step = _AT_STEP.get(habit)
    return worker if at_step is None else _Sick(worker, at_step)


class _Sick:
    """Falls ill at its first step."""

    def __init__(self, worker: Worker, fall_ill: Ill) -> None:
        self._worker = worker
        self._fall_ill = fall_ill
        self.running = worker.running
        self.resume = worker.resume
        self.work = worker.work
        self.flush = worker.flush
        self.close = worker.close

    def step(self, item: PathItem) -> Iterable[Parcel]:
        self._fall_ill()
        return self._worker.step(item)


def _forever() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    threading.Event().wait()


def _garbage() -> None:
    os.write(1, b"\x00\x00\x00\x05hello" * 100)
    _forever()


def _half() -> None:
    os.write(1, struct.pack(">I", 1000) + b"\x92")
    os._exit(0)


def _huge() -> None:
    os.write(1, struct.pack(">I", 2_000_000_000) + bytes(1000))
    _forever()


def _with_child() -> None:
    """Another process holds our pipes open."""
    subprocess.Popen(["sleep", "600"])


def _deaf() -> None:
    """Holds the interpreter's lock, so no thread of the process lives on."""
    ctypes.PyDLL(None).pause()


def _missing() -> None:
    raise ModelMissing("no model of that name", cure="Pull it.")


def _greedy() -> None:
    """Wants more memory than it may have."""
    import resource  # does not exist on Windows

    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
    bytearray(1 << 34)


def _phone() -> None:
    with contextlib.suppress(OSError), socket.socket() as sock:
        sock.connect(("127.0.0.1", 9))


def _print() -> None:
    os.write(1, b"a library prints this\n")


def _stop() -> None:
    os.kill(os.getpid(), signal.SIGSTOP)


_BEFORE_GREETING: dict[str, Ill] = {
    "mute": _forever,
    "garbage": _garbage,
    "half": _half,
    "huge": _huge,
    "leaves": lambda: os._exit(3),
}
_WHILE_LOADING: dict[str, Ill] = {
    "missing": _missing,
    "parent": _with_child,
    "phones": _phone,
    "prints": _print,
}
_AT_STEP: dict[str, Ill] = {
    "aborts": os.abort,
    "deaf": _deaf,
    "greedy": _greedy,
    "stops": _stop,
    "stuck": _forever,
}

if __name__ == "__main__":
    _main()
