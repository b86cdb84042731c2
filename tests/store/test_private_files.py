from pathlib import Path

import pytest

from kairo_desktop.errors import DiskError
from kairo_desktop.settings.paths import Paths
from kairo_desktop.store.private_files import PrivateKind, forget_notes, private_files


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths(tmp_path / "config", tmp_path / "data", tmp_path / "cache", tmp_path / "logs")


def _filled(paths: Paths) -> Path:
    """An index, two states and a session; gives the session's file."""
    files = {
        paths.indexes / "a.index": 10,
        paths.states / "a.kv": 200,
        paths.states / "b.kv": 300,
        paths.sessions / "sessions.db": 5,
    }
    for file, size in files.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"x" * size)
    return paths.sessions / "sessions.db"


def test_where_nothing_was_kept_there_is_nothing(paths: Paths) -> None:
    assert [(p.kind, p.n_files, p.n_bytes) for p in private_files(paths)] == [
        (kind, 0, 0) for kind in PrivateKind
    ]
    assert forget_notes(paths) == 0


def test_every_kind_is_counted(paths: Paths) -> None:
    _filled(paths)
    counted = {p.kind: (p.n_files, p.n_bytes) for p in private_files(paths)}
    assert counted == {
        PrivateKind.SESSIONS: (1, 5),
        PrivateKind.NOTES: (1, 10),
        PrivateKind.STATES: (2, 500),
    }


def test_forgetting_the_notes_leaves_the_sessions(paths: Paths) -> None:
    session = _filled(paths)
    assert forget_notes(paths) == 3
    assert session.exists()
    assert [p.n_files for p in private_files(paths)] == [1, 0, 0]


def test_a_file_that_goes_while_it_is_counted_counts_for_nothing(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    _filled(paths)
    monkeypatch.setattr(Path, "is_file", lambda _: True)
    (paths.indexes / "gone.index").symlink_to("nowhere")
    assert private_files(paths)[1].n_files == 1


def test_a_file_that_stays_is_told(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    _filled(paths)

    def refuse(*_: object, **__: object) -> None:
        raise OSError(13, "Permission denied")

    monkeypatch.setattr(Path, "unlink", refuse)
    with pytest.raises(DiskError, match="Permission denied"):
        forget_notes(paths)
