import json
import sqlite3
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import msgspec
import pytest

from kairo_desktop.store.database import FILE_NAME
from kairo_desktop.store.export import Format, export
from kairo_desktop.store.history import History
from kairo_desktop.store.journal import Journal
from kairo_desktop.store.layout import LAYOUT, steps_from
from tests.store.telling import ANSWER, POINT, QUESTION, STARTED, WHOLE


def _of_layout(folder: Path, layout: int) -> sqlite3.Connection:
    """An empty history as the Kairo of that layout left it."""
    folder.mkdir(exist_ok=True)
    connection = sqlite3.connect(folder / FILE_NAME, isolation_level=None)
    for number, statements in steps_from(0):
        if number <= layout:
            _execute(connection, statements)
            connection.execute(f"PRAGMA user_version = {number}")
    return connection


def _execute(connection: sqlite3.Connection, statements: Sequence[str]) -> None:
    for statement in statements:
        connection.execute(statement)


def _first_of_all(folder: Path) -> None:
    """A session that a Kairo of the first layout wrote down."""
    connection = _of_layout(folder, 1)
    ended_at = STARTED.replace(minute=50).isoformat()
    connection.execute(
        "INSERT INTO sessions VALUES (1, 'Acme', ?, ?, 0)", (STARTED.isoformat(), ended_at)
    )
    connection.execute(
        "INSERT INTO turns VALUES (1, 1, ?, ?, 0, ?)",
        (
            msgspec.json.encode(QUESTION).decode(),
            QUESTION.end_s,
            msgspec.json.encode(ANSWER.trace).decode(),
        ),
    )
    connection.execute(
        "INSERT INTO points VALUES (1, 1, 0, ?)", (msgspec.json.encode(POINT).decode(),)
    )
    connection.execute(
        "INSERT INTO texts VALUES (1, 1, 'question', '1', ?, ?)", (QUESTION.text, QUESTION.end_s)
    )
    connection.close()


def test_a_history_of_the_first_layout_is_read_whole(tmp_path: Path) -> None:
    _first_of_all(tmp_path)
    with History(tmp_path) as history:
        (turn,) = history.story(1).turns
        assert (turn.question, turn.points, turn.trace) == (QUESTION, (POINT,), ANSWER.trace)
        assert turn.asked_again_s == ()
        assert [match.session_id for match in history.search("billing")] == [1]
        assert history.profile_of_only(1) == ""


def test_a_history_of_the_first_layout_takes_new_sessions(tmp_path: Path) -> None:
    _first_of_all(tmp_path)
    with Journal.begin(tmp_path, "Next", STARTED, profile="p") as journal:
        for item in WHOLE:
            journal.write(item)
        journal.end(STARTED)
    with History(tmp_path) as history:
        assert [session.title for session in history.sessions()] == ["Next", "Acme"]
        assert history.profile_of_only(journal.session_id) == "p"
        assert history.delete([1, journal.session_id]) == ("p",)


@pytest.mark.parametrize("layout", range(LAYOUT + 1))
def test_every_older_layout_becomes_the_newest(tmp_path: Path, layout: int) -> None:
    def tables(folder: Path) -> set[str]:
        connection = sqlite3.connect(folder / FILE_NAME)
        found = {sql for (sql,) in connection.execute("SELECT sql FROM sqlite_master") if sql}
        connection.close()
        return found

    _of_layout(tmp_path / "old", layout).close()
    for folder in ("old", "new"):
        with Journal.begin(tmp_path / folder, "x", STARTED):
            pass
    assert tables(tmp_path / "old") == tables(tmp_path / "new")


def test_the_export_names_no_profile(tmp_path: Path) -> None:
    with Journal.begin(tmp_path, "Acme", STARTED, profile="quokkaprofile") as journal:
        journal.write(QUESTION)
        journal.end(STARTED)
    with History(tmp_path) as history:
        story = history.story(journal.session_id)
    assert "quokkaprofile" not in json.dumps(asdict(story), default=str)
    for form in Format:
        assert "quokkaprofile" not in export(story, form)
