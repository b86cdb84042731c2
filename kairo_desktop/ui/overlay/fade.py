"""The edge of a list that goes on: the line there fades instead of being cut."""

from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from kairo_desktop.ui.overlay.looks import Looks

__all__ = ["Fade"]

_HEIGHT: Final = 14


class Fade(QWidget):
    """Lies over the upper or lower edge of a page that cuts what it shows; clicks pass it."""

    def __init__(self, looks: Looks, edge: Qt.Edge, parent: QWidget) -> None:
        super().__init__(parent)
        self._edge = edge
        self._looks = looks
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def dress(self, looks: Looks) -> None:
        """Look as these looks say."""
        self._looks = looks
        self.update()

    @property
    def edge(self) -> Qt.Edge:
        """Over which edge it lies."""
        return self._edge

    def cover(self, page: QSize) -> None:
        """Lie over the edge of a page of that size."""
        height = self._looks.px(_HEIGHT)
        top = 0 if self._edge is Qt.Edge.TopEdge else page.height() - height
        self.setGeometry(0, top, page.width(), height)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ground over the text, more of it towards the edge."""
        clear, solid = QColor(self._looks.colors.surface), QColor(self._looks.colors.surface)
        clear.setAlpha(0)
        gradient = QLinearGradient(0, 0, 0, self.height())
        at_top = self._edge is Qt.Edge.TopEdge
        gradient.setColorAt(1 if at_top else 0, clear)
        gradient.setColorAt(0 if at_top else 1, solid)
        painter = QPainter(self)
        painter.fillRect(self.rect(), gradient)
        painter.end()
        event.accept()
