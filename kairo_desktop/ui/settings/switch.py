"""A switch: a check box whose mark is a knob that stands left or right."""

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QCheckBox, QWidget

from kairo_desktop.settings.fields import Value

__all__ = ["Switch"]

_WIDTH: Final = 38
_HEIGHT: Final = 22
_KNOB_GAP: Final = 4.5


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
        palette = QGuiApplication.palette()
        ground = palette.color(QPalette.ColorRole.Base)
        accent = palette.color(QPalette.ColorRole.Accent)
        line = palette.color(QPalette.ColorRole.PlaceholderText)
        on = self.isChecked()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setOpacity(1.0 if self.isEnabled() else 0.45)
            if self.hasFocus():
                painter.setPen(QPen(palette.color(QPalette.ColorRole.Text), 1.5))
                painter.drawRoundedRect(QRectF(0.75, 0.75, _WIDTH + 2.5, _HEIGHT + 2.5), 12.5, 12.5)
            painter.setPen(QPen(accent if on else line, 1.4))
            painter.setBrush(accent if on else ground)
            groove = QRectF(2.7, 2.7, _WIDTH - 1.4, _HEIGHT - 1.4)
            painter.drawRoundedRect(groove, groove.height() / 2, groove.height() / 2)
            self._draw_knob(painter, ground if on else line)

    def _draw_knob(self, painter: QPainter, color: QColor) -> None:
        """The knob, and where it is not a stroke for on or a ring for off."""
        middle = 2 + _HEIGHT / 2
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(color, 1.6))
        if self.isChecked():
            painter.drawLine(QPointF(12.5, middle - 3.5), QPointF(12.5, middle + 3.5))
        else:
            painter.drawEllipse(QPointF(_WIDTH - 8.5, middle), 3.0, 3.0)
        size = _HEIGHT - 2 * _KNOB_GAP
        left = 2 + (_WIDTH - size - _KNOB_GAP if self.isChecked() else _KNOB_GAP)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawEllipse(QRectF(left, 2 + _KNOB_GAP, size, size))
