"""The first start in a home of its own, with toys for its children."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from kairo_desktop.settings.schema import Settings
from kairo_desktop.ui.first_start.steps import Step
from kairo_desktop.ui.first_start.window import FirstStart, Outside
from tests.fakes.lane_toy import LaneToys
from tests.fakes.start_toy import START_TOY

__all__ = ["Home", "Open", "buttons", "press", "texts_in"]


@dataclass
class Home:
    """What the window reaches for, and what it left there.

    Attributes:
        folder: What `tests.fakes.start_toy` looks at and writes.
    """

    folder: Path
    lanes: LaneToys = field(default_factory=LaneToys)
    chosen: list[Mapping[str, str]] = field(default_factory=list)
    remembered: list[str] = field(default_factory=list)

    @property
    def outside(self) -> Outside:
        """All of it, as the window takes it."""
        return Outside(self.lanes, self.chosen.append, self.remembered.append, START_TOY)

    @property
    def calls(self) -> list[str]:
        """How `kairo` was called, in order."""
        file = self.folder / "calls"
        return file.read_text(encoding="utf-8").splitlines() if file.exists() else []

    def put(self, *words: str) -> None:
        """Let the toys behave in some way."""
        for word in words:
            (self.folder / word).touch()

    def take_away(self, word: str) -> None:
        """Let the toys behave as usual."""
        (self.folder / word).unlink()


Open = Callable[..., FirstStart]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    folder = tmp_path / "toy"
    folder.mkdir()
    monkeypatch.setenv("START_TOY", str(folder))
    return Home(folder)


@pytest.fixture
def start(qapp: QApplication, qtbot: QtBot, home: Home) -> Iterator[Open]:
    opened: list[FirstStart] = []

    def open_window(step: Step = Step.CONSENT, settings: Settings | None = None) -> FirstStart:
        consent_given = step is not Step.CONSENT
        window = FirstStart(settings or Settings(), home.outside, step, consent_given=consent_given)
        qtbot.addWidget(window)
        window.show()
        qtbot.waitExposed(window)
        opened.append(window)
        return window

    yield open_window
    for window in opened:
        window.finish()


def buttons(window: QWidget) -> dict[str, QPushButton]:
    """All buttons that are seen, by their words."""
    found = window.findChildren(QPushButton)
    return {each.text().replace("&", ""): each for each in found if each.isVisible()}


def press(window: QWidget, words: str) -> None:
    """Press the button that says `words`."""
    buttons(window)[words].click()


def texts_in(widget: QWidget) -> str:
    """All that can be read in it now, a line a label."""
    return "\n".join(label.text() for label in widget.findChildren(QLabel) if label.isVisible())
