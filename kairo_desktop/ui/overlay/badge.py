"""The way back from click-through: a small window of its own that can always be clicked."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton

from kairo_desktop.ui.icons import paint_icon
from kairo_desktop.ui.overlay.looks import Looks

__all__ = ["WINDOW_FLAGS", "Badge"]

WINDOW_FLAGS = (
    Qt.WindowType.Tool
    | Qt.WindowType.FramelessWindowHint
    | Qt.WindowType.WindowStaysOnTopHint
    | Qt.WindowType.WindowDoesNotAcceptFocus
)
"""Above all other windows, without a frame, and never the one that is typed into."""


class Badge(QAbstractButton):
    """Says that clicks pass through the overlay; a click on it takes them back.

    Signals:
        clicked: As of every button.
    """

    def __init__(self, looks: Looks) -> None:
        super().__init__(None)
        self._looks = looks
        self.setWindowFlags(WINDOW_FLAGS)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, on=False)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setWindowTitle(self.tr("Kairo: clicks pass through"))
        self.setAccessibleName(self._words())
        self.resize(self.sizeHint())

    def dress(self, looks: Looks) -> None:
        """Look as these looks say."""
        self._looks = looks
        self.resize(self.sizeHint())
        self.update()

    def sizeHint(self) -> QSize:
        """The sign and the words."""
        metrics = QFontMetrics(self._looks.fonts.control)
        px = self._looks.control_px
        width = px(12) + px(16) + px(7) + metrics.horizontalAdvance(self._words()) + px(14)
        return QSize(width, max(px(30), metrics.height() + px(10)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw a pill."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colors, px = self._looks.colors, self._looks.control_px
        painter.setPen(QPen(QColor(colors.on_accent), 1))
        painter.setBrush(QColor(colors.accent))
        radius = self.height() / 2 - 0.5 if self._looks.blended else 0
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        side = px(16)
        sign = QRectF(px(12), (self.height() - side) / 2, side, side)
        paint_icon(painter, "click-through", colors.on_accent, sign)
        painter.setFont(self._looks.fonts.control)
        painter.setPen(QColor(colors.on_accent))
        words = self.rect().adjusted(px(12) + side + px(7), 0, 0, 0)
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, self._words())
        painter.end()
        event.accept()

    def _words(self) -> str:
        return self.tr("Clicks pass through · take them back")
