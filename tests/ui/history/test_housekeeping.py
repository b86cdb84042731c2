from datetime import UTC, datetime
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from kairo_desktop.errors import DiskError
from kairo_desktop.settings.privacy import PrivacySettings
from kairo_desktop.store.history import History
from kairo_desktop.ui.history.housekeeping import Housekeeping
from tests.ui.history.stories import BEGAN, broke_off, kept

_DAYS = (datetime.now(UTC) - BEGAN).days


def _titles(folder: Path) -> list[str]:
    with History(folder) as history:
        return [session.title for session in history.sessions()]


@pytest.mark.parametrize(
    ("keep_days", "left"), [(0, ["New", "Old"]), (9, ["New"]), (9000, ["New", "Old"])]
)
def test_a_start_deletes_what_is_too_old(
    tmp_path: Path, qtbot: QtBot, keep_days: int, left: list[str]
) -> None:
    kept(tmp_path, "Old", days=_DAYS - 30)
    kept(tmp_path, "New", days=_DAYS - 1)
    house = Housekeeping(tmp_path)
    house.begin(PrivacySettings(keep_days=keep_days))
    house._clerk._pool.waitForDone()
    assert _titles(tmp_path) == left


def test_a_start_tells_what_broke_off(tmp_path: Path, qtbot: QtBot) -> None:
    kept(tmp_path, "Whole")
    broke_off(tmp_path)
    broke_off(tmp_path)
    house = Housekeeping(tmp_path)
    with qtbot.waitSignal(house.broke_off) as told:
        house.begin(PrivacySettings())
    assert told.args == [2]


def test_where_nothing_broke_off_nothing_is_told(tmp_path: Path, qtbot: QtBot) -> None:
    kept(tmp_path, "Whole")
    house = Housekeeping(tmp_path)
    with qtbot.assertNotEmitted(house.broke_off, wait=100):
        house.begin(PrivacySettings())
        house._clerk._pool.waitForDone()


def test_a_start_without_a_history_makes_none(tmp_path: Path, qtbot: QtBot) -> None:
    house = Housekeeping(tmp_path / "none")
    house.begin(PrivacySettings(keep_days=1))
    house.finish()
    assert not (tmp_path / "none").exists()


def test_a_history_that_cannot_be_read_is_told(tmp_path: Path, qtbot: QtBot) -> None:
    (tmp_path / "sessions.db").write_bytes(b"no database " * 100)
    house = Housekeeping(tmp_path)
    with qtbot.waitSignal(house.failed) as told:
        house.begin(PrivacySettings())
    assert isinstance(told.args[0], DiskError)
