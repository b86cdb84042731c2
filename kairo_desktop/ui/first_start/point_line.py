"""A talking point as the overlay shows it: a ring while it grows, a disc when it stands."""

from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from kairo_desktop.ui.first_start.sample import Point
from kairo_desktop.ui.settings.row import label

__all__ = ["PointLine"]

_BULLET_WIDTH: Final = 22
_RADIUS: Final = 3.6


class PointLine(QWidget):
    """Nothing is seen of it while it has no point."""

    def __init__(self) -> None:
        super().__init__()
        self._bullet = _Bullet()
        self._words = label(role="point")
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(0)
        line.addWidget(self._bullet)
        line.addWidget(self._words, 1)
        self.hide()

    @property
    def text(self) -> str:
        """What it says."""
        return self._words.text()

    def show_point(self, point: Point | None) -> None:
        """Show a point as far as it goes."""
        self.setVisible(point is not None)
        self._words.setText("" if point is None else point.text)
        self._bullet.show_state(self._words, final=point is not None and point.final)


class _Bullet(QWidget):
    """Stands at the height of the first line of the words beside it."""

    def __init__(self) -> None:
        super().__init__()
        self._final = False
        self._middle = 10.0
        self.setFixedWidth(_BULLET_WIDTH)

    def show_state(self, words: QLabel, *, final: bool) -> None:
        """Ring or disc."""
        self._final = final
        self._middle = QFontMetricsF(words.font()).height() / 2
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw it."""
        accent = self.palette().color(QPalette.ColorRole.Accent)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(accent, 1.5))
            painter.setBrush(accent if self._final else Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QPointF(_RADIUS + 1, self._middle), _RADIUS, _RADIUS)
