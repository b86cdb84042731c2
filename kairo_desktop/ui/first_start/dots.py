"""How far one has come, as a row of dots."""

from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QSizePolicy, QWidget

__all__ = ["Dots"]

_SIDE: Final = 7.0
_LONG: Final = 22.0
_GAP: Final = 7.0


class Dots(QWidget):
    """One dot for each step; the present one is long, so that no color is needed to tell."""

    def __init__(self, n_steps: int) -> None:
        super().__init__()
        self._n_steps = n_steps
        self._at = 0
        self._skipped: frozenset[int] = frozenset()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.show_step(0)

    def show_step(self, at: int, skipped: frozenset[int] = frozenset()) -> None:
        """Mark a step, from 0, as the present one, and those before it as done but the skipped."""
        self._at, self._skipped = at, skipped
        words = self.tr("Step {0} of {1}").format(at + 1, self._n_steps)
        self.setAccessibleName(words)
        self.setToolTip(words)
        self.update()

    def sizeHint(self) -> QSize:
        """The room that all of them take."""
        width = _LONG + (self._n_steps - 1) * (_SIDE + _GAP)
        return QSize(round(width), round(_SIDE))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw them."""
        palette = QGuiApplication.palette()
        on, off = (palette.color(r) for r in (QPalette.ColorRole.Accent, QPalette.ColorRole.Mid))
        left = 0.0
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            for step in range(self._n_steps):
                width = _LONG if step == self._at else _SIDE
                done = step < self._at and step not in self._skipped
                painter.setBrush(on if done or step == self._at else off)
                painter.drawRoundedRect(QRectF(left, 0, width, _SIDE), _SIDE / 2, _SIDE / 2)
                left += width + _GAP
