"""What can be read in each window stands in the file that is given to translators."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from kairo_desktop.settings.overlay import OverlaySettings
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.schema import Settings
from kairo_desktop.types import Lane
from kairo_desktop.ui.first_start.steps import Step
from kairo_desktop.ui.first_start.window import FirstStart, Outside
from kairo_desktop.ui.history.window import HistoryWindow
from kairo_desktop.ui.overlay.window import Overlay
from kairo_desktop.ui.theme import theme_of
from kairo_desktop.ui.tray import Tray
from kairo_desktop.ui.views import BoardView, LaneView, Phase
from tests.fakes.lane_toy import LaneToys
from tests.fakes.marking_translator import MarkingTranslator
from tests.ui.history.stories import broke_off
from tests.ui.history.windows import settle
from tests.ui.readable import heard_of, texts_of

_DARK = theme_of(OverlaySettings(theme="dark"), system_is_dark=True)
_NAMES = {"Kairo", "Acme", "Second round, Acme"}


@pytest.fixture(autouse=True)
def _marked(qapp: QApplication) -> Iterator[None]:
    translator = MarkingTranslator()
    qapp.installTranslator(translator)
    yield
    qapp.removeTranslator(translator)


def _unmarked(texts: Iterable[str]) -> set[str]:
    """Words that no translator ever sees; figures alone need none."""
    plain = {text for text in texts if "«" not in text and any(c.isalpha() for c in text)}
    return plain - _NAMES


@pytest.mark.parametrize("step", Step)
def test_first_start(qtbot: QtBot, step: Step) -> None:
    outside = Outside(LaneToys(), lambda _: None, lambda _: None, ("true",))
    window = FirstStart(Settings(), outside, step, consent_given=True)
    qtbot.addWidget(window)
    window.show()
    assert _unmarked(texts_of(window)) == set()
    window.finish()


def test_history(qtbot: QtBot, tmp_path: Path) -> None:
    paths = Paths(tmp_path / "c", tmp_path / "d", tmp_path / "k", tmp_path / "l")
    broke_off(paths.sessions)
    window = HistoryWindow(paths, _DARK)
    qtbot.addWidget(window)
    window.show()
    settle(window)
    window.reading.ask_to_delete()
    window.sessions._ask_for_all()
    assert _unmarked(texts_of(window)) == set()
    model = window.sessions._model
    rows = [str(model.index(row).data()) for row in range(model.rowCount())]
    assert rows
    assert _unmarked(rows) == set()


@pytest.mark.parametrize("phase", Phase)
def test_overlay_and_tray(qtbot: QtBot, phase: Phase) -> None:
    view = BoardView(phase, tuple(LaneView(lane, heard=True) for lane in Lane))
    overlay = Overlay(_DARK, OverlaySettings())
    tray = Tray(is_there=lambda: False)
    qtbot.addWidget(overlay)
    overlay.show()
    overlay.show_view(view)
    tray.show_view(view)
    heard = [*texts_of(overlay), *heard_of(overlay), *texts_of(tray.menu), tray.tooltip]
    assert _unmarked(heard) == set()
