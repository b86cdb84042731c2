"""A notice where no points may give way to it: two lines in the lower edge."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget

from kairo_desktop.ui.icons import paint_icon
from kairo_desktop.ui.overlay.looks import Looks
from kairo_desktop.ui.overlay.notices import Notice, Weight
from kairo_desktop.ui.overlay.text_block import TextBlock, TextStyle

__all__ = ["NoticeLine"]

_N_LINES = 2
"""Together as high as the buttons beside them."""


class NoticeLine(QLabel):
    """A notice in the longest wording that has room; all of it is read by pointing at it."""

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._looks = looks
        self._notice: Notice | None = None
        self._words = TextBlock(_style(looks), self)
        self.hide()

    @property
    def shown_text(self) -> str:
        """What can be read without pointing at it."""
        return self._words.shown_text

    def show_notice(self, notice: Notice | None) -> None:
        """Say this, or nothing."""
        if notice == self._notice:
            return
        self._notice = notice
        text = "" if notice is None else notice.text
        self.setAccessibleName(text)
        self.setToolTip(text)
        self.setVisible(notice is not None)
        self._place()

    def dress(self, looks: Looks) -> None:
        """Look as these looks say."""
        self._looks = looks
        self._words.dress(_style(looks))
        self.updateGeometry()
        self._place()

    def sizeHint(self) -> QSize:
        """It takes what room there is."""
        return self.minimumSizeHint()

    def minimumSizeHint(self) -> QSize:
        """The sign alone."""
        side = self._looks.control_px(16)
        return QSize(side, side)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Choose the wording for the new width."""
        super().resizeEvent(event)
        self._place()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the sign of the notice's weight before the words."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colors, side = self._looks.colors, self._looks.control_px(16)
        warns = self._notice is not None and self._notice.weight is Weight.WARN
        weight = Weight.WARN if warns else Weight.INFO
        sign = QRectF(0, (self.height() - side) / 2, side, side)
        paint_icon(painter, weight.value, colors.warn if warns else colors.muted, sign)
        painter.end()
        event.accept()

    def _place(self) -> None:
        left = self._looks.control_px(16) + self._looks.control_px(6)
        width, height = max(1, self.width() - left), 0
        for wording in () if self._notice is None else self._notice.wordings:
            self._words.show_text(wording)
            height = self._words.lay_out(width)
            if self._words.shown_text == wording:
                break
        self._words.setGeometry(left, (self.height() - height) // 2, width, height)
        self.update()


def _style(looks: Looks) -> TextStyle:
    return TextStyle(looks.fonts.message, looks.colors.text, max_lines=_N_LINES)
