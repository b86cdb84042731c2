from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton, QProgressBar
from pytestqt.qtbot import QtBot

from kairo_desktop.settings.paths import Paths
from kairo_desktop.ui.settings.dialog import SettingsDialog
from kairo_desktop.ui.settings.editors import ChoiceEditor
from kairo_desktop.ui.settings.pages import PageName
from kairo_desktop.ui.settings.row import Row
from tests.fakes.tiny_models import tiny
from tests.sound_server import until
from tests.ui.settings.conftest import Open, Toys, child, row_of, texts_in

_MODEL = "smollm2-135m-instruct"
_LONG_MS = 15_000


@pytest.fixture
def dialog(window: Open, qtbot: QtBot) -> SettingsDialog:
    opened = window()
    qtbot.waitUntil(lambda: _MODEL in texts_in(opened), timeout=_LONG_MS)
    return opened


def _buttons(row: Row) -> list[str]:
    return [b.text() for b in row.findChildren(QAbstractButton) if b.isVisible() and b.text()]


def _press(row: Row, text: str) -> None:
    buttons = [b for b in row.findChildren(QAbstractButton) if b.text().replace("&", "") == text]
    next(b for b in buttons if b.isVisible() and b.isEnabled()).click()


def _choices(dialog: SettingsDialog, key: str) -> list[str]:
    editor = child(row_of(dialog, key), ChoiceEditor)
    return [editor.itemText(at) for at in range(editor.count())]


def test_all_models_of_the_catalogue_stand_in_groups(dialog: SettingsDialog) -> None:
    texts = texts_in(dialog)
    for heading in ("Answers", "Speech recognition", "Search in your notes", "For larger machines"):
        assert heading in texts.splitlines()
    assert "Your own" not in texts
    assert "98.4 MB · Apache-2.0" in row_of(dialog, _MODEL).text
    assert "not checked by us" in row_of(dialog, "llama-3.3-70b-instruct").text


def test_room_is_told_before_a_download(dialog: SettingsDialog, qtbot: QtBot) -> None:
    row = row_of(dialog, "qwen2.5-coder-1.5b-instruct")
    qtbot.waitUntil(lambda: "Fits: Kairo takes 2.0 GB" in row.text, timeout=_LONG_MS)
    tight = row_of(dialog, _MODEL).text
    assert "⚠ Tight" in tight
    assert "less with no draft model and a context of 2048 tokens" in tight
    large = row_of(dialog, "llama-3.3-70b-instruct").text
    assert "⚠ Does not fit" in large
    assert f"{_MODEL} fits" in large
    assert _buttons(row) == ["Download"]


def test_a_download_moves_pauses_and_goes_on(
    dialog: SettingsDialog, toys: Toys, qtbot: QtBot
) -> None:
    row = row_of(dialog, _MODEL)
    bar = child(row, QProgressBar)
    assert not bar.isVisible()
    (toys.folder / "hold").touch()
    _press(row, "Download")
    qtbot.waitUntil(lambda: row.message == "400 bytes of 1.0 kB", timeout=_LONG_MS)
    assert bar.isVisible()
    assert bar.value() == 4000
    assert _buttons(row) == ["Pause"]
    _press(row, "Pause")
    qtbot.waitUntil(lambda: "Paused" in row.message, timeout=_LONG_MS)
    assert not bar.isVisible()
    (toys.folder / "hold").unlink()
    _press(row, "Download")
    qtbot.waitUntil(lambda: "✓" in row.message, timeout=_LONG_MS)
    assert [call for call in toys.calls if "pull" in call] == [f"models pull {_MODEL} --json"] * 2


def test_two_downloads_run_side_by_side(dialog: SettingsDialog, toys: Toys, qtbot: QtBot) -> None:
    (toys.folder / "hold").touch()
    rows = [row_of(dialog, name) for name in (_MODEL, "whisper-base")]
    for row in rows:
        _press(row, "Download")
    qtbot.waitUntil(lambda: all("of 1.0 kB" in row.message for row in rows), timeout=_LONG_MS)
    (toys.folder / "hold").unlink()
    qtbot.waitUntil(lambda: all("✓" in row.message for row in rows), timeout=_LONG_MS)


def test_a_gated_model_asks_for_a_token_and_names_no_command(
    dialog: SettingsDialog, toys: Toys, qtbot: QtBot
) -> None:
    (toys.folder / "refuse").touch()
    row = row_of(dialog, _MODEL)
    _press(row, "Download")
    qtbot.waitUntil(lambda: row.message.startswith("⚠"), timeout=_LONG_MS)
    assert "Save a token below" in row.message
    assert "kairo models" not in row.message
    assert _buttons(row) == ["Download"]


