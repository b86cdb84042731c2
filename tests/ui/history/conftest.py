from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from kairo_desktop.settings.overlay import OverlaySettings
from kairo_desktop.settings.paths import Paths
from kairo_desktop.ui.history.window import HistoryWindow
from kairo_desktop.ui.theme import theme_of
from tests.ui.history.windows import Show, settle

_LIGHT = theme_of(OverlaySettings(theme="light"), system_is_dark=False)


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths(tmp_path / "config", tmp_path / "data", tmp_path / "cache", tmp_path / "logs")


@pytest.fixture
def chosen(tmp_path: Path) -> dict[str, str]:
    """What the user answers when asked where to save; and what was proposed."""
    return {"to": str(tmp_path / "out")}


@pytest.fixture
def show(qapp: QApplication, paths: Paths, chosen: dict[str, str]) -> Iterator[Show]:
    """Open the window; every one is closed at the end."""
    windows: list[HistoryWindow] = []

    def choose(parent: QWidget, name: str, kinds: str) -> str:
        chosen["proposed"] = name
        return chosen["to"]

    def opened() -> HistoryWindow:
        window = HistoryWindow(paths, _LIGHT, choose)
        windows.append(window)
        window.show()
        settle(window)
        return window

    yield opened
    for window in windows:
        window.close()
