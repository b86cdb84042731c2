"""Buttons that are drawn, not themed: they never take the focus and cost nothing at rest."""

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QEnterEvent, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from kairo_desktop.ui.icons import paint_icon
from kairo_desktop.ui.overlay.looks import Looks

__all__ = ["DrawnButton", "IconButton", "PillButton"]


class DrawnButton(QAbstractButton):
    """Knows whether the pointer is on it, and shows a ground then."""

    def __init__(self, looks: Looks, label: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.looks = looks
        self.hovered = False
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.say(label)

    def say(self, label: str) -> None:
        """What it does, for the pointer that rests on it and for a screen reader."""
        self.setToolTip(label)
        self.setAccessibleName(label)

    def dress(self, looks: Looks) -> None:
        """Look as these looks say."""
        self.looks = looks
        self.updateGeometry()
        self.update()

    def enterEvent(self, event: QEnterEvent) -> None:
        """Show that it can be pressed."""
        self.hovered = True
        self.update()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Go back to rest."""
        self.hovered = False
        self.update()
        super().leaveEvent(event)

    def minimumSizeHint(self) -> QSize:
        """A button is never squeezed."""
        return self.sizeHint()

    def draw_ground(self, painter: QPainter, radius: float) -> None:
        """The rounded ground of a button under the pointer, or pressed."""
        if not (self.hovered or self.isDown()):
            return
        colors = self.looks.colors
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colors.pressed if self.isDown() else colors.raised))
        painter.drawRoundedRect(QRectF(self.rect()), radius, radius)


class IconButton(DrawnButton):
    """One icon, with room around it to be hit.

    Args:
        icon_px: Size of the drawing; the button is 12 pixels larger.
    """

    def __init__(
        self, looks: Looks, icon: str, label: str, parent: QWidget | None = None, icon_px: int = 16
    ) -> None:
        super().__init__(looks, label, parent)
        self._icon = icon
        self._icon_px = icon_px
        self._color = ""

    def set_icon(self, icon: str, color: str = "") -> None:
        """Draw this icon; without a color in that of secondary text."""
        if (icon, color) != (self._icon, self._color):
            self._icon, self._color = icon, color
            self.update()

    def sizeHint(self) -> QSize:
        """A square."""
        side = self.looks.control_px(self._icon_px + 12)
        return QSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ground, then the icon."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.draw_ground(painter, self.looks.theme.radius.small)
        colors = self.looks.colors
        color = self._color or (colors.text if self.hovered else colors.muted)
        side = self.looks.control_px(self._icon_px)
        left, top = (self.width() - side) / 2, (self.height() - side) / 2
        paint_icon(painter, self._icon, color, QRectF(left, top, side, side))
        painter.end()
        event.accept()


class PillButton(DrawnButton):
    """An icon and a word; the primary one of a window has the accent.

    Attributes:
        primary: Has the accent.
        floats: Lies over what may be text, on a ground of its own.
    """

    def __init__(
        self, looks: Looks, icon: str, text: str, label: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(looks, label, parent)
        self._icon = icon
        self.primary = self.floats = False
        self.setText(text)

    def sizeHint(self) -> QSize:
        """As wide as icon and word; a sign that floats is no wider than the column of pins."""
        metrics = QFontMetrics(self.looks.fonts.control)
        px = self.looks.control_px
        if self.floats and not self.text():
            return QSize(px(26), px(26))
        words = metrics.horizontalAdvance(self.text()) + px(6) if self.text() else 0
        return QSize(px(16) + words + px(22), max(px(30), metrics.height() + px(10)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the rounded ground, the icon and the word."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colors, px = self.looks.colors, self.looks.control_px
        self._draw_pill(painter)
        ink = colors.on_accent if self.primary else colors.text
        if not self.isEnabled():
            ink = colors.line
        side = px(16)
        left = px(11) if self.text() else (self.width() - side) / 2
        paint_icon(painter, self._icon, ink, QRectF(left, (self.height() - side) / 2, side, side))
        painter.setPen(QColor(ink))
        painter.setFont(self.looks.fonts.control)
        words = self.rect().adjusted(px(11) + side + px(6), 0, 0, 0)
        painter.drawText(
            words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.text()
        )
        painter.end()
        event.accept()

    def _draw_pill(self, painter: QPainter) -> None:
        colors = self.looks.colors
        radius = self.height() / 2
        if self.primary:
            fill = QColor(colors.accent)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(fill.lighter(108) if self.hovered else fill)
        else:
            painter.setPen(QPen(QColor(colors.line), 1))
            fill = QColor(colors.pressed if self.isDown() else colors.raised)
            shows = self.hovered or self.floats
            painter.setBrush(fill if shows else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
