"""An overlay whose monitor is turned off."""

import pytest
from pytestqt.qtbot import QtBot

from kairo_desktop.settings.overlay import OverlayPlace, OverlaySettings
from kairo_desktop.ui.overlay.window import Overlay
from kairo_desktop.ui.theme import theme_of

_SETTINGS = OverlaySettings(theme="dark")


@pytest.fixture
def overlay(qtbot: QtBot) -> Overlay:
    overlay = Overlay(theme_of(_SETTINGS, system_is_dark=True), _SETTINGS)
    qtbot.addWidget(overlay)
    overlay.show()
    return overlay


def test_without_a_monitor_its_place_is_kept_until_one_is_on(
    overlay: Overlay, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    place = OverlayPlace(overlay.screen().name(), 40, 50, 444, 500)
    monkeypatch.setattr("kairo_desktop.ui.overlay.frame._is_on", lambda _: False)
    overlay.restore(place)
    overlay._screen_changed()
    with qtbot.assertNotEmitted(overlay.placed, wait=600):
        overlay.setGeometry(0, 0, 330, 300)
    assert overlay.place() == place
    monkeypatch.setattr("kairo_desktop.ui.overlay.frame._is_on", lambda _: True)
    with qtbot.waitSignal(overlay.placed, timeout=5000):
        overlay._screen_changed()
    assert overlay.geometry().getRect() == (40, 50, 444, 500)


def test_a_monitor_that_is_turned_off_and_on_gets_it_back(
    overlay: Overlay, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    overlay.restore(OverlayPlace(overlay.screen().name(), 40, 50, 444, 500))
    monkeypatch.setattr("kairo_desktop.ui.overlay.frame._is_on", lambda _: False)
    overlay._screen_changed()
    overlay.setGeometry(0, 0, 330, 300)
    monkeypatch.setattr("kairo_desktop.ui.overlay.frame._is_on", lambda _: True)
    overlay._screen_changed()
    qtbot.waitUntil(lambda: overlay.geometry().getRect() == (40, 50, 444, 500))
