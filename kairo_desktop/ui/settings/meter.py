"""A bar as long as a lane is loud."""

from collections.abc import Callable
from time import monotonic
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QSizePolicy, QWidget

from kairo_desktop.audio.levels import FLOOR_DB

__all__ = ["Meter"]

_QUIETEST_DB: Final = -60.0
_FALL_DB_PER_S: Final = 30.0
_N_STEPS: Final = 48
_HEIGHT: Final = 24
_FAINT: Final = 0.18


class Meter(QWidget):
    """Small blocks, lit from the left; a loud moment falls at a steady rate, for the eye."""

    def __init__(self, name: str, *, clock: Callable[[], float] = monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._peak_db, self._at_s = FLOOR_DB, 0.0
        self._lit = 0
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(_HEIGHT)

    @property
    def lit(self) -> float:
        """The share that is lit, 0..1."""
        return self._lit / _N_STEPS

    def show_level(self, peak_db: float) -> None:
        """Show a level in dB below full scale; none at all is `FLOOR_DB`."""
        now_s = self._clock()
        fallen_db = self._peak_db - _FALL_DB_PER_S * (now_s - self._at_s)
        self._peak_db, self._at_s = max(peak_db, fallen_db, FLOOR_DB), now_s
        share = (max(self._peak_db, _QUIETEST_DB) - _QUIETEST_DB) / -_QUIETEST_DB
        lit = round(share * _N_STEPS)
        if lit != self._lit:
            self._lit = lit
            self.setAccessibleDescription(self.tr("{0} of 10").format(round(share * 10)))
            self.update()

    def clear(self) -> None:
        """Nothing is heard any more."""
        self._peak_db = FLOOR_DB
        self._lit = 0
        self.update()

    def sizeHint(self) -> QSize:
        """As wide as there is room."""
        return QSize(240, _HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the blocks."""
        palette = QGuiApplication.palette()
        on, off = palette.color(QPalette.ColorRole.Accent), palette.color(QPalette.ColorRole.Text)
        off.setAlphaF(_FAINT)
        width = self.width() / _N_STEPS
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            for n in range(_N_STEPS):
                lit = n < self._lit
                height = 10.0 if lit else 6.0
                painter.setBrush(on if lit else off)
                top = (self.height() - height) / 2
                painter.drawRoundedRect(QRectF(n * width, top, width - 2, height), 1.5, 1.5)
