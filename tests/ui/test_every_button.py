"""Every button of first start, overlay and tray has an effect or says why it has none.

Settings and history have the same test beside their own.
"""

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QPushButton
from pytestqt.qtbot import QtBot

from kairo_desktop.settings.overlay import OverlaySettings
from kairo_desktop.types import Lane
from kairo_desktop.ui.commands import AppCommand
from kairo_desktop.ui.first_start.steps import Step
from kairo_desktop.ui.first_start.window import FirstStart
from kairo_desktop.ui.overlay.window import Overlay
from kairo_desktop.ui.theme import theme_of
from kairo_desktop.ui.tray import Tray
from kairo_desktop.ui.views import BoardView, LaneView, Phase
from tests.ui.crawl import Crawl, crawl, unexplained
from tests.ui.first_start.conftest import Home, Open, buttons, home, press, start
from tests.ui.overlay.script import SCENES, board_after

__all__ = ["home", "start"]

_SETTINGS = OverlaySettings(theme="dark")
_COMPACT = OverlaySettings(theme="dark", compact=True)


def _pressed_alone(window: FirstStart, words: str, home: Home, qtbot: QtBot) -> Crawl:
    """What one press does; most buttons of the path lead away from the others."""
    return crawl(
        window,
        settle=lambda: qtbot.wait(30),
        effects=lambda: (home.calls, list(home.remembered), len(home.lanes.opened)),
        skip=lambda button: button.text().replace("&", "") != words,
    )


def _moments(start: Open, home: Home, qtbot: QtBot) -> Iterator[tuple[str, FirstStart]]:
    """Each page in each state that has other buttons; the window is fresh each time."""
    for step in Step:
        yield step, start(step)
    home.put("bare", "hold")
    window = start(Step.MODELS)
    qtbot.waitUntil(lambda: "Download 1.3 GB" in buttons(window))
    press(window, "Download 1.3 GB")
    qtbot.waitUntil(lambda: "Pause" in buttons(window))
    yield "fetching", window
    press(window, "Pause")
    qtbot.waitUntil(lambda: "Resume" in buttons(window))
    yield "paused", window
    home.take_away("hold")
    window = start(Step.SAMPLE)
    press(window, "Play the sample")
    qtbot.waitUntil(lambda: "Play it again" in buttons(window))
    yield "seen", window


@pytest.mark.parametrize("step", Step)
def test_every_button_of_the_first_start(start: Open, home: Home, qtbot: QtBot, step: Step) -> None:
    home.put("bare", "hold")  # a fetch that ended would be a shorter path for the next window
    names = set(buttons(_settled(start(step), qtbot)))
    assert len(names) >= 2
    for words in sorted(names):
        window = _settled(start(step), qtbot)
        notes_wanted = qtbot.waitSignal(window.notes_wanted, raising=False, timeout=0)
        with notes_wanted:
            found = _pressed_alone(window, words, home, qtbot)
        assert found.pressed[:1] == [words]
        assert not found.silent or notes_wanted.signal_triggered, (step, words)
        window.finish()


def _settled(window: FirstStart, qtbot: QtBot) -> FirstStart:
    """Measuring ends before the buttons are there to be pressed."""
    if window.step is Step.MODELS:
        qtbot.waitUntil(lambda: "Download 1.3 GB" in buttons(window))
    return window


def test_what_cannot_be_pressed_in_the_first_start_says_why(
    start: Open, home: Home, qtbot: QtBot
) -> None:
    home.put("measuring")
    window = start(Step.MODELS)
    assert unexplained(window) == []
    home.take_away("measuring")
    for _, shown in _moments(start, home, qtbot):
        assert unexplained(shown) == []


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("settings", [_SETTINGS, _COMPACT], ids=["full", "compact"])
def test_every_button_of_the_overlay(qtbot: QtBot, scene: str, settings: OverlaySettings) -> None:
    overlay = Overlay(theme_of(settings, system_is_dark=True), settings)
    qtbot.addWidget(overlay)
    overlay.show()
    overlay.show_view(board_after(SCENES[scene]()))
    done: list[object] = []
    overlay.commanded.connect(done.append)
    overlay.pinned.connect(lambda *which: done.append(which))
    QGuiApplication.clipboard().clear()
    found = crawl(
        overlay, effects=lambda: (list(done), QGuiApplication.clipboard().text()), skip=_was_copied
    )
    assert found.pressed
    assert (found.silent, found.unexplained, found.nameless) == ([], [], [])


def _was_copied(button: QAbstractButton) -> bool:
    """A second copy of the same text changes nothing that can be seen."""
    return "opied" in (button.accessibleName() + button.toolTip())


@pytest.mark.parametrize("phase", Phase)
def test_every_entry_of_the_tray(qapp: object, phase: Phase) -> None:
    tray = Tray(is_there=lambda: False)
    tray.show_view(BoardView(phase, tuple(LaneView(lane, heard=True) for lane in Lane)))
    told: list[AppCommand] = []
    tray.commanded.connect(told.append)
    entries = [a for a in tray.menu.actions() if a.isVisible() and not a.isSeparator()]
    assert all(entry.text() and entry.isEnabled() for entry in entries)
    for entry in entries:
        entry.trigger()
    assert len(told) == len(set(told)) == len(entries)
    assert {AppCommand.SETTINGS, AppCommand.HISTORY, AppCommand.QUIT} <= set(told)


def test_the_buttons_of_a_page_are_push_buttons(start: Open) -> None:
    """The crawl by their words would miss others."""
    window = start(Step.READY)
    others = [b for b in window.findChildren(QAbstractButton) if b.isVisible()]
    assert all(isinstance(button, QPushButton) for button in others)
