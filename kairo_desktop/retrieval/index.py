"""The index of one profile: words in SQLite FTS5, meanings as vectors, files by their stamp.

A private cache of the notes: anything wrong with the file on the disk makes a new one. Words are
searchable as soon as `refresh` returns; vectors follow with `embed_pending`, in idle time.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

import numpy as np
from numpy.typing import NDArray

from kairo_desktop.retrieval.embedder import Embedder, Vectors
from kairo_desktop.retrieval.filing import Filing, Refresh
from kairo_desktop.retrieval.read import Profile, Role
from kairo_desktop.retrieval.storage import memory_database, open_database

__all__ = ["EMBED_LIMIT", "Embedded", "Entry", "Hit", "Index"]

EMBED_LIMIT = 600
"""Chunks that get their vectors at once: a few seconds, and more than most people's notes have."""

_WORDS_QUERY = """
SELECT rowid, -bm25(words, 2.0, 1.5, 1.0) AS score FROM words
WHERE words MATCH ? ORDER BY score DESC LIMIT ?
"""


@dataclass(frozen=True, slots=True)
class Hit:
    """A chunk that a search found; higher scores are better, within one search."""

    chunk_id: int
    score: float


@dataclass(frozen=True, slots=True)
class Entry:
    """A chunk as it stands in the index."""

    chunk_id: int
    file: str
    role: Role
    title: str
    heading: str
    body: str


@dataclass(frozen=True, slots=True)
class Embedded:
    """The chunks that have a vector, as arrays with a row each, oldest first.

    Attributes:
        chunk_ids: int64[n].
        file_ids: int64[n]; chunks of a file share one.
        matrix: float32[n, dim].
    """

    chunk_ids: NDArray[np.int64]
    file_ids: NDArray[np.int64]
    matrix: Vectors


