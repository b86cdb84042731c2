"""A `kairo … --json` that runs beside the test, with children that can be harmed (Linux)."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

import pytest

__all__ = ["Happened", "Running", "running"]

_LOOK_S = 0.05
Fields = dict[str, object]


@dataclass(frozen=True, slots=True)
class Happened:
    """An event and when it came, in seconds since the program was started."""

    at_s: float
    fields: Fields

    def __getitem__(self, key: str) -> object:
        return self.fields[key]


class Running:
    """The program, its events as they come, and all processes that it ever started.

    Attributes:
        errors: What it wrote to stderr, once it has ended.
    """

    def __init__(
        self, arguments: Sequence[str | Path], env: Mapping[str, str], wrapper: Sequence[str]
    ) -> None:
        self._began_s = monotonic()
        self._wrapped = bool(wrapper)
        self._events: list[Happened] = []
        self._seen: dict[int, tuple[str, float]] = {}
        self.errors = ""
        self._news = threading.Condition()
        self.process = subprocess.Popen(
            [*wrapper, sys.executable, "-m", "kairo_desktop", *map(str, arguments)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **env},
        )
        self._threads = [
            threading.Thread(target=target, daemon=True)
            for target in (self._read, self._read_errors, self._watch)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def pid(self) -> int:
        """Of the program itself, behind what it may be wrapped in."""
        return _children(self.process.pid)[0] if self._wrapped else self.process.pid

    @property
    def now_s(self) -> float:
        """Seconds since the program was started."""
        return monotonic() - self._began_s

    @property
    def events(self) -> list[Happened]:
        """All events so far."""
        with self._news:
            return list(self._events)

    def of(self, name: str) -> list[Happened]:
        """The events called `name` so far."""
        return [event for event in self.events if event["event"] == name]

    def until(self, wanted: Callable[[], bool], timeout_s: float = 120.0) -> None:
        """Wait for the events to make something true."""
        deadline_s = monotonic() + timeout_s
        with self._news:
            while not wanted():
                if monotonic() > deadline_s or self.process.poll() is not None:
                    pytest.fail(f"it did not come; the last of it: {self._events[-3:]}")
                self._news.wait(_LOOK_S)

    def child(self, role: str) -> int | None:
        """The process that is the child of a role now; the newest where there are several."""
        pids = [pid for pid in _children(self.pid) if _role(pid) == role]
        return max(pids, default=None)

    def started(self, role: str) -> list[float]:
        """When each process of a role was first seen."""
        return [at_s for _, (seen, at_s) in sorted(self._seen.items()) if seen == role]

    def wait(self, timeout_s: float = 120.0) -> int:
        """Let it end by itself; gives the exit code."""
        code = self.process.wait(timeout_s)
        for thread in self._threads:
            thread.join(10)
        return code

    def left(self) -> list[int]:
        """Processes that it started and that still run."""
        return [pid for pid, (role, _) in self._seen.items() if _role(pid) == role]

    def _read(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as lines:
            for line in lines:
                with self._news:
                    self._events.append(Happened(self.now_s, json.loads(line)))
                    self._news.notify_all()

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        with self.process.stderr as lines:
            self.errors = lines.read()

    def _watch(self) -> None:
        while self.process.poll() is None:
            for pid in _children(self.process.pid):
                role = _role(pid)
                if role is not None:
                    self._seen.setdefault(pid, (role, self.now_s))
            threading.Event().wait(_LOOK_S)


@contextmanager
def running(
    *arguments: str | Path, env: Mapping[str, str] | None = None, wrapper: Sequence[str] = ()
) -> Iterator[Running]:
    """Start the program, behind `wrapper` if one is given; it is gone when the context ends."""
    started = Running(arguments, env or {}, wrapper)
    try:
        yield started
    finally:
        started.process.kill()
        started.wait()


def _children(pid: int) -> list[int]:
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found += map(int, task.read_text().split())
        except OSError:
            continue
    return found


def _role(pid: int) -> str | None:
    """What a process was started as; None for others, and for those that only wait to be reaped."""
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return None
    return words[words.index(b"--child") + 1].decode() if b"--child" in words else None
