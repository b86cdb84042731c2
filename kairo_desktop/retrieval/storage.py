"""Where an index lies, and how its database is laid out, opened and deleted."""

import hashlib
import logging
import os
import sqlite3
from pathlib import Path

from kairo_desktop.errors import DiskError
from kairo_desktop.settings.private_file import create_private

__all__ = ["delete_index", "index_path", "memory_database", "open_database"]

logger = logging.getLogger(__name__)

_VERSION = 2
_SCHEMA = f"""
BEGIN;
CREATE TABLE files (
    id INTEGER PRIMARY KEY, file TEXT UNIQUE NOT NULL, role TEXT NOT NULL, reason TEXT NOT NULL,
    digest BLOB NOT NULL, size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL
);
CREATE TABLE chunks (
    id INTEGER PRIMARY KEY, file_id INTEGER NOT NULL, title TEXT NOT NULL, heading TEXT NOT NULL,
    body TEXT NOT NULL, vector BLOB
);
CREATE INDEX chunks_of_file ON chunks (file_id);
CREATE TABLE embedder (name TEXT NOT NULL);
CREATE TABLE shelf (name TEXT PRIMARY KEY, n INTEGER NOT NULL, vectors BLOB NOT NULL);
CREATE VIRTUAL TABLE words USING fts5 (
    title, heading, body, content = 'chunks', content_rowid = 'id',
    tokenize = 'porter unicode61 remove_diacritics 2'
);
CREATE TRIGGER chunk_added AFTER INSERT ON chunks BEGIN
    INSERT INTO words (rowid, title, heading, body)
    VALUES (new.id, new.title, new.heading, new.body);
END;
CREATE TRIGGER chunk_removed AFTER DELETE ON chunks BEGIN
    INSERT INTO words (words, rowid, title, heading, body)
    VALUES ('delete', old.id, old.title, old.heading, old.body);
END;
PRAGMA user_version = {_VERSION};
COMMIT;
"""


def index_path(store: Path, folder: Path) -> Path:
    """Where the index of the profile `folder` lies below `store`."""
    name = hashlib.sha256(os.fsencode(folder.resolve())).hexdigest()[:20]
    return store / f"{name}.index"


def delete_index(path: Path) -> None:
    """Delete an index and everything SQLite may have put beside it; a missing one is fine."""
    for suffix in ("", "-journal", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def open_database(path: Path) -> sqlite3.Connection:
    """Open the database at `path`, readable by the user only; a damaged one is made anew.

    Raises:
        DiskError: `path` cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        try:
            return _connect(path)
        except sqlite3.DatabaseError as err:
            logger.info("index made anew: %s", type(err).__name__)
            delete_index(path)
            return _connect(path)
    except (OSError, sqlite3.Error) as err:
        message = f"The index of the notes at {path} cannot be written."
        raise DiskError(message, cure="Free some space or correct the rights there.") from err


def memory_database() -> sqlite3.Connection:
    """A database that lives and dies with the process."""
    return _prepared(sqlite3.connect(":memory:", check_same_thread=False))


def _connect(path: Path) -> sqlite3.Connection:
    # The mode is set before SQLite writes; its journals take over the mode of the database.
    create_private(path)
    return _prepared(sqlite3.connect(path, check_same_thread=False))


def _prepared(database: sqlite3.Connection) -> sqlite3.Connection:
    try:
        database.execute("PRAGMA secure_delete = ON")
        version = database.execute("PRAGMA user_version").fetchone()[0]
        if version not in (0, _VERSION):
            raise sqlite3.DatabaseError("index of another version")
        if version == 0:
            database.executescript(_SCHEMA)
    except sqlite3.DatabaseError:
        database.close()
        raise
    return database
