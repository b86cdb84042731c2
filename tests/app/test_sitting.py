"""How the desktop opens a session."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import pytest

from kairo_desktop.app import sitting
from kairo_desktop.app.sitting import _title, choices_of, open_sitting
from kairo_desktop.errors import DiskError, UsageError
from kairo_desktop.settings.audio import AudioSettings
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.privacy import PrivacySettings
from kairo_desktop.settings.retrieval import RetrievalSettings
from kairo_desktop.settings.schema import Settings
from kairo_desktop.store.history import History
from kairo_desktop.store.private_files import profile_name
from kairo_desktop.store.records import SessionState
from kairo_desktop.types import Lane
from tests.fakes.scripted_session import ScriptedSession

_OFF = AudioSettings(system_source="off", mic_source="off")


@pytest.fixture
def profiles() -> list[object]:
    """The profile of each session."""
    return []


@pytest.fixture
def paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, profiles: list[object]) -> Paths:
    """Folders, and sessions without children."""

    @contextmanager
    def scripted(*given: object) -> Iterator[ScriptedSession]:
        profiles.append(given[-1])
        yield ScriptedSession()

    monkeypatch.setattr(sitting, "live_session", scripted)
    return Paths(tmp_path / "c", tmp_path / "d", tmp_path / "k", tmp_path / "l")


def _states(paths: Paths) -> list[SessionState]:
    with History(paths.sessions) as history:
        return [session.state for session in history.sessions()]


def test_a_lane_that_is_off_is_not_heard() -> None:
    assert choices_of(AudioSettings(mic_source="off")) == {Lane.SYSTEM: "default"}


def test_both_lanes_off_is_said_with_a_cure(paths: Paths) -> None:
    with (
        pytest.raises(UsageError, match="Both lanes are off") as caught,
        open_sitting(Settings(audio=_OFF), paths),
    ):
        pass
    assert "settings" in caught.value.cure
    assert not paths.sessions.exists()


def test_a_session_is_kept_and_ended(paths: Paths) -> None:
    with open_sitting(Settings(), paths):
        assert _states(paths) == [SessionState.RUNNING]
    assert _states(paths) == [SessionState.ENDED]


def test_a_session_that_breaks_off_is_ended_too(paths: Paths) -> None:
    with pytest.raises(RuntimeError), open_sitting(Settings(), paths):
        raise RuntimeError
    assert _states(paths) == [SessionState.ENDED]


def test_a_session_that_is_not_to_be_kept_touches_no_disk(paths: Paths) -> None:
    settings = Settings()
    privacy = settings.privacy.model_copy(update={"keep_sessions": False})
    with open_sitting(settings.model_copy(update={"privacy": privacy}), paths):
        pass
    assert not paths.sessions.exists()


def _with_profile(folder: Path) -> Settings:
    return Settings(retrieval=RetrievalSettings(profile_folder=str(folder)))


def test_a_profile_is_the_sessions(paths: Paths, tmp_path: Path, profiles: list[object]) -> None:
    with open_sitting(_with_profile(tmp_path), paths) as sitting:
        assert sitting.faults == ()
    assert profiles == [tmp_path]


def test_a_profile_that_is_gone_keeps_no_session_from_starting(
    paths: Paths, tmp_path: Path, profiles: list[object]
) -> None:
    with open_sitting(_with_profile(tmp_path / "gone"), paths) as sitting:
        (fault,) = sitting.faults
    assert profiles == [None]
    assert "gone is not there" in fault.message
    assert "settings, under Profile" in fault.cure


def test_a_session_names_the_index_of_its_notes(paths: Paths, tmp_path: Path) -> None:
    with open_sitting(_with_profile(tmp_path), paths) as sitting:
        number = sitting.journal.session_id
    with History(paths.sessions) as history:
        assert history.profile_of_only(number) == profile_name(paths, tmp_path)


def test_a_history_that_cannot_be_written_names_the_way_to_go_on(paths: Paths) -> None:
    paths.data.mkdir()
    paths.sessions.write_text("no folder")
    with pytest.raises(DiskError) as caught, open_sitting(Settings(), paths):
        pass
    assert "“Keep sessions” in the settings, under Privacy" in caught.value.cure
    settings = Settings(privacy=PrivacySettings(keep_sessions=False))
    with open_sitting(settings, paths):
        pass


def test_a_call_is_called_by_its_day_and_time(qapp: object, tmp_path: Path) -> None:
    began = datetime(2026, 11, 30, 20, 33).astimezone()
    assert re.fullmatch(r"Call of 30 November, (20:33|8:33\WPM)", _title(began))
