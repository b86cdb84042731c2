from pathlib import Path

import pytest

from kairo_desktop.store.history import History
from kairo_desktop.store.journal import Journal
from kairo_desktop.store.recorder import Recorder
from kairo_desktop.types import Lane, Utterance
from tests.store.telling import STARTED


def _line(n: int) -> Utterance:
    return Utterance(Lane.MIC, n, f"word {n} " * 50, n * 1.0, n + 0.5)


def _limit(journal: Journal, pages: int) -> None:
    """The database may not grow: what a full disk says."""
    with journal.database.reading() as connection:
        used = connection.execute("PRAGMA page_count").fetchone()[0]
    with journal.database.reading() as connection:
        connection.execute(f"PRAGMA max_page_count = {used + pages}")


def test_a_full_disk_is_told_once_and_all_is_written_when_there_is_room(tmp_path: Path) -> None:
    with Journal.begin(tmp_path, "x", STARTED) as journal:
        recorder = Recorder(journal)
        _limit(journal, 0)
        errors = [error for n in range(100) for error in recorder.write(_line(n))]
        assert [error.code for error in errors] == ["disk"]
        assert "full" in errors[0].message
        was_failing = recorder.failing
        _limit(journal, 10_000)
        assert list(recorder.flush()) == []
        assert (was_failing, recorder.failing) == (True, False)
    with History(tmp_path) as history:
        assert history.story(1).lines == tuple(_line(n) for n in range(100))


def test_a_second_outage_is_told_again(tmp_path: Path) -> None:
    with Journal.begin(tmp_path, "x", STARTED) as journal:
        recorder = Recorder(journal)
        told = []
        for outage in range(2):
            _limit(journal, 0)
            told += [e for n in range(50) for e in recorder.write(_line(100 * outage + n))]
            _limit(journal, 10_000)
            told += list(recorder.flush())
        assert len(told) == 2


def test_what_waits_is_bounded_and_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kairo_desktop.store.recorder._BACKLOG", 5)
    with Journal.begin(tmp_path, "x", STARTED) as journal:
        recorder = Recorder(journal)
        _limit(journal, 0)
        for n in range(100):
            list(recorder.write(_line(n)))
        _limit(journal, 10_000)
        list(recorder.flush())
        assert recorder.lost > 0
    with History(tmp_path) as history:
        assert len(history.story(1).lines) == 100 - recorder.lost
