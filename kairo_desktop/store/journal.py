"""Writes one session down while it happens: every settled thing is on disk when it returns."""

import sqlite3
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TypeAlias, TypeGuard

import msgspec

from kairo_desktop.errors import DiskError
from kairo_desktop.store.database import Database
from kairo_desktop.store.lock import SessionLock
from kairo_desktop.store.records import MatchKind
from kairo_desktop.types import (
    AnswerDone,
    PointState,
    Question,
    QuestionState,
    TalkingPoint,
    Utterance,
)

__all__ = ["Journal", "Settled", "is_settled", "lock_of"]

Settled: TypeAlias = Utterance | Question | TalkingPoint | AnswerDone
"""What the journal keeps: finished lines, confirmed questions, final points, answers."""


def is_settled(item: object) -> TypeGuard[Settled]:
    """Whether the journal keeps an item; what may still change is not kept."""
    match item:
        case Utterance() | AnswerDone():
            return True
        case Question():
            return item.state in (QuestionState.CONFIRMED, QuestionState.WITHDRAWN)
        case TalkingPoint():
            return item.state is PointState.FINAL
        case _:
            return False


def lock_of(folder: Path, session_id: int) -> SessionLock:
    """The lock that a running session holds."""
    return SessionLock(folder / f"session-{session_id}.lock")


