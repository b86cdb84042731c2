"""How `kairo listen` opens its journal; the session itself is tested end to end."""

from datetime import datetime
from pathlib import Path

import pytest

from kairo_desktop.cli.listen import _open_journal, _say_what_is_kept, _title
from kairo_desktop.errors import DiskError
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.privacy import PrivacySettings
from kairo_desktop.store.history import History
from kairo_desktop.store.private_files import profile_name

_PRIVATE = PrivacySettings(keep_sessions=False)


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths(tmp_path / "c", tmp_path / "d", tmp_path / "k", tmp_path / "l")


def test_a_session_names_the_index_of_its_notes(paths: Paths, tmp_path: Path) -> None:
    with _open_journal(paths, PrivacySettings(), tmp_path) as journal, History(paths.sessions) as h:
        assert h.profile_of_only(journal.session_id) == profile_name(paths, tmp_path)


def test_a_history_that_cannot_be_written_names_the_way_to_go_on(
    paths: Paths, capsys: pytest.CaptureFixture[str]
) -> None:
    paths.data.mkdir()
    paths.sessions.write_text("no folder")
    with pytest.raises(DiskError) as caught:
        _open_journal(paths, PrivacySettings(), None)
    assert "--private" in caught.value.cure
    _open_journal(paths, _PRIVATE, None).close()
    _say_what_is_kept(paths, _PRIVATE)
    assert "Nothing is kept" in capsys.readouterr().err


def test_a_session_is_called_by_its_day_and_time() -> None:
    assert _title(datetime(2026, 11, 3, 20, 5).astimezone()) == "Call of 3 November, 20:05"