class Index:
    """A searchable profile; used by one thread at a time.

    `Index.open` keeps it on disk, readable by the user only; `Index.in_memory` leaves no trace.
    """

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        self._filing = Filing(database)
        self._embedded: Embedded | None = None

    @classmethod
    def open(cls, path: Path) -> "Index":
        """Open or make the index at `path`; a damaged or outdated one is made anew.

        Raises:
            DiskError: `path` cannot be written.
        """
        return cls(open_database(path))

    @classmethod
    def in_memory(cls) -> "Index":
        """An index that lives and dies with the process."""
        return cls(memory_database())

    def __enter__(self) -> "Index":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the database."""
        self._database.close()

    @property
    def n_chunks(self) -> int:
        """Chunks that can be found."""
        count: int = self._database.execute("SELECT count(*) FROM chunks").fetchone()[0]
        return count

    def refresh(self, folder: Path, max_files: int | None = None) -> Refresh:
        """Bring the index up to the profile `folder`; only files with a new stamp are read.

        Args:
            folder: The profile.
            max_files: Most files to read in this call; None for all.

        Raises:
            InputError: `folder` is not there or is no folder.
        """
        refresh = self._filing.refresh(folder, max_files)
        if refresh.changed:
            self._embedded = None
        return refresh

    def load(self, profile: Profile) -> None:
        """Make the index hold `profile` and nothing else."""
        self._filing.load(profile)
        self._embedded = None

    def embed_pending(self, embedder: Embedder, limit: int | None = EMBED_LIMIT) -> int:
        """Give vectors to chunks that have none, short files first.

        Vectors of another embedder are dropped. A chunk takes 5 to 20 ms; what waits is found by
        its words until a later call, in idle time.

        Args:
            embedder: Makes the vectors.
            limit: Most chunks to embed in this call; None for all.

        Returns:
            How many chunks still wait.
        """
        self._claim(embedder.name)
        pending = self._database.execute(
            "SELECT c.id, title, heading, body FROM chunks c JOIN files f ON f.id = c.file_id "
            "WHERE vector IS NULL ORDER BY role != 'note' DESC, size, c.id"
        ).fetchmany(-1 if limit is None else limit)
        with self._database:
            for chunk_id, title, heading, body in pending:
                vector = embedder.embed([_described(title, heading, body)])[0]
                self._database.execute(
                    "UPDATE chunks SET vector = ? WHERE id = ?",
                    (_packed(vector), chunk_id),
                )
        if pending:
            self._embedded = None
        left: int = self._database.execute(
            "SELECT count(*) FROM chunks WHERE vector IS NULL"
        ).fetchone()[0]
        return left

    def find_words(self, words: Iterable[str], limit: int) -> tuple[Hit, ...]:
        """Chunks that hold any of `words` (stemmed), best BM25 first."""
        query = " OR ".join(map(_quote, words))
        if not query:
            return ()
        rows = self._database.execute(_WORDS_QUERY, (query, limit))
        return tuple(Hit(*row) for row in rows)

    def vectors(self) -> Embedded:
        """All chunks that have a vector; the same object until something changes."""
        if self._embedded is None:
            rows = self._database.execute(
                "SELECT id, file_id, vector FROM chunks WHERE vector IS NOT NULL ORDER BY id"
            ).fetchall()
            raw = b"".join(row[2] for row in rows)
            self._embedded = Embedded(
                np.array([row[0] for row in rows], np.int64),
                np.array([row[1] for row in rows], np.int64),
                _unpacked(raw, len(rows)),
            )
        return self._embedded

    def take(self, name: str) -> Vectors | None:
        """Vectors on the index's shelf: what else of this embedder is worth keeping."""
        row = self._database.execute(
            "SELECT n, vectors FROM shelf WHERE name = ?", (name,)
        ).fetchone()
        return None if row is None else _unpacked(row[1], row[0])

    def put(self, name: str, vectors: Vectors) -> None:
        """Put float32[n, dim] on the shelf, at half precision."""
        with self._database:
            self._database.execute(
                "INSERT OR REPLACE INTO shelf VALUES (?, ?, ?)",
                (name, len(vectors), _packed(vectors)),
            )

    def occurs(self, word: str) -> bool:
        """True where any chunk holds `word` (stemmed)."""
        query = "SELECT 1 FROM words WHERE words MATCH ? LIMIT 1"
        return self._database.execute(query, (_quote(word),)).fetchone() is not None

    def entries(self, chunk_ids: Sequence[int]) -> tuple[Entry, ...]:
        """The chunks with these ids, in the order asked for."""
        marks = ", ".join("?" * len(chunk_ids))
        rows = self._database.execute(
            "SELECT c.id, file, role, title, heading, body FROM chunks c "
            f"JOIN files f ON f.id = c.file_id WHERE c.id IN ({marks})",
            tuple(chunk_ids),
        )
        found = {row[0]: Entry(row[0], row[1], Role(row[2]), *row[3:]) for row in rows}
        return tuple(found[chunk_id] for chunk_id in chunk_ids)

    def _claim(self, name: str) -> None:
        """Drop the vectors of any embedder but `name`."""
        owner = self._database.execute("SELECT name FROM embedder").fetchone()
        if owner == (name,):
            return
        with self._database:
            self._database.execute("UPDATE chunks SET vector = NULL")
            self._database.execute("DELETE FROM embedder")
            self._database.execute("INSERT INTO embedder VALUES (?)", (name,))
        self._embedded = None


def _described(title: str, heading: str, body: str) -> str:
    """A chunk as the embedder sees it: where it stands, then what it says."""
    place = title if heading in (title, "") else f"{title}: {heading}"
    return f"{place}\n{body}"


def _packed(vectors: Vectors) -> bytes:
    return vectors.astype("<f2").tobytes()


def _unpacked(raw: bytes, n_rows: int) -> Vectors:
    return np.frombuffer(raw, "<f2").reshape(n_rows, -1 if n_rows else 0).astype(np.float32)


def _quote(word: str) -> str:
    return '"' + word.replace('"', "") + '"'
