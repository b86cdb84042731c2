import logging
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from kairo_desktop.errors import DiskError
from kairo_desktop.retrieval.storage import index_path
from kairo_desktop.settings.paths import Paths
from kairo_desktop.store.history import History
from kairo_desktop.store.journal import Journal
from kairo_desktop.store.private_files import (
    HoardKind,
    delete_hoard,
    forget_notes,
    forget_profile,
    has_index,
    hoards_of,
    profile_name,
)

_NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths(tmp_path / "config", tmp_path / "data", tmp_path / "cache", tmp_path / "logs")


def _fill(folder: Path, *names: str) -> None:
    folder.mkdir(parents=True)
    for name in names:
        (folder / name).write_bytes(b"0123456789")


def _n_files(paths: Paths, kind: HoardKind) -> int:
    return next(hoard.n_files for hoard in hoards_of(paths) if hoard.kind is kind)


def test_nothing_is_made_by_looking(paths: Paths, tmp_path: Path) -> None:
    assert [(hoard.n_files, hoard.n_bytes) for hoard in hoards_of(paths)] == [(0, 0)] * 4
    assert list(tmp_path.iterdir()) == []


def test_files_and_bytes_of_each_sort_are_counted(paths: Paths) -> None:
    _fill(paths.states, "a.kv", "b.kv")
    _fill(paths.indexes, "x.index")
    _fill(paths.logs, "kairo.log")
    (paths.states / "folder").mkdir()
    counted = {hoard.kind: (hoard.n_files, hoard.n_bytes) for hoard in hoards_of(paths)}
    assert counted[HoardKind.STATES] == (2, 20)
    assert counted[HoardKind.INDEXES] == (1, 10)
    assert counted[HoardKind.LOGS] == (1, 10)


@pytest.mark.parametrize("kind", [HoardKind.STATES, HoardKind.INDEXES])
def test_files_of_a_sort_are_deleted_and_others_stay(paths: Paths, kind: HoardKind) -> None:
    _fill(paths.states, "a.kv")
    _fill(paths.indexes, "x.index", "x.index-wal")
    delete_hoard(paths, kind)
    left = {hoard.kind for hoard in hoards_of(paths) if hoard.n_files}
    assert left == {HoardKind.STATES, HoardKind.INDEXES} - {kind}


def test_forgetting_the_notes_leaves_sessions_and_logs(paths: Paths) -> None:
    _fill(paths.states, "a.kv")
    _fill(paths.indexes, "x.index")
    _fill(paths.logs, "kairo.log")
    forget_notes(paths)
    assert [hoard.kind for hoard in hoards_of(paths) if hoard.n_files] == [HoardKind.LOGS]


def test_a_log_that_is_open_goes_on_empty(paths: Paths) -> None:
    _fill(paths.logs, "kairo.log.1")
    handler = logging.FileHandler(paths.logs / "kairo.log")
    handler.emit(logging.LogRecord("x", logging.INFO, "", 0, "before", None, None))
    delete_hoard(paths, HoardKind.LOGS)
    handler.emit(logging.LogRecord("x", logging.INFO, "", 0, "after", None, None))
    handler.close()
    assert (paths.logs / "kairo.log").read_text() == "after\n"
    assert not (paths.logs / "kairo.log.1").exists()


def test_sessions_are_deleted_except_the_one_that_runs(paths: Paths) -> None:
    with Journal.begin(paths.sessions, "over", _NOW) as journal:
        journal.end(_NOW + timedelta(minutes=1))
    with Journal.begin(paths.sessions, "running", _NOW):
        delete_hoard(paths, HoardKind.SESSIONS)
        with History(paths.sessions) as history:
            assert [session.title for session in history.sessions()] == ["running"]


def test_deleting_sessions_that_are_not_there_makes_no_history(paths: Paths) -> None:
    delete_hoard(paths, HoardKind.SESSIONS)
    assert not paths.sessions.exists()


def test_a_folder_in_the_way_is_put_into_words(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: Path, missing_ok: bool = False) -> None:  # noqa: FBT001, FBT002 - as pathlib has it
        raise PermissionError(13, "Permission denied", str(self))

    _fill(paths.states, "a.kv")
    monkeypatch.setattr(Path, "unlink", refuse)
    with pytest.raises(DiskError, match=r"a\.kv cannot be deleted: Permission denied"):
        delete_hoard(paths, HoardKind.STATES)


def test_a_folder_that_cannot_be_read_is_put_into_words(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: Path) -> None:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "iterdir", refuse)
    with pytest.raises(DiskError, match="cannot be read: Permission denied"):
        hoards_of(paths)


def test_a_file_that_goes_meanwhile_counts_nothing(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    _fill(paths.logs, "kairo.log")
    true_stat = Path.stat
    n_calls = [0]

    def vanish(self: Path, **options: bool) -> object:
        n_calls[0] += self.name == "kairo.log"
        if n_calls[0] > 1:
            raise FileNotFoundError(2, "gone", str(self))
        return true_stat(self, **options)

    monkeypatch.setattr(Path, "stat", vanish)
    assert hoards_of(paths)[-1].n_bytes == 0


def test_one_profile_is_forgotten_and_others_stay(paths: Paths, tmp_path: Path) -> None:
    mine, other = (profile_name(paths, tmp_path / name) for name in ("mine", "other"))
    _fill(paths.indexes, f"{mine}.index", f"{mine}.index-wal", f"{other}.index")
    _fill(paths.states, "a.kv")
    assert has_index(paths, mine)
    forget_profile(paths, mine)
    assert not has_index(paths, mine)
    assert has_index(paths, other)
    assert not list(paths.states.iterdir())


def test_a_session_without_notes_names_no_profile(paths: Paths) -> None:
    assert profile_name(paths, None) == ""
    _fill(paths.indexes, "x.index")
    assert not has_index(paths, "")


def test_a_profile_is_named_as_its_index_and_not_by_its_place(paths: Paths) -> None:
    folder = paths.data / "quokka"
    name = profile_name(paths, folder)
    assert "quokka" not in name
    assert index_path(paths.indexes, folder).name == f"{name}.index"
