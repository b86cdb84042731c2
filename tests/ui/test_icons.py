"""Every drawing can be drawn, in the color that is asked for."""

import re
from itertools import product

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.logging import _QtMessageCapture

from kairo_desktop.settings.assets import asset
from kairo_desktop.ui.icons import app_icon, icon, paint_icon, state_icon
from kairo_desktop.ui.theme import contrast
from kairo_desktop.ui.views import Phase

_NAMES = sorted(path.stem for path in asset("icons").glob("*.svg"))
_OWN_COLORS = {"app", *(name for name in _NAMES if name.endswith(("-light", "-dark")))}

_FILLED = {name for name in _NAMES if name.startswith("state-")}
_PANELS = ("#ffffff", "#dfe3e8", "#3b4252", "#1c1d20", "#000000")


def _ink(image: QImage) -> set[str]:
    """Colors of the pixels that are drawn in full."""
    pixels = (image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height()))
    return {pixel.name() for pixel in pixels if pixel.alpha() == 255}


@pytest.mark.parametrize("name", _NAMES)
def test_a_drawing_takes_the_color_that_is_asked_for(qapp: QApplication, name: str) -> None:
    ink = _ink(icon(name, "#ff0000").pixmap(64, 64).toImage())
    assert ink
    assert name in _OWN_COLORS or ink == {"#ff0000"}


@pytest.mark.parametrize("name", [name for name in _NAMES if name not in _OWN_COLORS | _FILLED])
def test_all_drawings_have_one_stroke(name: str) -> None:
    drawing = (asset("icons") / f"{name}.svg").read_text(encoding="utf-8")
    assert 'viewBox="0 0 20 20"' in drawing
    assert set(re.findall(r'stroke-width="([^"]+)"', drawing)) == {"1.6"}


def test_a_drawing_that_is_not_there_is_an_error(
    qapp: QApplication, qtlog: _QtMessageCapture
) -> None:
    with pytest.raises(FileNotFoundError):
        icon("nothing-of-the-kind", "#ff0000")
    assert not [record.message for record in qtlog.records], "a picture outlives its painter"


def _on_panel(phase: Phase, panel: str, side: int = 16) -> QImage:
    image = QImage(side, side, QImage.Format.Format_RGB32)
    image.fill(QColor(panel))
    painter = QPainter(image)
    painter.drawPixmap(0, 0, state_icon(phase).pixmap(side, side))
    painter.end()
    return image


def _stands_out(image: QImage, panel: str) -> set[tuple[int, int]]:
    """Pixels of at least 4.5:1."""
    ground = QColor(panel)
    places = product(range(image.width()), range(image.height()))
    return {(x, y) for x, y in places if contrast(image.pixelColor(x, y), ground) >= 4.5}


@pytest.mark.parametrize("panel", _PANELS)
def test_every_phase_has_a_shape_of_its_own_on_panels_of_any_color(
    qapp: QApplication, panel: str
) -> None:
    shapes = [
        _stands_out(_on_panel(phase, panel), panel) for phase in Phase if phase is not Phase.HEARING
    ]
    assert min(len(shape) for shape in shapes) >= 40
    differences = [len(a ^ b) for n, a in enumerate(shapes) for b in shapes[:n]]
    assert min(differences) >= 32, "an eighth of the square"


def test_the_program_has_an_icon_at_every_size(qapp: QApplication) -> None:
    assert {size.width() for size in app_icon().availableSizes()} >= {16, 32, 64, 256}


def test_an_icon_is_sharp_on_a_fine_screen(qapp: QApplication) -> None:
    image = QImage(60, 60, QImage.Format.Format_ARGB32)
    image.fill(0)
    image.setDevicePixelRatio(3)
    painter = QPainter(image)
    paint_icon(painter, "stop", "#ff0000", QRectF(0, 0, 20, 20))
    painter.end()
    reference = icon("stop", "#ff0000").pixmap(60, 60).toImage()
    assert _ink(image) == _ink(reference) == {"#ff0000"}
