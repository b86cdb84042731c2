"""The first start with real children, installed models and no sound at all."""

import os
from collections.abc import Mapping
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.schema import Settings
from kairo_desktop.ui.first_start.steps import DONE
from kairo_desktop.ui.first_start.window import FirstStart, Outside
from tests.ui.first_start.conftest import buttons, press, texts_in

SECOND = 1000


@pytest.mark.long
@pytest.mark.real
def test_an_empty_home_comes_to_a_first_answer(
    qapp: QApplication, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("CONFIG", "CACHE", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))
    monkeypatch.setenv("PULSE_SERVER", f"unix:{tmp_path}/nobody")
    monkeypatch.setitem(os.environ, "XDG_RUNTIME_DIR", str(tmp_path))
    chosen: list[Mapping[str, str]] = []
    remembered: list[str] = []
    paths = Paths(tmp_path / "config", tmp_path / "data", tmp_path / "cache", tmp_path / "logs")
    outside = Outside.of_machine(paths, chosen.append, remembered.append)
    window = FirstStart(Settings(), outside)
    qtbot.addWidget(window)
    window.show()
    press(window, "I understand")
    qtbot.waitUntil(lambda: texts_in(window).count("⚠") == 2, timeout=30 * SECOND)
    press(window, "Continue anyway")
    qtbot.waitUntil(lambda: "All models are here" in texts_in(window), timeout=120 * SECOND)
    assert chosen[0]["llm.model"]
    press(window, "Continue")
    press(window, "Play the sample")
    qtbot.waitUntil(lambda: "first words stood here" in texts_in(window), timeout=180 * SECOND)
    press(window, "Continue")
    assert "Done" in buttons(window)
    press(window, "Done")
    assert remembered[-1] == DONE
