"""The SQLite file: opened private, in its newest layout, its errors in the user's words."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kairo_desktop.errors import DiskError
from kairo_desktop.settings.private_file import create_private
from kairo_desktop.store.layout import LAYOUT, steps_from

__all__ = ["FILE_NAME", "Database"]

FILE_NAME = "sessions.db"
_BUSY_MS = 5000


class Database:
    """One connection; a context manager. Any thread may use it, one at a time.

    Every transaction is on disk when it returns. Deleted text is overwritten with zeros.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        with _in_words():
            self._prepare()

    @classmethod
    def open(cls, folder: Path) -> "Database":
        """The history in `folder`, made if it is not there: folder 0700, file 0600.

        Raises:
            DiskError: it cannot be opened, is no database, or is newer than this program.
        """
        path = folder / FILE_NAME
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            folder.chmod(0o700)
            # SQLite gives its side files the mode of the main one.
            create_private(path)
        except OSError as err:
            raise DiskError(
                f"The history cannot be kept in {folder} ({err.strerror}).",
                cure="Mend the folder's rights, or free some room.",
            ) from err
        with _in_words():
            return cls(_connect(str(path)))

    @classmethod
    def in_memory(cls) -> "Database":
        """A history that touches no disk and ends with the program."""
        return cls(_connect(":memory:"))

    def __enter__(self) -> "Database":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection; the side files go with the last one."""
        self._connection.close()

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Do all of it or nothing.

        Raises:
            DiskError: the disk is full, or the file cannot be written or read.
        """
        with _in_words():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Read one consistent state, also while another process writes."""
        with _in_words():
            self._connection.execute("BEGIN")
            try:
                yield self._connection
            finally:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")

    def sweep(self) -> None:
        """Leave nothing deleted behind: rebuild the index, fold the log in and empty it.

        Raises:
            DiskError: another program is reading, so deleted text is still in the log.
        """
        with self.transaction() as connection:
            connection.execute("INSERT INTO words(words) VALUES ('rebuild')")
        with _in_words():
            busy = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        if busy:
            raise DiskError(
                "What was deleted is still in the history's log, as another program reads it.",
                cure="Close the other Kairo and delete again.",
            )

    def _prepare(self) -> None:
        for pragma in (
            "journal_mode = WAL",
            "synchronous = FULL",
            "secure_delete = ON",
            "foreign_keys = ON",
            "temp_store = MEMORY",
            f"busy_timeout = {_BUSY_MS}",
        ):
            self._connection.execute(f"PRAGMA {pragma}")
        (layout,) = self._connection.execute("PRAGMA user_version").fetchone()
        if layout > LAYOUT:
            raise DiskError(
                f"The history was written by a newer Kairo (layout {layout}).",
                cure="Update Kairo; nothing was changed.",
            )
        for number, statements in steps_from(layout):
            with self.transaction() as connection:
                for statement in statements:
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {number}")


def _connect(path: str) -> sqlite3.Connection:
    return sqlite3.connect(path, isolation_level=None, check_same_thread=False)


@contextmanager
def _in_words() -> Iterator[None]:
    """SQLite's errors as ours."""
    try:
        yield
    except sqlite3.Error as err:
        raise DiskError(
            f"The history cannot be read or written: {err}.",
            cure="Free some room on the disk; if the file is damaged, move it away.",
        ) from err
