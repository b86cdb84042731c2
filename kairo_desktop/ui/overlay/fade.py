"""The lower edge of a list that goes on: its last line fades instead of being cut."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from kairo_desktop.ui.overlay.looks import Looks

__all__ = ["Fade"]

_HEIGHT: Final = 14


class Fade(QWidget):
    """Lies over the lower edge of its parent while there is more below; clicks pass it."""

    def __init__(self, looks: Looks, parent: QWidget) -> None:
        super().__init__(parent)
        self._looks = looks
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def dress(self, looks: Looks) -> None:
        """Look as these looks say."""
        self._looks = looks
        self.update()

    def cover(self, width: int, bottom: int) -> None:
        """Lie over what ends at `bottom`, that wide."""
        height = self._looks.px(_HEIGHT)
        self.setGeometry(0, bottom - height, width, height)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ground over the text, more of it further down."""
        clear, solid = QColor(self._looks.colors.surface), QColor(self._looks.colors.surface)
        clear.setAlpha(0)
        gradient = QLinearGradient(0, 0, 0, self.height())
        gradient.setColorAt(0, clear)
        gradient.setColorAt(1, solid)
        painter = QPainter(self)
        painter.fillRect(self.rect(), gradient)
        painter.end()
        event.accept()
