"""A session that is recorded while others look at the history and change it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from kairo_desktop.store.history import History
from kairo_desktop.store.journal import Journal
from kairo_desktop.types import Lane, Utterance
from tests.store.telling import STARTED

_LOOK = """
import json, sys
from pathlib import Path
from kairo_desktop.store.history import History
with History(Path(sys.argv[1])) as history:
    for number in map(int, sys.argv[2:]):
        history.delete([number])
    stories = [history.story(session.session_id) for session in history.sessions()]
    json.dump([[line.text for line in story.lines] for story in stories], sys.stdout)
"""


def _line(n: int) -> Utterance:
    return Utterance(Lane.SYSTEM, n, f"line {n}", float(n), n + 0.5)


def _seen_by_another(folder: Path, *deleted: int) -> list[list[str]]:
    """Lines of every session, newest first, as another process reads them."""
    command = [sys.executable, "-c", _LOOK, str(folder), *map(str, deleted)]
    seen: list[list[str]] = json.loads(subprocess.check_output(command))
    return seen


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with Journal.begin(tmp_path, "old", STARTED) as journal:
        journal.write(_line(0))
        journal.end(STARTED)
    return tmp_path


def test_lines_are_safe_though_the_history_is_opened_beside_them(folder: Path) -> None:
    with Journal.begin(folder, "running", STARTED) as journal:
        journal.write(_line(1))
        with History(folder) as history:
            assert len(history.sessions()) == 2
        assert _seen_by_another(folder) == [["line 1"], ["line 0"]]
        journal.write(_line(2))
        assert _seen_by_another(folder) == [["line 1", "line 2"], ["line 0"]]
        journal.end(STARTED)
    assert _seen_by_another(folder) == [["line 1", "line 2"], ["line 0"]]


def test_what_another_process_deletes_meanwhile_stays_deleted(folder: Path) -> None:
    with Journal.begin(folder, "running", STARTED) as journal:
        journal.write(_line(1))
        with History(folder) as history:
            history.sessions()
        assert _seen_by_another(folder, 1) == [["line 1"]]
        journal.write(_line(2))
        journal.end(STARTED)
    assert _seen_by_another(folder) == [["line 1", "line 2"]]
    with History(folder) as history:
        assert [session.title for session in history.sessions()] == ["running"]
