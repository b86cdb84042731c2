"""Icons of our own: one stroke grammar, drawn in `assets/icons`, colored where they are used.

Each drawing is 20 by 20, strokes of 1.6, round ends, and takes the color that is asked for.
"""

from functools import lru_cache
from typing import Final

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from kairo_desktop.settings.assets import asset
from kairo_desktop.ui.views import Phase

__all__ = ["app_icon", "icon", "paint_icon", "state_drawing", "state_icon"]

_SIZES: Final = (16, 20, 24, 32, 48, 64, 96)
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


def state_icon(phase: Phase, color: str) -> QIcon:
    """The mark with a sign inside that says what the program does; shape tells, not color."""
    return icon(state_drawing(phase), color)


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