def test_closing_the_window_lets_a_download_go_on_and_the_end_does_not(
    dialog: SettingsDialog, toys: Toys, qtbot: QtBot
) -> None:
    (toys.folder / "hold").touch()
    row = row_of(dialog, _MODEL)
    _press(row, "Download")
    qtbot.waitUntil(lambda: "of 1.0 kB" in row.message, timeout=_LONG_MS)
    dialog.close()
    dialog.show()
    assert "of 1.0 kB" in row.message
    dialog.finish()
    qtbot.waitUntil(lambda: "Paused" in row.message, timeout=_LONG_MS)


def test_an_own_model_can_be_chosen_and_is_removed_only_when_confirmed(
    window: Open, paths: Paths, toys: Toys, qtbot: QtBot
) -> None:
    paths.models.mkdir(parents=True)
    tiny(paths.models, "mine.gguf")
    dialog = window()
    qtbot.waitUntil(lambda: "Your own" in texts_in(dialog), timeout=_LONG_MS)
    qtbot.waitUntil(lambda: "mine" in _choices(dialog, "llm.model"))
    assert "qwen2.5-coder-1.5b-instruct (not installed)" in _choices(dialog, "llm.model")
    child(row_of(dialog, "llm.model"), ChoiceEditor).edited.emit("mine")
    row = row_of(dialog, "mine")
    assert "In use" in row.text
    assert _buttons(row) == ["Remove…"]
    _press(row, "Remove…")
    assert "It is in use" in row.message
    assert _buttons(row) == ["Remove", "Keep"]
    _press(row, "Keep")
    assert row.message == ""
    assert not (toys.folder / "mine.removed").exists()
    _press(row, "Remove…")
    _press(row, "Remove")
    until((toys.folder / "mine.removed").exists)


def test_a_damaged_model_says_so_when_it_is_verified(
    dialog: SettingsDialog, toys: Toys, qtbot: QtBot
) -> None:
    row = row_of(dialog, _MODEL)
    verify = next(b for b in row.findChildren(QAbstractButton) if b.text() == "Verify")
    verify.click()
    qtbot.waitUntil(lambda: "✓  Size and hash" in row.message, timeout=_LONG_MS)
    (toys.folder / "damage").touch()
    verify.click()
    qtbot.waitUntil(lambda: "Not as they should be" in row.message, timeout=_LONG_MS)


def test_drafts_are_offered_for_the_model_that_answers(dialog: SettingsDialog) -> None:
    assert _choices(dialog, "llm.draft") == ["None: guess from the text"]
    assert "None: compare words only" in _choices(dialog, "retrieval.model")


def test_a_file_is_imported_or_the_reason_said(
    dialog: SettingsDialog, toys: Toys, qtbot: QtBot, tmp_path: Path
) -> None:
    row = row_of(dialog, "Import a model")
    _press(row, "GGUF file…")
    assert row.message == "Nothing was chosen."
    toys.chooser.answer = tmp_path / "absent.gguf"
    _press(row, "GGUF file…")
    qtbot.waitUntil(lambda: "There is no file" in row.message, timeout=_LONG_MS)
    toys.chooser.answer = tiny(tmp_path, "mine.gguf")
    _press(row, "Whisper folder…")
    qtbot.waitUntil(lambda: "✓  mine is in place." in row.message, timeout=_LONG_MS)
    assert toys.chooser.n_asked == 3


def test_an_import_can_be_stopped(
    dialog: SettingsDialog, toys: Toys, qtbot: QtBot, tmp_path: Path
) -> None:
    row = row_of(dialog, "Import a model")
    toys.chooser.answer = tiny(tmp_path, "mine.gguf")
    (toys.folder / "hold").touch()
    _press(row, "GGUF file…")
    qtbot.waitUntil(lambda: row.message == "Copying mine …", timeout=_LONG_MS)
    assert _buttons(row) == ["Stop"]
    _press(row, "Stop")
    qtbot.waitUntil(lambda: "nothing was imported" in row.message, timeout=_LONG_MS)


def test_models_that_cannot_be_reckoned_are_shown_all_the_same(
    window: Open, toys: Toys, qtbot: QtBot
) -> None:
    (toys.folder / "unreckoned").touch()
    dialog = window()
    qtbot.waitUntil(lambda: _MODEL in texts_in(dialog), timeout=_LONG_MS)
    qtbot.waitUntil(lambda: any("fit" in call for call in toys.calls), timeout=_LONG_MS)
    dialog.show_page(PageName.OVERLAY)
    dialog.show_page(PageName.MODELS)
    assert "Fits" not in row_of(dialog, _MODEL).text
