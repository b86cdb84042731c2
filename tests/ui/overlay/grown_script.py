"""An overlay that let clicks through while small and takes them back; run on a screen of its own.

Then it grows, and ends when it is clicked: rc 0. `test_click_through_x11.py` clicks.
"""

import sys

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

from kairo_desktop.settings.overlay import OverlaySettings
from kairo_desktop.ui.overlay.window import Overlay
from kairo_desktop.ui.theme import theme_of

_COMPACT = OverlaySettings(theme="dark", compact=True)
_FULL = OverlaySettings(theme="dark")
_STEP_MS = 300
"""Each step as a person takes it, so that each reaches the screen."""


class _Clicks(QObject):
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """The first press anywhere ends the program."""
        if event.type() is QEvent.Type.MouseButtonPress:
            QApplication.exit(0)
        return super().eventFilter(watched, event)


def main() -> int:
    """Whether it was clicked before half a minute was over."""
    application = QApplication(["kairo"])
    theme = theme_of(_FULL, system_is_dark=True)
    overlay = Overlay(theme, _COMPACT)
    overlay.show()
    overlay.move(100, 50)
    clicks = _Clicks()
    steps = (
        lambda: overlay.set_click_through(True),
        lambda: overlay.set_click_through(False),
        lambda: overlay.set_settings(_FULL, theme),
        lambda: application.installEventFilter(clicks),
        lambda: overlay.setWindowTitle("Kairo, grown"),
    )
    for place, step in enumerate(steps, 1):
        QTimer.singleShot(place * _STEP_MS, step)
    QTimer.singleShot(30_000, lambda: QApplication.exit(1))
    return application.exec()


if __name__ == "__main__":
    sys.exit(main())
