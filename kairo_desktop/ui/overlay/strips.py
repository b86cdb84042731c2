"""Strips of fixed place around the cards: captions, pinned points, the notice."""

from typing import Final

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from kairo_desktop.types import Lane, TalkingPoint
from kairo_desktop.ui.icons import paint_icon
from kairo_desktop.ui.overlay.buttons import IconButton
from kairo_desktop.ui.overlay.looks import Looks
from kairo_desktop.ui.overlay.notices import Notice, Weight
from kairo_desktop.ui.overlay.text_block import TextBlock, TextStyle
from kairo_desktop.ui.overlay.words import lane_name, nothing_heard_text
from kairo_desktop.ui.views import CaptionView

__all__ = ["CaptionStrip", "NoticeStrip", "PinnedStrip"]

_N_LINES: Final = {Lane.SYSTEM: 2, Lane.MIC: 1}
_MOST_NOTICE_LINES: Final = 3
_ANY_HEIGHT: Final = 1 << 14


class CaptionStrip(QWidget):
    """The last words of both lanes; its height never changes while people speak.

    Words that may still change are underlined with dots; what stands no more an ellipsis says.
    """

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._looks = looks
        self._captions: tuple[CaptionView, ...] = ()
        self._blocks = {lane: TextBlock(_caption_style(looks, lane), self) for lane in Lane}

    def show_captions(self, captions: tuple[CaptionView, ...]) -> None:
        """Show what is being said."""
        if captions == self._captions:
            return
        self._captions = captions
        for caption in captions:
            settled = f"{caption.finished} {caption.committed}".strip()
            text = f"{settled} {caption.tentative}".strip()
            doubtful_from = len(text) - len(caption.tentative) if caption.tentative else None
            block = self._blocks[caption.lane]
            text = text or nothing_heard_text(caption.lane)
            if block.show_text(text, doubtful_from=doubtful_from):
                block.setAccessibleDescription(lane_name(caption.lane))
                was_cut = block.begins_cut
                block.lay_out(block.width())
                if block.begins_cut is not was_cut:
                    self.update()

    def dress(self, looks: Looks) -> None:
        """Look as these looks say."""
        self._looks = looks
        for lane, block in self._blocks.items():
            block.dress(_caption_style(looks, lane))
        self._place()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the lines at the new width."""
        super().resizeEvent(event)
        self._place()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the sign of each lane, an ellipsis before words that go on, and a hairline above."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(0, 0, self.width(), 1, QColor(self._looks.colors.line))
        side = self._looks.px(14)
        for lane, block in self._blocks.items():
            top = block.y() + (block.line_height - side) / 2
            sign = QRectF(0, top, side, side)
            paint_icon(painter, str(lane), self._looks.colors.faint, sign)
            if block.begins_cut:
                painter.setFont(self._looks.fonts.small)
                painter.setPen(QColor(self._looks.colors.faint))
                gap = QRectF(side, block.y(), block.x() - side - 1, block.line_height)
                painter.drawText(
                    gap, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, "…"
                )
        painter.end()
        event.accept()

    def _place(self) -> None:
        px = self._looks.px
        y, left = px(8), px(28)
        for block in self._blocks.values():
            height = block.lay_out(max(1, self.width() - left))
            block.setGeometry(left, y, max(1, self.width() - left), height)
            y += height + px(3)
        self.setFixedHeight(y + px(3))


def _caption_style(looks: Looks, lane: Lane) -> TextStyle:
    color = looks.colors.muted if lane is Lane.SYSTEM else looks.colors.faint
    return TextStyle(looks.fonts.small, color, max_lines=_N_LINES[lane], keep_end=True)


class PinnedStrip(QWidget):
    """Points that the user keeps in sight, as many as have room; hidden while there are none.

    A hairline below parts them from the question that scrolls there.

    Signals:
        pin_wanted: The user lets a point go: its turn_id and index.
    """

    pin_wanted = Signal(int, int)

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._looks = looks
        self._points: tuple[TalkingPoint, ...] = ()
        self._rows: list[tuple[IconButton, TextBlock]] = []
        self._room = _ANY_HEIGHT
        self.hide()

    def show_points(self, points: tuple[TalkingPoint, ...]) -> None:
        """Show these points, oldest first."""
        if points != self._points:
            self._points = points
            self._rebuild()

    def set_room(self, height: int) -> None:
        """Be no higher than that; the last points that have no room then are left out."""
        if height != self._room:
            self._room = height
            self._place()

    def dress(self, looks: Looks) -> None:
        """Look as these looks say."""
        self._looks = looks
        self._rebuild()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the lines at the new width."""
        super().resizeEvent(event)
        self._place()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the hairline."""
        painter = QPainter(self)
        painter.fillRect(0, self.height() - 1, self.width(), 1, QColor(self._looks.colors.line))
        painter.end()
        event.accept()

    def _rebuild(self) -> None:
        for button, block in self._rows:
            button.deleteLater()
            block.deleteLater()
        self._rows = [self._row(point) for point in self._points]
        self.setVisible(bool(self._rows))
        self._place()

    def _row(self, point: TalkingPoint) -> tuple[IconButton, TextBlock]:
        looks = self._looks
        button = IconButton(looks, "pinned", self.tr("Let go"), self, icon_px=14)
        button.set_icon("pinned", looks.colors.accent)
        button.clicked.connect(lambda: self.pin_wanted.emit(point.turn_id, point.index))
        bold = looks.fonts.body_strong
        style = TextStyle(looks.fonts.body, looks.colors.text, lead=bold, max_lines=2)
        block = TextBlock(style, self)
        block.show_text(point.text)
        button.show()
        block.show()
        return button, block

    def _place(self) -> None:
        px, y = self._looks.px, self._looks.px(2)
        for button, block in self._rows:
            size = button.sizeHint()
            left = size.width() - px(2)
            width = max(1, self.width() - left)
            height = block.lay_out(width)
            fits = y + height + px(4) + px(5) <= self._room
            block.setVisible(fits)
            button.setVisible(fits)
            if not fits:
                continue
            block.setGeometry(left, y, width, height)
            top = y + (block.line_height - size.height()) // 2
            button.setGeometry(-px(6), top, size.width(), size.height())
            y += height + px(4)
        self.setFixedHeight(y + px(5) if y > px(2) else 0)


class NoticeStrip(QWidget):
    """What is wrong and what to do, in a few lines; hidden while all is well."""

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._looks = looks
        self._notice: Notice | None = None
        self._n_lines = _MOST_NOTICE_LINES
        self._text = TextBlock(_notice_style(looks, self._n_lines), self)
        self.hide()

    @property
    def text(self) -> str:
        """What it says; empty while it is hidden."""
        return "" if self._notice is None else self._notice.text

    @property
    def least_height(self) -> int:
        """With one line."""
        return self._text.line_height + 2 * self._looks.px(7)

    def set_room(self, height: int) -> None:
        """Be no higher than that, but for one line; the rest is read by pointing at it."""
        fitting = (height - 2 * self._looks.px(7)) // self._text.line_height
        n_lines = min(max(1, fitting), _MOST_NOTICE_LINES)
        if n_lines != self._n_lines:
            self._n_lines = n_lines
            self._text.dress(_notice_style(self._looks, n_lines))
            self._place()

    def show_notice(self, notice: Notice | None) -> None:
        """Say this, or nothing."""
        if notice == self._notice:
            return
        self._notice = notice
        self.setVisible(notice is not None)
        if notice is not None:
            self._text.show_text(notice.text)
            self.setToolTip(notice.text)
            self._place()
            self.update()

    def dress(self, looks: Looks) -> None:
        """Look as these looks say."""
        self._looks = looks
        self._text.dress(_notice_style(looks, self._n_lines))
        self._place()
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the lines at the new width."""
        super().resizeEvent(event)
        self._place()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ground and the sign of the notice's weight."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        looks, colors = self._looks, self._looks.colors
        painter.setPen(QColor(colors.line))
        painter.setBrush(QColor(colors.raised))
        radius = looks.theme.radius.medium
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        weight = Weight.INFO if self._notice is None else self._notice.weight
        color = colors.warn if weight is Weight.WARN else colors.muted
        side = looks.px(16)
        top = looks.px(7) + (self._text.line_height - side) / 2
        paint_icon(painter, weight.value, color, QRectF(looks.px(10), top, side, side))
        painter.end()
        event.accept()

    def _place(self) -> None:
        px = self._looks.px
        left = px(10) + px(16) + px(8)
        width = max(1, self.width() - left - px(10))
        height = self._text.lay_out(width)
        self._text.setGeometry(left, px(7), width, height)
        self.setFixedHeight(height + 2 * px(7))


def _notice_style(looks: Looks, n_lines: int) -> TextStyle:
    return TextStyle(looks.fonts.message, looks.colors.text, max_lines=n_lines)
