import pytest
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from kairo_desktop.settings.paths import Paths
from kairo_desktop.ui.settings.dialog import SettingsDialog
from kairo_desktop.ui.settings.pages import PageName
from kairo_desktop.ui.settings.row import Row
from tests.ui.settings.conftest import Open, row_of

_STATES = "Saved model states"
_INDEXES = "Indexes of your notes"


@pytest.fixture
def dialog(window: Open, paths: Paths, qtbot: QtBot) -> SettingsDialog:
    for folder, name in ((paths.cache / "kv", "a.kv"), (paths.data / "profiles", "b.index")):
        folder.mkdir(parents=True)
        (folder / name).write_bytes(b"x" * 2000)
    opened = window()
    opened.show_page(PageName.PRIVACY)
    qtbot.waitUntil(lambda: "2.0 kB in 1 file" in row_of(opened, _STATES).text)
    return opened


def _press(row: Row, name: str) -> None:
    buttons = [b for b in row.findChildren(QAbstractButton) if b.isVisible()]
    next(b for b in buttons if b.text().replace("&", "") == name).click()


def test_every_sort_of_private_file_has_a_place_and_a_size(
    dialog: SettingsDialog, paths: Paths
) -> None:
    assert str(paths.cache / "kv") in row_of(dialog, _STATES).text
    assert "2.0 kB in 1 file" in row_of(dialog, _INDEXES).text
    logs = row_of(dialog, "Logs")
    assert "Nothing" in logs.text
    (delete,) = [b for b in logs.findChildren(QAbstractButton) if b.isVisible()]
    assert not delete.isEnabled()
    assert delete.toolTip() == "There is nothing to delete."


def test_one_press_deletes_nothing_and_two_delete_one_sort(
    dialog: SettingsDialog, paths: Paths, qtbot: QtBot
) -> None:
    row = row_of(dialog, _STATES)
    _press(row, "Delete…")
    assert "Delete 2.0 kB for good?" in row.message
    _press(row, "Keep")
    assert row.message == ""
    assert (paths.cache / "kv" / "a.kv").exists()
    _press(row, "Delete…")
    _press(row, "Delete")
    qtbot.waitUntil(lambda: row.message == "✓  Deleted.")
    qtbot.waitUntil(lambda: "Nothing" in row.text)
    assert not (paths.cache / "kv" / "a.kv").exists()
    assert (paths.data / "profiles" / "b.index").exists()


def test_everything_can_be_deleted_and_settings_stay(
    dialog: SettingsDialog, paths: Paths, qtbot: QtBot
) -> None:
    paths.config.mkdir()
    (paths.config / "settings.toml").write_text("[llm]\n")
    row = row_of(dialog, "Everything above")
    _press(row, "Delete…")
    assert "Delete 4.0 kB for good?" in row.message
    _press(row, "Delete")
    qtbot.waitUntil(lambda: row.message == "✓  Deleted.")
    assert not (paths.data / "profiles" / "b.index").exists()
    assert (paths.config / "settings.toml").exists()


def test_what_cannot_be_deleted_is_said(dialog: SettingsDialog, paths: Paths, qtbot: QtBot) -> None:
    paths.sessions.mkdir(parents=True)
    (paths.sessions / "sessions.db").write_bytes(b"this is no database, and long enough" * 99)
    row = row_of(dialog, "Everything above")
    _press(row, "Delete…")
    _press(row, "Delete")
    qtbot.waitUntil(lambda: row.message.startswith("⚠"))
