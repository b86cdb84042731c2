"""Reads the sessions that were kept, finds words in them, deletes and recovers them."""

import sqlite3
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

import msgspec

from kairo_desktop.errors import DiskError, InputError
from kairo_desktop.store.database import FILE_NAME, Database
from kairo_desktop.store.journal import lock_of
from kairo_desktop.store.records import (
    Match,
    SavedSession,
    SavedTurn,
    SessionState,
    Story,
)
from kairo_desktop.store.search import find
from kairo_desktop.types import Lane, Question, TalkingPoint, Trace, Utterance

__all__ = ["History"]

_SESSIONS = """
    SELECT session_id, title, started_at, ended_at, recovered,
        (SELECT count(*) FROM lines WHERE lines.session_id = sessions.session_id),
        (SELECT count(*) FROM turns WHERE turns.session_id = sessions.session_id)
    FROM sessions
"""


class History:
    """All kept sessions; a context manager.

    Args:
        folder: Where the journal writes.

    Raises:
        DiskError: there is a history and it cannot be read.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        # Looking at a history that does not exist leaves no file behind.
        is_there = (folder / FILE_NAME).exists()
        self._database = Database.open(folder) if is_there else Database.in_memory()

    def __enter__(self) -> "History":
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    def sessions(self) -> tuple[SavedSession, ...]:
        """All sessions, newest first."""
        with self._database.reading() as connection:
            rows = connection.execute(f"{_SESSIONS} ORDER BY session_id DESC").fetchall()
        return tuple(self._session(row) for row in rows)

    def session(self, session_id: int) -> SavedSession:
        """One session.

        Raises:
            InputError: there is none of that number.
        """
        with self._database.reading() as connection:
            row = connection.execute(f"{_SESSIONS} WHERE session_id = ?", (session_id,)).fetchone()
        if row is None:
            raise InputError(
                f"There is no session {session_id}.", cure="kairo sessions list shows all."
            )
        return self._session(row)

    def story(self, session_id: int) -> Story:
        """All of one session.

        Raises:
            InputError: there is none of that number.
            DiskError: what is written of it makes no sense.
        """
        session = self.session(session_id)
        try:
            return self._story(session)
        except (msgspec.DecodeError, ValueError) as err:
            raise DiskError(
                f"Session {session_id} is damaged and cannot be read.",
                cure="The others are whole; this one can be deleted.",
            ) from err

    def search(
        self, words: str, limit: int = 100, *, session_id: int | None = None
    ) -> tuple[Match, ...]:
        """Places in which all of `words` stand, best first; the last word may be unfinished.

        Args:
            words: Any text; none of it is taken for an operator.
            limit: Not more than so many.
            session_id: Look into this session only.
        """
        with self._database.reading() as connection:
            return find(connection, words, limit, session_id)

    def rename(self, session_id: int, title: str) -> None:
        """Give a session another title; line breaks in it become blanks.

        Raises:
            InputError: there is none of that number, or the title is empty.
        """
        one_line = " ".join(title.split())
        if not one_line:
            raise InputError("A session needs a title.", cure="Type some words.")
        self.session(session_id)
        with self._database.transaction() as connection:
            connection.execute(
                "UPDATE sessions SET title = ? WHERE session_id = ?", (one_line, session_id)
            )

    def profile_of_only(self, session_id: int) -> str:
        """The profile that would be left without a session if this one went; else empty.

        Empty, too, for a session without notes, or of a Kairo that did not write them down.
        """
        with self._database.reading() as connection:
            return "".join(_left_alone(connection, [session_id]))

    def delete(self, session_ids: Iterable[int]) -> tuple[str, ...]:
        """Delete sessions so that nothing of them stays in the history's files.

        Returns:
            The profiles that no session is left of; what was made of their notes is untouched.

        Raises:
            InputError: one does not exist or is still running; nothing was deleted.
            DiskError: see `Database.sweep`.
        """
        sessions = [self.session(session_id) for session_id in session_ids]
        for session in sessions:
            if session.state is SessionState.RUNNING:
                raise InputError(
                    f"Session {session.session_id} is still running.", cure="Stop it first."
                )
        numbers = [session.session_id for session in sessions]
        with self._database.transaction() as connection:
            alone = _left_alone(connection, numbers)
            connection.executemany(
                "DELETE FROM sessions WHERE session_id = ?", [(number,) for number in numbers]
            )
        self._database.sweep()
        return alone

    def delete_before(self, moment: datetime) -> tuple[int, ...]:
        """Delete what began before a moment, running sessions excepted; gives their numbers."""
        old = tuple(
            session.session_id
            for session in self.sessions()
            if session.started_at < moment and session.state is not SessionState.RUNNING
        )
        if old:
            self.delete(old)
        return old

    def interrupted(self) -> tuple[SavedSession, ...]:
        """Sessions whose program died, newest first: what a next start offers to recover."""
        return tuple(s for s in self.sessions() if s.state is SessionState.INTERRUPTED)

    def recover(self, session_id: int) -> SavedSession:
        """Close an interrupted session at the last thing that was written of it.

        Raises:
            InputError: it does not exist or was not interrupted.
        """
        if self.session(session_id).state is not SessionState.INTERRUPTED:
            raise InputError(
                f"Session {session_id} was not interrupted.", cure="It can be read as it is."
            )
        with self._database.transaction() as connection:
            connection.execute(
                "UPDATE sessions SET recovered = 1, ended_at = strftime("
                " '%Y-%m-%dT%H:%M:%f+00:00', started_at, '+' || coalesce((SELECT max(end_s)"
                " FROM lines WHERE lines.session_id = sessions.session_id), 0) || ' seconds')"
                " WHERE session_id = ?",
                (session_id,),
            )
        return self.session(session_id)

    def _story(self, session: SavedSession) -> Story:
        session_id = session.session_id
        with self._database.reading() as connection:
            lines = connection.execute(
                "SELECT lane, utterance_id, text, start_s, end_s FROM lines"
                " WHERE session_id = ? ORDER BY start_s, lane",
                (session_id,),
            ).fetchall()
            turns = connection.execute(
                "SELECT turn_id, question, not_in_notes, trace FROM turns"
                " WHERE session_id = ? ORDER BY end_s, turn_id",
                (session_id,),
            ).fetchall()
            points = _points(connection, session_id)
            askings = _askings(connection, session_id)
        return Story(
            session,
            tuple(Utterance(Lane(lane), *rest) for lane, *rest in lines),
            tuple(
                SavedTurn(
                    msgspec.json.decode(question, type=Question),
                    tuple(points.get(turn_id, ())),
                    bool(not_in_notes),
                    None if trace is None else msgspec.json.decode(trace, type=Trace),
                    tuple(askings.get(turn_id, ())),
                )
                for turn_id, question, not_in_notes, trace in turns
            ),
        )

    def _session(self, row: tuple[int, str, str, str | None, int, int, int]) -> SavedSession:
        session_id, title, started_at, ended_at, recovered, n_lines, n_turns = row
        return SavedSession(
            session_id=session_id,
            title=title,
            started_at=datetime.fromisoformat(started_at),
            ended_at=None if ended_at is None else datetime.fromisoformat(ended_at),
            state=self._state(session_id, ended=ended_at is not None, recovered=bool(recovered)),
            n_lines=n_lines,
            n_turns=n_turns,
        )

    def _state(self, session_id: int, *, ended: bool, recovered: bool) -> SessionState:
        if ended:
            return SessionState.RECOVERED if recovered else SessionState.ENDED
        lock = lock_of(self._folder, session_id)
        try:
            if not lock.take():
                return SessionState.RUNNING
        except OSError as err:
            raise DiskError(f"The history cannot be read in {self._folder}.") from err
        lock.release()
        return SessionState.INTERRUPTED


def _left_alone(connection: sqlite3.Connection, session_ids: Iterable[int]) -> tuple[str, ...]:
    """The profiles of which only these sessions are kept, in alphabetical order."""
    rows = connection.execute(
        "SELECT DISTINCT profile FROM sessions WHERE profile != '' AND profile NOT IN"
        " (SELECT profile FROM sessions WHERE session_id NOT IN (SELECT value FROM json_each(?)))"
        " ORDER BY profile",
        (msgspec.json.encode(list(session_ids)).decode(),),
    )
    return tuple(profile for (profile,) in rows)


def _askings(connection: sqlite3.Connection, session_id: int) -> dict[int, list[float]]:
    rows = connection.execute(
        "SELECT turn_id, at_s FROM askings WHERE session_id = ? ORDER BY turn_id, at_s",
        (session_id,),
    )
    askings: dict[int, list[float]] = {}
    for turn_id, at_s in rows:
        askings.setdefault(turn_id, []).append(at_s)
    return askings


def _points(connection: sqlite3.Connection, session_id: int) -> dict[int, list[TalkingPoint]]:
    rows = connection.execute(
        "SELECT turn_id, point FROM points WHERE session_id = ? ORDER BY turn_id, place",
        (session_id,),
    )
    points: dict[int, list[TalkingPoint]] = {}
    for turn_id, point in rows:
        points.setdefault(turn_id, []).append(msgspec.json.decode(point, type=TalkingPoint))
    return points
