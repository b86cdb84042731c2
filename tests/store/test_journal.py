import os
import resource
import sqlite3
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from kairo_desktop.errors import DiskError
from kairo_desktop.store.database import FILE_NAME, Database
from kairo_desktop.store.history import History
from kairo_desktop.store.journal import Journal, is_settled
from kairo_desktop.store.records import SavedTurn, SessionState
from kairo_desktop.types import (
    Gap,
    Lane,
    PointState,
    QuestionState,
)
from tests.store.telling import (
    ANSWER,
    GREETING,
    POINT,
    QUESTION,
    REPLY,
    SECOND,
    STARTED,
    WHOLE,
    written,
)

_KILLED = """
import os, sys
from pathlib import Path
from kairo_desktop.store.journal import Journal
from tests.store.telling import STARTED, WHOLE
journal = Journal.begin(Path(sys.argv[1]), "Killed", STARTED)
for item in WHOLE:
    journal.write(item)
os.kill(os.getpid(), 9)
"""

_FULL = """
import resource, signal, sys
from pathlib import Path
from kairo_desktop.errors import DiskError
from kairo_desktop.store.journal import Journal
from tests.store.telling import GREETING, STARTED
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
journal = Journal.begin(Path(sys.argv[1]), "Full", STARTED)
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
try:
    journal.write(GREETING)
except DiskError as error:
    print(error.code)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
journal.write(GREETING)
journal.close()
"""

_WITHDRAWN = replace(QUESTION, state=QuestionState.WITHDRAWN)
_HAS_FILE_LIMIT = hasattr(resource, "RLIMIT_FSIZE")


def _run(program: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", program, str(folder)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_a_session_reads_back_as_it_was_written(tmp_path: Path) -> None:
    session_id = written(tmp_path, *WHOLE)
    with History(tmp_path) as history:
        story = history.story(session_id)
    assert story.lines == (GREETING, REPLY)
    assert story.turns == (
        SavedTurn(QUESTION, (POINT, SECOND), not_in_notes=False, trace=ANSWER.trace),
    )
    assert (story.session.title, story.session.started_at) == ("Acme, backend", STARTED)
    assert (story.session.n_lines, story.session.n_turns) == (2, 1)
    assert story.session.state is SessionState.ENDED


def test_writing_the_same_again_changes_nothing(tmp_path: Path) -> None:
    once = written(tmp_path, *WHOLE)
    twice = written(tmp_path, *WHOLE, *WHOLE)
    with History(tmp_path) as history:
        first, second = history.story(once), history.story(twice)
        assert (first.lines, first.turns) == (second.lines, second.turns)
        assert len(history.search("morning")) == 4


def test_only_its_owner_can_read_the_history(tmp_path: Path) -> None:
    folder = tmp_path / "sessions"
    before = os.umask(0)
    try:
        with Journal.begin(folder, "Private", STARTED) as journal:
            journal.write(GREETING)
            modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
    finally:
        os.umask(before)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert len(modes) == 4
    assert set(modes.values()) == {0o600}


def test_a_withdrawn_question_leaves_with_its_points(tmp_path: Path) -> None:
    session_id = written(tmp_path, QUESTION, POINT, _WITHDRAWN)
    with History(tmp_path) as history:
        assert history.story(session_id).turns == ()
        assert history.search("billing") == ()
        assert history.search("tenant") == ()


def test_the_answers_own_points_are_the_last_word(tmp_path: Path) -> None:
    shorter = replace(ANSWER, points=(POINT,), not_in_notes=True)
    session_id = written(tmp_path, QUESTION, POINT, SECOND, shorter)
    with History(tmp_path) as history:
        (turn,) = history.story(session_id).turns
        assert (turn.points, turn.not_in_notes) == ((POINT,), True)
        assert history.search("broke") == ()


def test_a_point_without_its_question_is_not_kept(tmp_path: Path) -> None:
    session_id = written(tmp_path, POINT)
    with History(tmp_path) as history:
        assert history.story(session_id).turns == ()
        assert history.search("tenant") == ()


@pytest.mark.parametrize("item", [GREETING, QUESTION, _WITHDRAWN, POINT, ANSWER])
def test_what_is_settled_is_for_the_journal(item: object) -> None:
    assert is_settled(item)


@pytest.mark.parametrize(
    "item",
    [
        replace(QUESTION, state=QuestionState.TENTATIVE),
        replace(POINT, state=PointState.TENTATIVE),
        Gap(Lane.MIC, 0.0, 1.0, "x"),
    ],
)
def test_what_may_still_change_is_not_for_the_journal(item: object) -> None:
    assert not is_settled(item)


def test_nothing_of_a_killed_program_is_lost(tmp_path: Path) -> None:
    assert _run(_KILLED, tmp_path).returncode == -9
    with History(tmp_path) as history:
        (session,) = history.interrupted()
        story = history.story(session.session_id)
    assert story.lines == (GREETING, REPLY)
    assert story.turns[0].points == (POINT, SECOND)


def test_a_memory_only_session_touches_no_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with Journal.in_memory("Off the record", STARTED) as journal:
        for item in WHOLE:
            journal.write(item)
        journal.end(STARTED)
        with journal.database.reading() as connection:
            assert connection.execute("SELECT count(*) FROM lines").fetchone() == (2,)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not _HAS_FILE_LIMIT, reason="no limit on file size here")
