from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from kairo_desktop.catalogue.entries import Catalogue
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.schema import Settings
from kairo_desktop.ui.settings.dialog import SettingsDialog
from kairo_desktop.ui.settings.outside import Outside
from kairo_desktop.ui.settings.row import Row
from tests.fakes.chosen import ChosenPaths
from tests.fakes.hub_server import FakeHub, serve_hub
from tests.fakes.keyrings import ToyKeyring
from tests.fakes.lane_toy import LaneToys
from tests.ui.settings.conftest import row_of

pytestmark = pytest.mark.real

_FETCHED = "all-minilm-l6-v2"
_IMPORTED = "smollm2-135m-instruct"
_LONG_MS = 60_000


@pytest.fixture
def chooser() -> ChosenPaths:
    return ChosenPaths()


@pytest.fixture
def hub(models_dir: Path) -> Iterator[FakeHub]:
    """Serves the true bytes of one model, slowly until it is told otherwise."""
    entry = Catalogue.load().entry(_FETCHED)
    place = models_dir / entry.place
    files = {file.name: (place / file.name).read_bytes() for file in entry.files}
    with serve_hub(FakeHub(files, chunk_pause_s=0.001)) as served:
        yield served


@pytest.fixture
def dialog(
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    hub: FakeHub,
    chooser: ChosenPaths,
) -> Iterator[SettingsDialog]:
    for name in ("DATA", "CONFIG", "CACHE", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hf"))
    monkeypatch.setenv("HF_ENDPOINT", hub.endpoint)
    monkeypatch.setenv("KAIRO_MODEL_SOURCES", "hub")
    outside = Outside(LaneToys(), ToyKeyring, chooser)
    opened = SettingsDialog(Settings(), Paths.of_user(), outside=outside)
    qtbot.addWidget(opened)
    opened.show()
    qtbot.waitUntil(lambda: _has(opened, _FETCHED), timeout=_LONG_MS)
    yield opened
    opened.finish()


def _has(dialog: SettingsDialog, name: str) -> bool:
    return any(row.title == name for row in dialog.findChildren(Row))


def _visible(row: Row) -> dict[str, QAbstractButton]:
    buttons = [b for b in row.findChildren(QAbstractButton) if b.isVisible()]
    return {button.text().replace("&", ""): button for button in buttons}


def _press(row: Row, text: str) -> None:
    _visible(row)[text].click()


def test_a_model_is_fetched_paused_resumed_proven_and_removed(
    dialog: SettingsDialog, hub: FakeHub, qtbot: QtBot
) -> None:
    row = row_of(dialog, _FETCHED)
    _press(row, "Download")
    qtbot.waitUntil(lambda: "MB of 91.3 MB" in row.message, timeout=_LONG_MS)
    _press(row, "Pause")
    qtbot.waitUntil(lambda: "Paused" in row.message, timeout=_LONG_MS)
    qtbot.waitUntil(lambda: "partly here" in row.text, timeout=_LONG_MS)
    hub.chunk_pause_s = 0.0
    _press(row, "Resume")
    qtbot.waitUntil(lambda: "installed and proven" in row.text.lower(), timeout=_LONG_MS)
    assert "In use" in row.text
    assert any(asked is not None for asked in hub.ranges)
    _press(row, "Verify")
    qtbot.waitUntil(lambda: "✓  Size and hash" in row.message, timeout=_LONG_MS)
    _press(row, "Remove…")
    assert "It is in use" in row.message
    _press(row, "Remove")
    qtbot.waitUntil(lambda: "not installed" in row.text, timeout=_LONG_MS)


def test_a_file_of_the_users_is_recognized_and_can_be_chosen(
    dialog: SettingsDialog, chooser: ChosenPaths, qtbot: QtBot, models_dir: Path
) -> None:
    chooser.answer = models_dir / "SmolLM2-135M-Instruct.Q4_1.gguf"
    row = row_of(dialog, "Import a model")
    _press(row, "GGUF file…")
    qtbot.waitUntil(lambda: f"{_IMPORTED} is in place" in row.message, timeout=_LONG_MS)
    model = row_of(dialog, _IMPORTED)
    qtbot.waitUntil(lambda: "Installed and proven" in model.text, timeout=_LONG_MS)
    qtbot.waitUntil(lambda: "Fits" in model.text, timeout=_LONG_MS)


def test_a_gated_model_is_fetched_once_the_token_is_there(
    dialog: SettingsDialog, hub: FakeHub, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub.token = "hf_canary"
    hub.chunk_pause_s = 0.0
    row = row_of(dialog, _FETCHED)
    _press(row, "Download")
    qtbot.waitUntil(lambda: "Save a token below" in row.message, timeout=_LONG_MS)
    monkeypatch.setenv("HF_TOKEN", "hf_canary")
    # The empty beginning of a download is one that can be resumed.
    qtbot.waitUntil(lambda: "Resume" in _visible(row), timeout=_LONG_MS)
    _press(row, "Resume")
    qtbot.waitUntil(lambda: "installed and proven" in row.text.lower(), timeout=_LONG_MS)
