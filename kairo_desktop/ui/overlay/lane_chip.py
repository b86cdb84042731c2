"""A lane's meter, and the button that pauses it, in one."""

from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
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
        looks_alike = (before.state, before.heard) == (view.state, view.heard)
        if not looks_alike or before.source != view.source:
            self.say(lane_text(view))
            self.setEnabled(view.heard)
        if n_full != self._n_full or not looks_alike:
            self._n_full = n_full
            self.update()

    def sizeHint(self) -> QSize:
        """Icon, meter and room around them."""
        px = self.looks.control_px
        return QSize(px(16) + px(5) + N_BARS * px(4) + px(14), px(28))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the icon, then the bars."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.draw_ground(painter, self.looks.theme.radius.small)
        icon, color = self._sign()
        px = self.looks.control_px
        side = px(16)
        paint_icon(painter, icon, color, QRectF(px(7), (self.height() - side) / 2, side, side))
        self._draw_bars(painter, px(7) + side + px(5))
        painter.end()
        event.accept()

    def _sign(self) -> tuple[str, str]:
        colors, view = self.looks.colors, self._view
        if not view.heard or view.paused:
            return ("mic-off" if view.lane is Lane.MIC else "system-off"), colors.faint
        if view.troubled:
            return "warning", colors.warn
        return ("mic" if view.lane is Lane.MIC else "system"), colors.text

    def _draw_bars(self, painter: QPainter, left: float) -> None:
        colors, px = self.looks.colors, self.looks.control_px
        silent = not self._view.heard or self._view.paused or self._view.troubled
        painter.setPen(Qt.PenStyle.NoPen)
        for bar in range(N_BARS):
            full = bar < self._n_full
            height = px(3) if silent else px(5 + bar)
            painter.setBrush(QColor(colors.accent if full else colors.line))
            x, y = left + bar * px(4), (self.height() - height) / 2
            painter.drawRoundedRect(QRectF(x, y, px(2.5), height), 1.0, 1.0)
