"""Icons of our own: one stroke grammar, drawn in `assets/icons`, colored where they are used.

Each drawing is 20 by 20, strokes of 1.6, round ends, and takes the color that is asked for. Those
of states are filled shapes instead, cut out so wide that they are told apart at 16 pixels.
"""

import math
from functools import cache, lru_cache
from typing import Final

from PySide6.QtCore import QByteArray, QPointF, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from kairo_desktop.settings.assets import asset
from kairo_desktop.ui.theme import tray_colors
from kairo_desktop.ui.views import Phase

__all__ = ["app_icon", "icon", "paint_icon", "state_drawing", "state_icon"]

_SIZES: Final = (16, 20, 24, 32, 48, 64, 96)
_TRAY_SIZES: Final = (16, 20, 22, 24, 32, 44, 48, 64, 96)
_APP_SIZES: Final = (16, 24, 32, 48, 64, 128, 256)


def icon(name: str, color: str) -> QIcon:
    """The drawing `assets/icons/<name>.svg` in one color ("#rrggbb"), at all usual sizes.

    Raises:
        FileNotFoundError: there is no such drawing.
    """
    return _rendered(name, color, _SIZES)


def app_icon() -> QIcon:
    """The program's own icon, in its own colors."""
    return _rendered("app", "", _APP_SIZES)


@cache
def state_icon(phase: Phase) -> QIcon:
    """The sign of what the program does, for panels of any color; the shape alone tells."""
    result = QIcon()
    for side in _TRAY_SIZES:
        result.addPixmap(_edged(state_drawing(phase), _tray_color(phase), side))
    return result


def state_drawing(phase: Phase) -> str:
    """The name of the drawing that `state_icon` gives."""
    alike = Phase.LISTENING if phase is Phase.HEARING else phase
    return f"state-{alike.value}"


def paint_icon(painter: QPainter, name: str, color: str, target: QRectF) -> None:
    """Draw an icon into `target` of a painter that is already at work; 5 µs once it is known."""
    device = painter.device()
    scale = device.devicePixelRatio() if device is not None else 1.0
    painter.drawPixmap(target, _pixmap(name, color, round(target.width() * scale)), QRectF())


@lru_cache(maxsize=256)
def _renderer(name: str, color: str) -> QSvgRenderer:
    drawing = (asset("icons") / f"{name}.svg").read_bytes()
    return QSvgRenderer(QByteArray(drawing.replace(b"currentColor", color.encode())))


@lru_cache(maxsize=512)
def _pixmap(name: str, color: str, side: int) -> QPixmap:
    renderer = _renderer(name, color)  # may fail, and a painter must not outlive its pixmap
    pixmap = QPixmap(side, side)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    renderer.render(painter, QRectF(0, 0, side, side))
    painter.end()
    return pixmap


@lru_cache(maxsize=256)
def _rendered(name: str, color: str, sizes: tuple[int, ...]) -> QIcon:
    result = QIcon()
    for size in sizes:
        result.addPixmap(_pixmap(name, color, size))
    return result


def _tray_color(phase: Phase) -> str:
    colors = tray_colors()
    match phase:
        case Phase.HEARING | Phase.LISTENING:
            return colors.heard
        case Phase.TROUBLE:
            return colors.trouble
        case _:
            return colors.calm


def _edged(name: str, color: str, side: int) -> QPixmap:
    """A drawing in two colors, of which one stands out on any ground: shape and edge."""
    pixmap = QPixmap(side, side)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    edge, width = _pixmap(name, tray_colors().edge, side), side / 16
    for step in range(_EDGE_STEPS):
        turn = 2 * math.pi * step / _EDGE_STEPS
        painter.drawPixmap(QPointF(width * math.cos(turn), width * math.sin(turn)), edge)
    painter.drawPixmap(0, 0, _pixmap(name, color, side))
    painter.end()
    return pixmap


_EDGE_STEPS: Final = 16
"""Copies around the shape that make its edge: enough to look round at 96 pixels."""
