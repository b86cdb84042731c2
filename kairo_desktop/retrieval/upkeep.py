"""Keeping the index up with the folder while a session runs, in its idle moments."""

import logging
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from kairo_desktop.errors import InputError
from kairo_desktop.retrieval.embedder import Embedder
from kairo_desktop.retrieval.index import Index
from kairo_desktop.retrieval.read import Skipped

__all__ = ["Upkeep"]

logger = logging.getLogger(__name__)

_LOOKS_EVERY_S = 5.0
"""Between two looks at the folder; a look at a thousand files takes some milliseconds."""

_CHUNKS_AT_ONCE = 4
"""Chunks embedded in one unit of work: 20 to 80 ms."""


class Upkeep:
    """Takes up files that appear, change or go while a session runs, a small unit at a time.

    What the folder cannot give (an unplugged drive, a full disk) leaves the index as it is until
    the next look.

    Args:
        index: Of the folder, as it was when the session began.
        folder: The profile.
        embedder: Makes the vectors; None where only words are compared.
        n_waiting: Chunks that have no vector yet.
    """

    def __init__(
        self, index: Index, folder: Path, embedder: Embedder | None, n_waiting: int = 0
    ) -> None:
        self._index = index
        self._folder = folder
        self._embedder = embedder
        self._n_waiting = n_waiting
        self._unread = False
        self._looked_s: float | None = None
        self._known: frozenset[Skipped] | None = None

    def due(self, now_s: float) -> bool:
        """Whether there is something to do at `now_s`, seconds on any clock."""
        if self._looked_s is None:
            self._looked_s = now_s
        return bool(self._unread or self._n_waiting) or now_s >= self._looked_s + _LOOKS_EVERY_S

    def work(self, now_s: float) -> Iterator[Skipped]:
        """Do one unit: read one changed file, or make a few vectors.

        Yields:
            Files that turned out to be unusable since the session began.
        """
        try:
            if self._n_waiting and self._embedder is not None:
                self._n_waiting = self._index.embed_pending(self._embedder, _CHUNKS_AT_ONCE)
                return
            yield from self._look(now_s)
        except (InputError, OSError, sqlite3.Error) as error:
            logger.warning("notes not followed for now: %s", type(error).__name__)
            self._unread, self._n_waiting = False, 0

    def _look(self, now_s: float) -> Iterator[Skipped]:
        self._looked_s = now_s
        refresh = self._index.refresh(self._folder, max_files=1)
        self._unread = refresh.n_left > 0
        if refresh.changed:
            logger.info("notes changed: %d files left to read", refresh.n_left)
            self._n_waiting = int(self._embedder is not None)
        skipped = frozenset(refresh.skipped)
        if self._known is not None:
            yield from sorted(skipped - self._known, key=lambda skip: skip.file)
        self._known = skipped
