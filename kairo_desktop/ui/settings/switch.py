"""A switch: a check box whose mark is a knob that stands left or right."""

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QCheckBox, QWidget

from kairo_desktop.settings.fields import Value

__all__ = ["Switch"]

_WIDTH: Final = 38
_HEIGHT: Final = 22
_KNOB_GAP: Final = 3.5


class Switch(QCheckBox):
    """On or off, told by the place of the knob and a stroke or ring beside it, not by color.

    Signals:
        edited: The user has moved it; the new bool.
    """

    edited = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFixedSize(self.sizeHint())
        self.clicked.connect(self._tell)

    def show_value(self, value: Value) -> None:
        """Stand as `value` says."""
        self.setChecked(bool(value))

    def _tell(self, checked: bool) -> None:  # noqa: FBT001 - what the signal carries
        self.edited.emit(checked)

    def sizeHint(self) -> QSize:
        """Room for the groove and a ring of focus around it."""
        return QSize(_WIDTH + 4, _HEIGHT + 4)

    def hitButton(self, _pos: object) -> bool:
        """All of it can be pressed."""
        return True

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw groove, mark, knob, and a ring while it has the keyboard."""
        # The style sheet empties some colors of a widget's own palette.
        palette, groove = QGuiApplication.palette(), QRectF(2, 2, _WIDTH, _HEIGHT)
        on, radius = self.isChecked(), _HEIGHT / 2
        fill = palette.color(QPalette.ColorRole.Accent if on else QPalette.ColorRole.Mid)
        knob = palette.color(QPalette.ColorRole.Base)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setOpacity(1.0 if self.isEnabled() else 0.45)
            if self.hasFocus():
                ring = QPen(palette.color(QPalette.ColorRole.Text), 1.5)
                painter.setPen(ring)
                painter.drawRoundedRect(QRectF(0.75, 0.75, _WIDTH + 2.5, _HEIGHT + 2.5), 12.5, 12.5)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(fill)
            painter.drawRoundedRect(groove, radius, radius)
            self._draw_mark(painter, on=on)
            size = _HEIGHT - 2 * _KNOB_GAP
            left = groove.right() - size - _KNOB_GAP if on else groove.left() + _KNOB_GAP
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(knob)
            painter.drawEllipse(QRectF(left, groove.top() + _KNOB_GAP, size, size))

    def _draw_mark(self, painter: QPainter, *, on: bool) -> None:
        """A stroke for on, a ring for off, where the knob is not."""
        role = QPalette.ColorRole.Base if on else QPalette.ColorRole.WindowText
        painter.setPen(QPen(QGuiApplication.palette().color(role), 1.6))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        middle = 2 + _HEIGHT / 2
        if on:
            painter.drawLine(QPointF(12.5, middle - 3.5), QPointF(12.5, middle + 3.5))
        else:
            painter.drawEllipse(QPointF(_WIDTH - 8.5, middle), 3.2, 3.2)