class Journal:
    """The session that is being written; a context manager.

    Writing the same thing again, as after a restart, changes nothing.

    Attributes:
        session_id: Names the session in the history.
    """

    def __init__(self, database: Database, session_id: int, lock: SessionLock | None) -> None:
        self.session_id = session_id
        self._database = database
        self._lock = lock
        self._ended_at: datetime | None = None

    @classmethod
    def begin(
        cls, folder: Path, title: str, started_at: datetime, *, profile: str = ""
    ) -> "Journal":
        """A new session in the history of `folder`.

        Args:
            folder: Where the history lies.
            title: What the session is called.
            started_at: With its time zone.
            profile: Names the index of the notes that it is answered from; empty without notes.

        Raises:
            DiskError: the history cannot be opened or written.
        """
        database = Database.open(folder)
        try:
            with database.transaction() as connection:
                session_id = _insert_session(connection, title, started_at, profile)
                # Locked before anybody can see it: a session without a lock counts as dead.
                lock = lock_of(folder, session_id)
                lock.take()
        except OSError as err:
            database.close()
            raise DiskError(f"The history cannot be written in {folder}.") from err
        except DiskError:
            database.close()
            raise
        return cls(database, session_id, lock)

    @classmethod
    def in_memory(cls, title: str, started_at: datetime) -> "Journal":
        """A session that touches no disk: nothing of it can be recovered or read later."""
        database = Database.in_memory()
        with database.transaction() as connection:
            session_id = _insert_session(connection, title, started_at, profile="")
        return cls(database, session_id, None)

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def database(self) -> Database:
        """Where the session is written, to read it back."""
        return self._database

    def write(self, item: Settled) -> None:
        """Write one settled item down; one that may still change is not for the journal.

        Raises:
            DiskError: it is not written; the session can go on, and the item be written later.
        """
        with self._database.transaction() as connection:
            match item:
                case Utterance():
                    self._line(connection, item)
                case Question(state=QuestionState.WITHDRAWN):
                    self._forget(connection, item.turn_id)
                case Question():
                    self._question(connection, item)
                case TalkingPoint():
                    self._point(connection, item)
                case AnswerDone():
                    self._answer(connection, item)

    def end(self, ended_at: datetime) -> None:
        """Say that the session came to its proper end.

        Raises:
            DiskError: it is not written; the session will count as interrupted.
        """
        with self._database.transaction() as connection:
            connection.execute(
                "UPDATE sessions SET ended_at = ? WHERE session_id = ?",
                (ended_at.isoformat(), self.session_id),
            )

    def close(self) -> None:
        """Let go of the files; without `end` the session counts as interrupted.

        One that was not ended and holds nothing never began, and goes.
        """
        with suppress(DiskError):
            self._forget_if_empty()
        self._database.close()
        if self._lock is not None:
            self._lock.release()

    def _forget_if_empty(self) -> None:
        with self._database.transaction() as connection:
            connection.execute(
                "DELETE FROM sessions WHERE session_id = ? AND ended_at IS NULL"
                " AND session_id NOT IN (SELECT session_id FROM lines)"
                " AND session_id NOT IN (SELECT session_id FROM turns)",
                (self.session_id,),
            )

    def _line(self, connection: sqlite3.Connection, line: Utterance) -> None:
        key = (self.session_id, line.lane.value, line.utterance_id)
        connection.execute(
            "INSERT OR REPLACE INTO lines VALUES (?, ?, ?, ?, ?, ?)",
            (*key, line.text, line.start_s, line.end_s),
        )
        place = f"{line.lane.value}/{line.utterance_id}"
        self._index(connection, MatchKind.LINE, place, line.text, line.start_s)

    def _question(self, connection: sqlite3.Connection, turn: Question) -> None:
        if turn.repeat_of is not None and self._asked_again(connection, turn):
            return
        connection.execute(
            "INSERT INTO turns (session_id, turn_id, question, end_s) VALUES (?, ?, ?, ?)"
            " ON CONFLICT DO UPDATE SET question = excluded.question, end_s = excluded.end_s",
            (self.session_id, turn.turn_id, _json(turn), turn.end_s),
        )
        self._index(connection, MatchKind.QUESTION, str(turn.turn_id), turn.text, turn.end_s)

    def _asked_again(self, connection: sqlite3.Connection, turn: Question) -> bool:
        """Note when a question came once more; its first asking stays as it was.

        False where the first is not in this journal.
        """
        connection.execute(
            "INSERT OR REPLACE INTO askings SELECT session_id, turn_id, ? FROM turns"
            " WHERE session_id = ? AND turn_id = ?",
            (turn.end_s, self.session_id, turn.turn_id),
        )
        return bool(connection.execute("SELECT changes()").fetchone()[0])

    def _point(self, connection: sqlite3.Connection, point: TalkingPoint) -> None:
        connection.execute(
            "INSERT OR REPLACE INTO points SELECT session_id, turn_id, ?, ? FROM turns"
            " WHERE session_id = ? AND turn_id = ?",
            (point.index, _json(point), self.session_id, point.turn_id),
        )
        if connection.execute("SELECT changes()").fetchone()[0]:
            place = f"{point.turn_id}/{point.index}"
            self._index(connection, MatchKind.POINT, place, point.text, 0.0)

    def _answer(self, connection: sqlite3.Connection, answer: AnswerDone) -> None:
        """The answer's own points are the last word: others of the turn go."""
        connection.execute(
            "UPDATE turns SET not_in_notes = ?, trace = ? WHERE session_id = ? AND turn_id = ?",
            (answer.not_in_notes, _json(answer.trace), self.session_id, answer.turn_id),
        )
        self._forget_points(connection, answer.turn_id)
        for point in answer.points:
            self._point(connection, point)

    def _forget(self, connection: sqlite3.Connection, turn_id: int) -> None:
        self._forget_points(connection, turn_id)
        self._unindex(connection, MatchKind.QUESTION, str(turn_id))
        connection.execute(
            "DELETE FROM turns WHERE session_id = ? AND turn_id = ?", (self.session_id, turn_id)
        )

    def _forget_points(self, connection: sqlite3.Connection, turn_id: int) -> None:
        key = (self.session_id, turn_id)
        places = connection.execute(
            "SELECT place FROM points WHERE session_id = ? AND turn_id = ?", key
        ).fetchall()
        for (place,) in places:
            self._unindex(connection, MatchKind.POINT, f"{turn_id}/{place}")
        connection.execute("DELETE FROM points WHERE session_id = ? AND turn_id = ?", key)

    def _index(
        self, connection: sqlite3.Connection, kind: MatchKind, place: str, text: str, at_s: float
    ) -> None:
        """Make a text findable, in place of an older one of the same place."""
        connection.execute(
            "INSERT INTO texts (session_id, kind, place, text, at_s) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT DO UPDATE SET text = excluded.text, at_s = excluded.at_s",
            (self.session_id, kind.value, place, text, at_s),
        )

    def _unindex(self, connection: sqlite3.Connection, kind: MatchKind, place: str) -> None:
        connection.execute(
            "DELETE FROM texts WHERE session_id = ? AND kind = ? AND place = ?",
            (self.session_id, kind.value, place),
        )


def _insert_session(
    connection: sqlite3.Connection, title: str, started_at: datetime, profile: str
) -> int:
    cursor = connection.execute(
        "INSERT INTO sessions (title, started_at, profile) VALUES (?, ?, ?)",
        (title, started_at.isoformat(), profile),
    )
    return int(cursor.lastrowid or 0)


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