def test_a_full_disk_is_told_and_the_session_goes_on(tmp_path: Path) -> None:
    done = _run(_FULL, tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "disk\n", "")
    with History(tmp_path) as history:
        assert history.story(1).lines == (GREETING,)


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DiskError, match="cannot be kept"):
        Journal.begin(tmp_path / "file", "x", STARTED)


def test_a_file_that_is_no_history_is_told_and_not_touched(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"not a database at all, " * 100)
    with pytest.raises(DiskError, match="cannot be read"):
        Journal.begin(tmp_path, "x", STARTED)
    assert (tmp_path / FILE_NAME).read_bytes().startswith(b"not a database")


def test_a_newer_history_is_told_and_not_touched(tmp_path: Path) -> None:
    written(tmp_path, *WHOLE)
    with sqlite3.connect(tmp_path / FILE_NAME) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(DiskError, match="newer Kairo"):
        History(tmp_path)
    with sqlite3.connect(tmp_path / FILE_NAME) as connection:
        assert connection.execute("SELECT count(*) FROM lines").fetchone() == (2,)
    connection.close()


def test_opening_again_changes_no_layout(tmp_path: Path) -> None:
    written(tmp_path, *WHOLE)
    with Database.open(tmp_path) as database, database.reading() as connection:
        before = connection.execute("SELECT sql FROM sqlite_master").fetchall()
    with Database.open(tmp_path) as database, database.reading() as connection:
        assert connection.execute("SELECT sql FROM sqlite_master").fetchall() == before


def _forget_all_and_fail(database: Database) -> None:
    with database.transaction() as connection:
        connection.execute("DELETE FROM turns")
        raise ZeroDivisionError


def test_a_failed_write_leaves_nothing_half_written(tmp_path: Path) -> None:
    with Journal.begin(tmp_path, "x", STARTED) as journal:
        journal.write(QUESTION)
        with pytest.raises(ZeroDivisionError):
            _forget_all_and_fail(journal.database)
        journal.end(STARTED)
    with History(tmp_path) as history:
        assert len(history.story(1).turns) == 1


def test_a_session_that_cannot_be_locked_is_not_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> bool:
        raise OSError("no locks")

    monkeypatch.setattr("kairo_desktop.store.lock.SessionLock.take", refuse)
    with pytest.raises(DiskError, match="cannot be written"):
        Journal.begin(tmp_path, "x", STARTED)
    monkeypatch.undo()
    with History(tmp_path) as history:
        assert history.sessions() == ()


def test_a_history_that_cannot_be_written_is_not_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path)
    with Database.open(tmp_path) as other, other.transaction():
        monkeypatch.setattr("kairo_desktop.store.database._BUSY_MS", 1)
        with pytest.raises(DiskError, match="locked"):
            Journal.begin(tmp_path, "x", STARTED)


def test_a_session_that_never_began_is_not_kept(tmp_path: Path) -> None:
    with Journal.begin(tmp_path, "x", STARTED):
        pass
    with History(tmp_path) as history:
        assert history.sessions() == ()


def test_a_journal_that_cannot_be_tidied_is_closed_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kairo_desktop.store.database._BUSY_MS", 1)
    journal = Journal.begin(tmp_path, "x", STARTED)
    with Database.open(tmp_path) as other, other.transaction():
        journal.close()
    with History(tmp_path) as history:
        assert [session.state for session in history.sessions()] == [SessionState.INTERRUPTED]


def test_a_question_that_comes_again_keeps_its_first_asking(tmp_path: Path) -> None:
    again = replace(QUESTION, end_s=90.0, repeat_of=1)
    session_id = written(tmp_path, *WHOLE, again, again, replace(again, end_s=200.5))
    with History(tmp_path) as history:
        (turn,) = history.story(session_id).turns
    assert turn.question == QUESTION
    assert turn.asked_again_s == (90.0, 200.5)
    assert turn.points == ANSWER.points


def test_a_repeat_of_what_is_not_there_is_a_question(tmp_path: Path) -> None:
    again = replace(QUESTION, end_s=90.0, repeat_of=1)
    session_id = written(tmp_path, again)
    with History(tmp_path) as history:
        (turn,) = history.story(session_id).turns
    assert (turn.question, turn.asked_again_s) == (again, ())


def test_a_question_that_is_taken_back_takes_its_repeats_along(tmp_path: Path) -> None:
    again = replace(QUESTION, end_s=90.0, repeat_of=1)
    session_id = written(
        tmp_path, *WHOLE, again, replace(again, state=QuestionState.WITHDRAWN), QUESTION
    )
    with History(tmp_path) as history:
        (turn,) = history.story(session_id).turns
    assert turn.asked_again_s == ()
