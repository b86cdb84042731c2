"""The settings window in a home of its own, with toys for all that lies outside of it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from kairo_desktop.settings.fields import SettingField, fields_of_schema
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.schema import Settings
from kairo_desktop.ui.settings.dialog import SettingsDialog
from kairo_desktop.ui.settings.outside import Outside
from kairo_desktop.ui.settings.row import Row
from tests.fakes.chosen import ChosenPaths
from tests.fakes.kairo_toy import TOY
from tests.fakes.keyrings import ToyKeyring
from tests.fakes.lane_toy import LaneToys

__all__ = ["Open", "Toys", "child", "field_of", "row_of", "texts_in"]


@dataclass
class Toys:
    """What the window reaches for.

    Attributes:
        folder: What `tests.fakes.kairo_toy` looks at and writes.
    """

    folder: Path
    keyring: ToyKeyring = field(default_factory=ToyKeyring)
    chooser: ChosenPaths = field(default_factory=ChosenPaths)
    lanes: LaneToys = field(default_factory=LaneToys)

    @property
    def outside(self) -> Outside:
        """All of it, as the window takes it."""
        return Outside(self.lanes, lambda: self.keyring, self.chooser, TOY)

    @property
    def calls(self) -> list[str]:
        """How `kairo` was called, in order."""
        file = self.folder / "calls"
        return file.read_text(encoding="utf-8").splitlines() if file.exists() else []


_Widget = TypeVar("_Widget", bound=QWidget)
Open = Callable[..., SettingsDialog]


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths(tmp_path / "config", tmp_path / "data", tmp_path / "cache", tmp_path / "logs")


@pytest.fixture
def toys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Toys:
    folder = tmp_path / "toy"
    folder.mkdir()
    monkeypatch.setenv("KAIRO_TOY", str(folder))
    return Toys(folder)


@pytest.fixture
def window(qapp: QApplication, qtbot: QtBot, paths: Paths, toys: Toys) -> Iterator[Open]:
    opened: list[SettingsDialog] = []

    def open_window(settings: Settings | None = None) -> SettingsDialog:
        dialog = SettingsDialog(settings or Settings(), paths, outside=toys.outside)
        qtbot.addWidget(dialog)
        dialog.show()
        dialog.activateWindow()
        qtbot.waitUntil(dialog.isActiveWindow)
        opened.append(dialog)
        return dialog

    yield open_window
    for dialog in opened:
        dialog.finish()


def field_of(key: str) -> SettingField:
    """The setting called `key`."""
    return next(field for field in fields_of_schema() if field.key == key)


def row_of(dialog: SettingsDialog, name: str) -> Row:
    """The row of a setting (by its key), or the one with a title."""
    rows = [spot.row for spot in dialog._spots()]
    return next(row for row in rows if name in (row.objectName(), row.title))


def child(parent: QWidget, kind: type[_Widget]) -> _Widget:
    """The first widget of a kind below `parent`."""
    found = parent.findChild(kind)
    assert isinstance(found, kind)
    return found


def texts_in(widget: QWidget) -> str:
    """All that can be read in it now, a line a label."""
    return "\n".join(label.text() for label in widget.findChildren(QLabel) if label.isVisible())
