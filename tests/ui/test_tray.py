"""The icon in the tray: its state, its wishes, and panels that come and go."""

import pytest
from PySide6.QtWidgets import QSystemTrayIcon
from pytestqt.qtbot import QtBot

from kairo_desktop.audio.health import LaneState
from kairo_desktop.types import Lane
from kairo_desktop.ui.commands import AppCommand
from kairo_desktop.ui.tray import Tray
from kairo_desktop.ui.views import BoardView, LaneView, Phase

_HEARD = tuple(LaneView(lane, heard=True) for lane in Lane)
_PAUSED = tuple(LaneView(lane, heard=True, state=LaneState.PAUSED) for lane in Lane)


@pytest.fixture
def tray(qapp: object) -> Tray:
    return Tray(is_there=lambda: False)


def _offered(tray: Tray) -> list[str]:
    actions = tray.menu.actions()
    return [a.text().replace("&", "") for a in actions if a.isVisible() and not a.isSeparator()]


def test_a_program_that_does_nothing_offers_to_start(tray: Tray) -> None:
    assert _offered(tray) == [
        *("Start listening", "Show overlay", "History…", "Settings…", "Quit Kairo"),
    ]


def test_a_session_can_be_stopped_and_paused(tray: Tray) -> None:
    tray.show_view(BoardView(Phase.LISTENING, _HEARD))
    assert _offered(tray)[:3] == ["Stop listening", "Pause", "Answer now"]
    assert "Start listening" not in _offered(tray)


def test_a_paused_session_can_hear_again(tray: Tray) -> None:
    tray.show_view(BoardView(Phase.PAUSED, _PAUSED))
    assert _offered(tray)[1] == "Hear again"
    assert "hears nothing" in tray.tooltip


def test_a_shown_overlay_can_be_hidden(tray: Tray) -> None:
    tray.set_overlay_shown(True)
    assert "Hide overlay" in _offered(tray)


def test_every_state_has_words_of_its_own(tray: Tray) -> None:
    words = set()
    for phase in Phase:
        tray.show_view(BoardView(phase))
        words.add(tray.tooltip)
    assert len(words) == len(Phase)


def test_every_state_has_an_icon_of_its_own_shape(qapp: object) -> None:
    tray = Tray(is_there=lambda: True)
    (icon,) = tray.findChildren(QSystemTrayIcon)
    shapes = set()
    for phase in Phase:
        tray.show_view(BoardView(phase))
        picture = icon.icon().pixmap(24, 24).toImage().createAlphaMask()
        shapes.add(bytes(picture.constBits()))
    assert len(shapes) == len(Phase) - 1  # what hears looks like what listens
    tray.close()


def test_each_entry_is_a_wish(tray: Tray) -> None:
    wishes: list[AppCommand] = []
    tray.commanded.connect(wishes.append)
    for action in tray.menu.actions():
        action.trigger()
    assert wishes == [
        *(AppCommand.START, AppCommand.STOP, AppCommand.PAUSE, AppCommand.ANSWER_NOW),
        *(AppCommand.TOGGLE, AppCommand.HISTORY, AppCommand.SETTINGS, AppCommand.QUIT),
    ]


def test_a_click_on_the_icon_shows_or_hides(qapp: object) -> None:
    tray = Tray(is_there=lambda: True)
    wishes: list[AppCommand] = []
    tray.commanded.connect(wishes.append)
    (icon,) = tray.findChildren(QSystemTrayIcon)
    icon.activated.emit(QSystemTrayIcon.ActivationReason.Trigger)
    icon.activated.emit(QSystemTrayIcon.ActivationReason.Context)
    assert wishes == [AppCommand.TOGGLE]
    tray.close()


def test_panels_come_and_go(qapp: object, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kairo_desktop.ui.tray._LOOK_MS", 20)
    there = [False]
    tray = Tray(is_there=lambda: there[0])
    told: list[bool] = []
    tray.came_or_went.connect(told.append)
    assert not tray.available
    for now in (True, False, True):
        there[0] = now
        qtbot.waitUntil(lambda: tray.available is there[0])
    assert told == [True, False, True]
    tray.close()
    assert not tray.available
