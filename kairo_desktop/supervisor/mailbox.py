"""A bounded queue between two threads: in order, the oldest leaves first, and it counts."""

import threading
from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import Generic, TypeVar

__all__ = ["Mailbox"]

_T = TypeVar("_T")


class Mailbox(Generic[_T]):
    """Items in the order in which they were put.

    When it is full, the oldest item that may be dropped makes room; where none may, it grows:
    what must not be lost is small and rare.

    Attributes:
        limit: Items that fit before something is dropped.
    """

    def __init__(
        self,
        limit: int,
        *,
        droppable: Callable[[_T], bool] = lambda _: True,
    ) -> None:
        self.limit = limit
        self._droppable = droppable
        self._items: deque[_T] = deque()
        self._dropped = 0
        self._closed = False
        self._changed = threading.Condition()

    def put(self, item: _T) -> _T | None:
        """Add an item; returns the one that had to leave for it, which may be the item itself."""
        with self._changed:
            if self._closed:
                return item
            self._items.append(item)
            lost = self._overflow()
            self._changed.notify()
            return lost

    def take(self, timeout_s: float | None = None) -> _T | None:
        """The oldest item; None when the time is up or the mailbox is closed and empty."""
        deadline = None if timeout_s is None else monotonic() + timeout_s
        with self._changed:
            while not self._items:
                left = None if deadline is None else deadline - monotonic()
                if self._closed or (left is not None and left <= 0):
                    return None
                self._changed.wait(left)
            return self._items.popleft()

    def close(self) -> None:
        """Take nothing more; what is inside can still be taken."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    @property
    def closed(self) -> bool:
        """Whether `close` was called."""
        return self._closed

    @property
    def dropped(self) -> int:
        """Items that left to make room, since the beginning."""
        return self._dropped

    def __len__(self) -> int:
        return len(self._items)

    def _overflow(self) -> _T | None:
        if len(self._items) <= self.limit:
            return None
        for at, item in enumerate(self._items):
            if self._droppable(item):
                del self._items[at]
                self._dropped += 1
                return item
        return None
