"""Clicks pass through the overlay, and the badge takes them back."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from kairo_desktop.settings.overlay import OverlaySettings
from kairo_desktop.ui.commands import AppCommand
from kairo_desktop.ui.overlay.window import Overlay
from kairo_desktop.ui.theme import theme_of

_SETTINGS = OverlaySettings(theme="dark")


@pytest.fixture
def overlay(qtbot: QtBot) -> Overlay:
    overlay = Overlay(theme_of(_SETTINGS, system_is_dark=True), _SETTINGS)
    qtbot.addWidget(overlay)
    overlay.show()
    return overlay


def _passes_clicks(overlay: Overlay) -> bool:
    return bool(overlay.windowHandle().flags() & Qt.WindowType.WindowTransparentForInput)


def test_clicks_pass_through_and_the_badge_takes_them_back(overlay: Overlay, qtbot: QtBot) -> None:
    overlay.set_click_through(True)
    assert _passes_clicks(overlay)
    assert overlay.badge.isVisible()
    assert "Clicks pass through" in overlay.badge.accessibleName()
    with qtbot.waitSignal(overlay.commanded) as caught:
        overlay.badge.click()
    assert caught.args == [AppCommand.CLICK_THROUGH]
    overlay.set_click_through(False)
    assert not _passes_clicks(overlay)
    assert not overlay.badge.isVisible()


def test_click_through_asked_for_before_it_is_shown_holds_then(qtbot: QtBot) -> None:
    overlay = Overlay(theme_of(_SETTINGS, system_is_dark=True), _SETTINGS)
    qtbot.addWidget(overlay)
    overlay.set_click_through(True)
    assert not overlay.badge.isVisible()
    overlay.show()
    qtbot.waitUntil(lambda: _passes_clicks(overlay))
    assert overlay.badge.isVisible()


def test_the_badge_goes_and_comes_with_the_overlay(overlay: Overlay, qtbot: QtBot) -> None:
    overlay.set_click_through(True)
    overlay.hide()
    assert not overlay.badge.isVisible()
    overlay.show()
    assert overlay.badge.isVisible()
    qtbot.waitUntil(lambda: _passes_clicks(overlay))


def test_the_badge_is_kept_out_of_the_taskbar_before_it_is_shown(
    overlay: Overlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept_out: list[tuple[QWidget, bool]] = []
    monkeypatch.setattr(
        "kairo_desktop.ui.overlay.window.keep_out_of_taskbar",
        lambda window: kept_out.append((window, window.isVisible())),
    )
    overlay.set_click_through(True)
    assert kept_out == [(overlay.badge, False)]
    assert overlay.badge.isVisible()
