"""A notice where no points may give way to it: one line in the lower edge."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QWidget

from kairo_desktop.ui.icons import paint_icon
from kairo_desktop.ui.overlay.looks import Looks
from kairo_desktop.ui.overlay.words import Notice, Weight

__all__ = ["NoticeLine"]


class NoticeLine(QLabel):
    """As much of a notice as has room; all of it is read by pointing at it."""

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._looks = looks
        self._notice: Notice | None = None
        self.hide()

    @property
    def shown_text(self) -> str:
        """What can be read without pointing at it."""
        text = "" if self._notice is None else self._notice.text
        metrics = QFontMetrics(self._looks.fonts.message)
        return metrics.elidedText(text, Qt.TextElideMode.ElideRight, round(self._words.width()))

    def show_notice(self, notice: Notice | None) -> None:
        """Say this, or nothing."""
        if notice == self._notice:
            return
        self._notice = notice
        text = "" if notice is None else notice.text
        self.setAccessibleName(text)
        self.setToolTip(text)
        self.setVisible(notice is not None)
        self.update()

    def dress(self, looks: Looks) -> None:
        """Look as these looks say."""
        self._looks = looks
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """It takes what room there is."""
        return self.minimumSizeHint()

    def minimumSizeHint(self) -> QSize:
        """The sign alone."""
        side = self._looks.control_px(16)
        return QSize(side, max(side, QFontMetrics(self._looks.fonts.message).height()))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the sign of the notice's weight, and the words behind it."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colors, side = self._looks.colors, self._looks.control_px(16)
        warns = self._notice is not None and self._notice.weight is Weight.WARN
        weight = Weight.WARN if warns else Weight.INFO
        color = colors.warn if warns else colors.muted
        sign = QRectF(0, (self.height() - side) / 2, side, side)
        paint_icon(painter, weight.value, color, sign)
        painter.setFont(self._looks.fonts.message)
        painter.setPen(QColor(colors.text))
        painter.drawText(self._words, Qt.AlignmentFlag.AlignVCenter, self.shown_text)
        painter.end()
        event.accept()

    @property
    def _words(self) -> QRectF:
        left = self._looks.control_px(16) + self._looks.control_px(6)
        return QRectF(self.rect()).adjusted(left, 0, 0, 0)
