import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from kairo_desktop.settings.schema import Settings
from kairo_desktop.ui.settings import profile_page
from kairo_desktop.ui.settings.buttons import IconButton
from kairo_desktop.ui.settings.dialog import SettingsDialog
from kairo_desktop.ui.settings.notes import ProfileReport, report_of
from kairo_desktop.ui.settings.pages import PageName
from kairo_desktop.ui.settings.row import Row
from tests.ui.settings.conftest import Open, Toys, child, row_of, texts_in

_KEY = "retrieval.profile_folder"


@pytest.fixture
def dialog(window: Open) -> SettingsDialog:
    opened = window()
    opened.show_page(PageName.PROFILE)
    return opened


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "notes"
    made.mkdir()
    (made / "resume.md").write_text("# Me\nall I did")
    (made / "scan.pdf").write_text("this is no pdf")
    return made


def _press(row: Row, name: str) -> None:
    buttons = row.findChildren(QAbstractButton)
    next(b for b in buttons if b.text().replace("&", "") == name).click()


def test_without_a_folder_the_page_says_what_that_means(dialog: SettingsDialog) -> None:
    assert "No folder is chosen" in texts_in(dialog.page)
    assert "general advice" in texts_in(dialog.page)


def test_a_chosen_folder_is_read_and_what_is_skipped_has_a_reason(
    dialog: SettingsDialog, toys: Toys, qtbot: QtBot, folder: Path
) -> None:
    toys.chooser.answer = folder
    with qtbot.waitSignal(dialog.changed) as changed:
        _press(row_of(dialog, _KEY), "Choose…")
    assert changed.args[0].retrieval.profile_folder == str(folder)
    qtbot.waitUntil(lambda: "1 file read, 1 not." in texts_in(dialog.page))
    assert row_of(dialog, "resume.md").text == "Your résumé · 5 words"
    assert row_of(dialog, "scan.pdf").text.startswith("It is a damaged pdf")
    child(row_of(dialog, _KEY), IconButton).click()
    assert "No folder is chosen" in texts_in(dialog.page)
    assert "scan.pdf" not in texts_in(dialog.page)


def test_nothing_chosen_changes_nothing(dialog: SettingsDialog, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(dialog.changed):
        _press(row_of(dialog, _KEY), "Choose…")


def test_a_folder_that_went_away_is_said_and_can_be_read_again(
    window: Open, qtbot: QtBot, folder: Path
) -> None:
    moved = folder.rename(folder.with_name("elsewhere"))
    dialog = window(_with_folder(folder))
    dialog.show_page(PageName.PROFILE)
    row = row_of(dialog, str(folder))
    qtbot.waitUntil(lambda: "does not exist" in row.message)
    moved.rename(folder)
    _press(row, "Read it again")
    qtbot.waitUntil(lambda: "1 file read" in row.text)


def test_of_a_large_folder_the_beginning_is_shown(window: Open, qtbot: QtBot, folder: Path) -> None:
    for n in range(250):
        (folder / f"note-{n:03}.md").write_text("word " * 50)
    dialog = window(_with_folder(folder))
    dialog.show_page(PageName.PROFILE)
    qtbot.waitUntil(lambda: "251 files read" in texts_in(dialog.page), timeout=15_000)
    qtbot.waitUntil(lambda: "and 151 more" in texts_in(dialog.page))


def test_a_slow_folder_freezes_nothing_and_a_late_answer_to_another_one_is_dropped(
    window: Open, qtbot: QtBot, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = threading.Event()

    def slowly(asked: Path) -> ProfileReport:
        gate.wait(20)
        return report_of(asked)

    monkeypatch.setattr(profile_page, "report_of", slowly)
    beats: list[None] = []
    heart = QTimer(interval=5)
    heart.timeout.connect(lambda: beats.append(None))
    heart.start()
    dialog = window(_with_folder(folder))
    dialog.show_page(PageName.PROFILE)
    qtbot.waitUntil(lambda: len(beats) > 10)
    assert "Reading …" in texts_in(dialog.page)
    child(row_of(dialog, _KEY), IconButton).click()
    gate.set()
    row = row_of(dialog, "No folder is chosen")
    with qtbot.assertNotEmitted(dialog.changed, wait=200):
        assert "general advice" in row.text
    assert "general advice" in row.text


def _with_folder(folder: Path) -> Settings:
    settings = Settings()
    retrieval = settings.retrieval.model_copy(update={"profile_folder": str(folder)})
    return settings.model_copy(update={"retrieval": retrieval})
