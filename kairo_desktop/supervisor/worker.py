"""What a child hosts: one half of a session."""

from collections.abc import Callable, Iterable
from typing import Protocol, TypeAlias

from kairo_desktop.supervisor.messages import Hello, Past, PathItem

__all__ = ["BuildWorker", "Parcel", "Surroundings", "Worker"]

Parcel: TypeAlias = PathItem | tuple[PathItem, ...]
"""What travels in one piece and wakes the other side once."""


class Surroundings(Protocol):
    """What a worker may ask of its process at any time, from any thread; cheap."""

    @property
    def leaving(self) -> bool:
        """No work is wanted any more."""
        ...

    @property
    def waiting(self) -> int:
        """Items that wait for the worker."""
        ...


class Worker(Protocol):
    """Stages wired for one process; only the process's main thread calls it.

    A `KairoError` from any method ends the process; so it should only say that this process
    cannot go on.
    """

    @property
    def running(self) -> str:
        """What is really in use, for the user: names of models."""
        ...

    def resume(self, past: Past) -> Iterable[Parcel]:
        """Go on where another process stopped; called before the first item, if at all."""
        ...

    def step(self, item: PathItem) -> Iterable[Parcel]:
        """Take one item, give what it completes. What may wait is left to `work`."""
        ...

    def work(self) -> Iterable[Parcel] | None:
        """Do at most one unit of what may wait; None when there is nothing to do.

        Called while no item waits. One unit should take well under a second.
        """
        ...

    def flush(self) -> Iterable[Parcel]:
        """Nothing more will come: give what is still held back."""
        ...

    def close(self) -> None:
        """Free what the worker holds."""
        ...


BuildWorker: TypeAlias = Callable[[Hello, Surroundings], Worker]
"""Loads models; a `KairoError` from it is told to the user and no restart is tried."""
