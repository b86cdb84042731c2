"""Whether what lies below shines through, on displays of their own."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from kairo_desktop.settings.overlay import OverlaySettings
from kairo_desktop.ui.overlay.window import Overlay
from kairo_desktop.ui.theme import theme_of
from kairo_desktop.ui.toast import Toast
from kairo_desktop.ui.x11 import Compositor
from tests.screen_server import Part
from tests.screens import Screens


@pytest.mark.real
def test_a_compositor_that_comes_and_goes_is_noticed(qtbot: QtBot, screens: Screens) -> None:
    screen = screens((Part.WINDOW_MANAGER,))
    compositor = Compositor(display=screen.display)
    changes: list[bool] = []
    compositor.came_or_went.connect(changes.append)
    assert compositor.there is False
    screen.start(Part.COMPOSITOR)
    qtbot.waitUntil(lambda: changes == [True])
    screen.end(Part.COMPOSITOR)
    qtbot.waitUntil(lambda: changes == [True, False])
    screen.stop()
    qtbot.waitUntil(lambda: compositor._x is None)
    compositor.close()


def test_elsewhere_than_on_x11_windows_are_always_blended(qapp: object) -> None:
    compositor = Compositor()
    assert compositor.there
    compositor.close()


def test_a_display_that_is_not_there_changes_nothing(qapp: object) -> None:
    assert Compositor(display=":4711").there


def _corner(image: QImage) -> QColor:
    return image.pixelColor(QPoint(0, 0))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_where_nothing_shines_through_corners_are_square(qtbot: QtBot, theme: str) -> None:
    settings = OverlaySettings.model_validate({"theme": theme, "opacity": 0.5})
    look = theme_of(settings, system_is_dark=False)
    overlay, toast = Overlay(look, settings), Toast(look)
    qtbot.addWidget(overlay)
    qtbot.addWidget(toast)
    overlay.show()
    assert _corner(overlay.grab().toImage()).alpha() == 0
    overlay.set_blended(False)
    toast.set_blended(False)
    image = overlay.grab().toImage()
    assert _corner(image) == QColor(look.colors.line)
    assert image.pixelColor(20, 4) == QColor(look.colors.surface)
    overlay.set_settings(settings, look)
    assert _corner(overlay.grab().toImage()) == QColor(look.colors.line)
    overlay.set_blended(True)
    assert _corner(overlay.grab().toImage()).alpha() == 0
