"""The way back to the overlay: a small window of its own that can always be clicked."""

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton

from kairo_desktop.ui.icons import paint_icon
from kairo_desktop.ui.overlay.looks import Looks

__all__ = ["WINDOW_FLAGS", "Badge", "click_through_badge", "listening_badge"]

translate = QCoreApplication.translate

WINDOW_FLAGS = (
    Qt.WindowType.Tool
    | Qt.WindowType.FramelessWindowHint
    | Qt.WindowType.WindowStaysOnTopHint
    | Qt.WindowType.WindowDoesNotAcceptFocus
)
"""Above all other windows, without a frame, and never the one that is typed into."""


class Badge(QAbstractButton):
    """A pill with a sign and a few words: how things are, and what a click on it does.

    Signals:
        clicked: As of every button.

    Args:
        looks: As of the overlay.
        drawing: The name of the sign.
        words: What is read on it.
        title: Of its window.
    """

    def __init__(self, looks: Looks, drawing: str, words: str, title: str) -> None:
        super().__init__(None)
        self._looks, self._drawing, self._words = looks, drawing, words
        self.setWindowFlags(WINDOW_FLAGS)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, on=False)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setWindowTitle(title)
        self.setAccessibleName(words)
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
        width = px(12) + px(16) + px(7) + metrics.horizontalAdvance(self._words) + px(14)
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
        paint_icon(painter, self._drawing, colors.on_accent, sign)
        painter.setFont(self._looks.fonts.control)
        painter.setPen(QColor(colors.on_accent))
        words = self.rect().adjusted(px(12) + side + px(7), 0, 0, 0)
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, self._words)
        painter.end()
        event.accept()


def click_through_badge(looks: Looks) -> Badge:
    """Says that clicks pass through the overlay; a click on it takes them back."""
    words = translate("Badge", "Clicks pass through · take them back")
    return Badge(looks, "click-through", words, translate("Badge", "Kairo: clicks pass through"))


def listening_badge(looks: Looks) -> Badge:
    """Says that Kairo listens though it is hidden; a click on it shows it."""
    words = translate("Badge", "Kairo is listening · show it")
    return Badge(looks, "state-listening", words, translate("Badge", "Kairo is listening"))
