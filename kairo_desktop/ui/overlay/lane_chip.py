"""A lane's meter, and the button that pauses it, in one."""

from typing import Final

from PySide6.QtCore import QRect, QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from kairo_desktop.types import Lane
from kairo_desktop.ui.icons import paint_icon
from kairo_desktop.ui.overlay.buttons import DrawnButton
from kairo_desktop.ui.overlay.looks import Looks
from kairo_desktop.ui.overlay.words import lane_text
from kairo_desktop.ui.views import LaneView

__all__ = ["N_BARS", "LaneChip", "bars_of"]

N_BARS: Final = 7
_QUIETEST_DB: Final = -54.0
_LOUDEST_DB: Final = -12.0
"""Speech lies between these; a meter that uses its whole length for it is read at a glance."""


def bars_of(level_db: float) -> int:
    """How many of the meter's `N_BARS` bars a loudness fills."""
    share = (level_db - _QUIETEST_DB) / (_LOUDEST_DB - _QUIETEST_DB)
    return round(min(max(share, 0.0), 1.0) * N_BARS)


class LaneChip(DrawnButton):
    """Icon and meter of a lane. Paused, it has another icon and no bars; lost, a warning sign.

    A dot on the icon says that nothing but silence comes; the words are read by pointing at it.

    It draws anew only when a bar more or less is full.
    """

    def __init__(self, looks: Looks, lane: Lane, parent: QWidget | None = None) -> None:
        self._view = LaneView(lane)
        super().__init__(looks, lane_text(self._view), parent)
        self._n_full = 0

    def show_lane(self, view: LaneView) -> None:
        """Show how the lane is now."""
        n_full = bars_of(view.level_db) if view.heard and not view.paused else 0
        before = self._view
        self._view = view
        looks_alike = (before.state, before.ailing) == (view.state, view.ailing)
        looks_alike = looks_alike and before.heard == view.heard
        if not looks_alike or (before.source, before.message) != (view.source, view.message):
            self.say(lane_text(view))
            self.setEnabled(view.heard)
        if not looks_alike:
            self._n_full = n_full
            self.update()
        elif n_full != self._n_full:
            first, last = sorted((n_full, self._n_full))
            self._n_full = n_full
            self.update(self._bars(first, last))

    def sizeHint(self) -> QSize:
        """Icon, meter and room around them."""
        px = self.looks.control_px
        return QSize(px(16) + px(5) + N_BARS * px(4) + px(14), px(28))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the icon, then the bars; of a meter that moves only the bars that change."""
        painter = QPainter(self)
        first = self._bars(0, 1)
        if event.rect().left() < first.left():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self.draw_ground(painter, self.looks.theme.radius.small)
            icon, color = self._sign()
            side, left = self.looks.control_px(16), self.looks.control_px(7)
            sign = QRectF(left, (self.height() - side) / 2, side, side)
            paint_icon(painter, icon, color, sign)
            if self._view.ailing and not self._view.troubled:
                self._mark(painter, sign)
        elif self.hovered or self.isDown():
            self.draw_ground(painter, self.looks.theme.radius.small)
        self._draw_bars(painter)
        painter.end()
        event.accept()

    def _mark(self, painter: QPainter, sign: QRectF) -> None:
        painter.setPen(QPen(QColor(self.looks.colors.surface), 1.5))
        painter.setBrush(QColor(self.looks.colors.warn))
        radius = self.looks.control_px(4)
        painter.drawEllipse(sign.topRight(), radius, radius)

    def _bars(self, first: int, last: int) -> QRect:
        """The ground of the bars from `first` up to and without `last`."""
        px = self.looks.control_px
        left = px(7) + px(16) + px(5)
        return QRect(left + first * px(4), 0, (last - first) * px(4), self.height())

    def _sign(self) -> tuple[str, str]:
        colors, view = self.looks.colors, self._view
        if not view.heard or view.paused:
            return ("mic-off" if view.lane is Lane.MIC else "system-off"), colors.faint
        if view.troubled:
            return "warning", colors.warn
        return ("mic" if view.lane is Lane.MIC else "system"), colors.text

    def _draw_bars(self, painter: QPainter) -> None:
        colors, px = self.looks.colors, self.looks.control_px
        silent = not self._view.heard or self._view.paused or self._view.troubled
        for bar in range(N_BARS):
            height = px(3) if silent else px(5 + bar)
            top = (self.height() - height) // 2
            color = QColor(colors.accent if bar < self._n_full else colors.line)
            painter.fillRect(self._bars(bar, bar + 1).left(), top, px(2), height, color)
