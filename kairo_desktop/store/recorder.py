"""Keeps a session going when its journal cannot be written: says so once, writes it later."""

from collections import deque
from collections.abc import Iterator

from kairo_desktop.errors import DiskError
from kairo_desktop.store.journal import Journal, Settled

__all__ = ["Recorder"]

_BACKLOG = 10_000


class Recorder:
    """Writes items in order; what cannot be written waits and is tried again with the next.

    Attributes:
        failing: Whether something waits to be written.
        lost: Items given up because too many waited.
    """

    def __init__(self, journal: Journal) -> None:
        self.lost = 0
        self._journal = journal
        self._backlog: deque[Settled] = deque()
        self._told = False

    @property
    def failing(self) -> bool:
        """Whether something waits to be written."""
        return bool(self._backlog)

    def write(self, item: Settled) -> Iterator[DiskError]:
        """Write an item, or keep it for later; gives the error that begins an outage."""
        self._backlog.append(item)
        if len(self._backlog) > _BACKLOG:
            self._backlog.popleft()
            self.lost += 1
        yield from self.flush()

    def flush(self) -> Iterator[DiskError]:
        """Write what waits; gives the error that begins an outage."""
        while self._backlog:
            try:
                self._journal.write(self._backlog[0])
            except DiskError as error:
                if not self._told:
                    self._told = True
                    yield error
                return
            self._backlog.popleft()
        self._told = False
