"""Which files an index holds: entering them, replacing them, dropping them.

The half of the index that writes texts; `index.py` searches them.
"""

import hashlib
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from kairo_desktop.retrieval.chunk import chunk_note
from kairo_desktop.retrieval.read import FileStamp, Note, Profile, Role, Skipped, read_file, scan

__all__ = ["Filing", "Refresh"]


@dataclass(frozen=True, slots=True)
class Refresh:
    """What a refresh changed; counts of files.

    Attributes:
        skipped: Every file of the profile that is not used, with its reason.
        n_left: Files that still differ from what is on the disk, where a limit was given.
    """

    n_added: int
    n_changed: int
    n_removed: int
    skipped: tuple[Skipped, ...]
    n_left: int = 0

    @property
    def changed(self) -> bool:
        """Whether the index holds other texts than before."""
        return bool(self.n_added or self.n_changed or self.n_removed)


class Filing:
    """The files and chunks in the database of an index."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database

    def refresh(self, folder: Path, max_files: int | None = None) -> Refresh:
        """Bring the database up to the profile `folder`; only files with a new stamp are read.

        Args:
            folder: The profile.
            max_files: Most files to read in this call; None for all.

        Raises:
            InputError: `folder` is not there or is no folder.
        """
        known = {
            row[0]: (row[1], row[2])
            for row in self._database.execute("SELECT file, size, mtime_ns FROM files")
        }
        stamps = scan(folder)
        fresh = [s for s in stamps if known.get(s.file) != (s.size, s.mtime_ns)]
        gone = known.keys() - {stamp.file for stamp in stamps}
        taken = fresh[:max_files]
        n_changed = 0
        with self._database:
            for stamp in taken:
                n_changed += self._put(stamp, read_file(stamp)) and stamp.file in known
            for file in gone:
                self._remove(file)
            if n_changed or gone:
                self._sweep()
        n_added = sum(stamp.file not in known for stamp in taken)
        n_left = len(fresh) - len(taken)
        return Refresh(n_added, n_changed, len(gone), self._skipped(), n_left)

    def load(self, profile: Profile) -> None:
        """Make the database hold `profile` and nothing else."""
        with self._database:
            for (file,) in self._database.execute("SELECT file FROM files").fetchall():
                self._remove(file)
            for note in profile.documents:
                self._put(FileStamp(note.file, Path(), len(note.text), 0), note)
            for skip in profile.skipped:
                self._put(FileStamp(skip.file, Path(), 0, 0), skip)

    def _put(self, stamp: FileStamp, outcome: Note | Skipped) -> bool:
        """Enter a file that was read; False when it holds what it held before."""
        text = outcome.text if isinstance(outcome, Note) else ""
        role = outcome.role if isinstance(outcome, Note) else Role.NOTE
        reason = outcome.reason if isinstance(outcome, Skipped) else ""
        digest = hashlib.sha256(text.encode("utf-8", "replace")).digest()
        known = self._database.execute(
            "SELECT digest, reason FROM files WHERE file = ?", (stamp.file,)
        ).fetchone()
        if known == (digest, reason):
            self._database.execute(
                "UPDATE files SET size = ?, mtime_ns = ? WHERE file = ?",
                (stamp.size, stamp.mtime_ns, stamp.file),
            )
            return False
        self._remove(stamp.file)
        file_id = self._database.execute(
            "INSERT INTO files (file, role, reason, digest, size, mtime_ns) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            (stamp.file, role.value, reason, digest, stamp.size, stamp.mtime_ns),
        ).lastrowid
        chunks = chunk_note(outcome) if isinstance(outcome, Note) else ()
        self._database.executemany(
            "INSERT INTO chunks (file_id, title, heading, body) VALUES (?, ?, ?, ?)",
            [(file_id, chunk.title, chunk.heading, chunk.body) for chunk in chunks],
        )
        return True

    def _remove(self, file: str) -> None:
        self._database.execute(
            "DELETE FROM chunks WHERE file_id = (SELECT id FROM files WHERE file = ?)", (file,)
        )
        self._database.execute("DELETE FROM files WHERE file = ?", (file,))

    def _sweep(self) -> None:
        """Leave no word of a removed text behind: FTS5 only marks them as deleted."""
        self._database.execute("INSERT INTO words (words) VALUES ('rebuild')")

    def _skipped(self) -> tuple[Skipped, ...]:
        rows = self._database.execute(
            "SELECT file, reason FROM files WHERE reason != '' ORDER BY file"
        )
        return tuple(Skipped(*row) for row in rows)
