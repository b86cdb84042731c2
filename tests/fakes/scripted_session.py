"""A session without children: it tells what the test puts into it."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from queue import Empty, SimpleQueue

from kairo_desktop.session.events import ClockKind, Event, Item
from kairo_desktop.store.journal import Journal
from kairo_desktop.supervisor.live import Told
from kairo_desktop.supervisor.messages import ChildReport, ChildState
from kairo_desktop.types import Lane, UserCommand
from kairo_desktop.ui.feed import Sitting

__all__ = ["ScriptedSession"]


class ScriptedSession:
    """Stands in for a `LiveSession`; may be spoken to from any thread.

    Attributes:
        n_ends: How often it was told to end.
        asked: What it was asked, in order.
        stubborn: It does not end by being told once.
        opened: Its context has been entered, `closed`: and left.
    """

    def __init__(self, lanes: tuple[Lane, ...] = tuple(Lane), *, stubborn: bool = False) -> None:
        self.lanes = lanes
        self.stubborn = stubborn
        self.n_ends = 0
        self.asked: list[object] = []
        self.opened = self.closed = False
        self._told: SimpleQueue[Told | Exception] = SimpleQueue()

    @contextmanager
    def open(self) -> Iterator[Sitting]:
        """As the desktop opens a session."""
        self.opened = True
        try:
            with Journal.in_memory("Live session", datetime.now(UTC)) as journal:
                yield Sitting(self, journal)
        finally:
            self.closed = True

    def tell(self, *items: Item) -> None:
        """Let something happen."""
        for item in items:
            self._told.put(Event(0.0, ClockKind.REAL, item))

    def report(self, *states: tuple[str, ChildState]) -> None:
        """Let children come to these points of their lives."""
        for name, state in states:
            self._told.put(ChildReport(name, state))

    def fail(self, error: Exception) -> None:
        """Let the session break off."""
        self._told.put(error)

    def events(self) -> Iterator[Told]:
        while self.n_ends < (2 if self.stubborn else 1) or not self._told.empty():
            try:
                told = self._told.get(timeout=0.02)
            except Empty:
                continue
            if isinstance(told, Exception):
                raise told
            yield told

    def end(self) -> None:
        self.n_ends += 1

    def pause(self, lane: Lane, *, paused: bool) -> None:
        self.asked.append((lane, paused))

    def command(self, command: UserCommand) -> None:
        self.asked.append(command)
