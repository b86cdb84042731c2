"""The tables of the history, and how an older layout becomes the newest."""

from collections.abc import Iterator, Sequence

__all__ = ["LAYOUT", "steps_from"]

_STEPS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE sessions (
            session_id INTEGER PRIMARY KEY AUTOINCREMENT,
            title TEXT NOT NULL,
            started_at TEXT NOT NULL,
            ended_at TEXT,
            recovered INTEGER NOT NULL DEFAULT 0
        )""",
        """CREATE TABLE lines (
            session_id INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
            lane TEXT NOT NULL,
            utterance_id INTEGER NOT NULL,
            text TEXT NOT NULL,
            start_s REAL NOT NULL,
            end_s REAL NOT NULL,
            PRIMARY KEY (session_id, lane, utterance_id)
        )""",
        """CREATE TABLE turns (
            session_id INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
            turn_id INTEGER NOT NULL,
            question TEXT NOT NULL,
            end_s REAL NOT NULL,
            not_in_notes INTEGER NOT NULL DEFAULT 0,
            trace TEXT,
            PRIMARY KEY (session_id, turn_id)
        )""",
        """CREATE TABLE points (
            session_id INTEGER NOT NULL,
            turn_id INTEGER NOT NULL,
            place INTEGER NOT NULL,
            point TEXT NOT NULL,
            PRIMARY KEY (session_id, turn_id, place),
            FOREIGN KEY (session_id, turn_id) REFERENCES turns ON DELETE CASCADE
        )""",
        """CREATE TABLE texts (
            text_id INTEGER PRIMARY KEY,
            session_id INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
            kind TEXT NOT NULL,
            place TEXT NOT NULL,
            text TEXT NOT NULL,
            at_s REAL NOT NULL,
            UNIQUE (session_id, kind, place)
        )""",
        """CREATE VIRTUAL TABLE words USING fts5(
            text, content = 'texts', content_rowid = 'text_id',
            tokenize = 'unicode61 remove_diacritics 2'
        )""",
        """CREATE TRIGGER text_added AFTER INSERT ON texts BEGIN
            INSERT INTO words (rowid, text) VALUES (new.text_id, new.text);
        END""",
        """CREATE TRIGGER text_removed AFTER DELETE ON texts BEGIN
            INSERT INTO words (words, rowid, text) VALUES ('delete', old.text_id, old.text);
        END""",
        """CREATE TRIGGER text_changed AFTER UPDATE ON texts BEGIN
            INSERT INTO words (words, rowid, text) VALUES ('delete', old.text_id, old.text);
            INSERT INTO words (rowid, text) VALUES (new.text_id, new.text);
        END""",
    ),
    (
        "ALTER TABLE sessions ADD COLUMN profile TEXT NOT NULL DEFAULT ''",
        """CREATE TABLE askings (
            session_id INTEGER NOT NULL,
            turn_id INTEGER NOT NULL,
            at_s REAL NOT NULL,
            PRIMARY KEY (session_id, turn_id, at_s),
            FOREIGN KEY (session_id, turn_id) REFERENCES turns ON DELETE CASCADE
        )""",
    ),
)

LAYOUT = len(_STEPS)
"""Number of the newest layout."""


def steps_from(layout: int) -> Iterator[tuple[int, Sequence[str]]]:
    """Number and statements of each step from an older layout to the newest."""
    for number in range(layout, LAYOUT):
        yield number + 1, _STEPS[number]
