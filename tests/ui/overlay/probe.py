"""Says what of the overlay is cut off; a process of its own, for the scale is Qt's at its start."""

import json
import sys

from PySide6.QtWidgets import QApplication, QWidget

from kairo_desktop.settings.overlay import OverlaySettings
from kairo_desktop.ui.overlay.buttons import DrawnButton
from kairo_desktop.ui.overlay.text_block import TextBlock
from kairo_desktop.ui.overlay.window import Overlay
from kairo_desktop.ui.theme import dress, theme_of
from tests.ui.overlay.script import SCENES, board_after


def _cut_off(overlay: Overlay) -> list[str]:
    """Names of buttons that are squeezed, and of texts that have less room than they need."""
    squeezed = [
        button.accessibleName()
        for button in overlay.findChildren(DrawnButton)
        if button.isVisible() and button.width() < button.sizeHint().width()
    ]
    texts = [
        block.full_text
        for block in overlay.findChildren(TextBlock)
        if block.isVisible() and block.height() < block.lay_out(block.width())
    ]
    return squeezed + texts + [name for name in map(_sticks_out, _bars(overlay)) if name]


def _bars(overlay: Overlay) -> list[QWidget]:
    return [overlay._top, overlay._bottom]


def _sticks_out(bar: QWidget) -> str:
    outside = bar.childrenRect().right() > bar.width() or bar.width() > bar.window().width()
    return type(bar).__name__ if outside else ""


def main() -> int:
    application = QApplication(["kairo"])
    found = {}
    for text_scale in (0.7, 1.0, 2.0, 3.0):
        settings = OverlaySettings(text_scale=text_scale)
        theme = theme_of(settings, system_is_dark=True)
        dress(application, theme)
        overlay = Overlay(theme, settings)
        overlay.show()
        overlay.show_view(board_after(SCENES["lost"]()))
        application.processEvents()
        free = overlay.screen().availableGeometry()
        found[str(text_scale)] = {
            "cut_off": _cut_off(overlay),
            "in_sight": free.contains(overlay.geometry()),
            "ratio": overlay.devicePixelRatioF(),
        }
        overlay.hide()
    sys.stdout.write(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
