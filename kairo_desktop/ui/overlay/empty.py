"""What stands in the overlay while there is nothing to read."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QWidget

from kairo_desktop.ui.icons import paint_icon, state_drawing
from kairo_desktop.ui.overlay.looks import LINE_SPACING, Looks
from kairo_desktop.ui.overlay.words import empty_text
from kairo_desktop.ui.views import Phase

__all__ = ["Empty"]


class Empty(QLabel):
    """The mark, a headline, and what will happen."""

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._looks = looks
        self._phase = Phase.IDLE
        self._say()

    def show_phase(self, phase: Phase) -> None:
        """Say what fits what the program does."""
        if phase is not self._phase:
            self._phase = phase
            self._say()
            self.update()

    def dress(self, looks: Looks) -> None:
        """Look as these looks say."""
        self._looks = looks
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw everything in the middle."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        looks = self._looks
        headline, line = empty_text(self._phase)
        mark = looks.px(40) if self.height() > looks.px(130) else 0
        high = round(looks.fonts.title.pixelSize() * LINE_SPACING)
        low = round(looks.fonts.body.pixelSize() * LINE_SPACING)
        top = max(0, (self.height() - mark - high - 2 * low) // 2 - looks.px(4))
        if mark:
            left = (self.width() - mark) / 2
            sign = QRectF(left, top, mark, mark)
            paint_icon(painter, state_drawing(self._phase), looks.colors.faint, sign)
        center = Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap
        painter.setPen(QColor(looks.colors.text))
        painter.setFont(looks.fonts.title)
        words = QRectF(0, top + mark + looks.px(12), self.width(), high)
        painter.drawText(words, center, headline)
        painter.setPen(QColor(looks.colors.muted))
        painter.setFont(looks.fonts.body)
        painter.drawText(words.adjusted(0, high, 0, 2 * low), center, line)
        painter.end()
        event.accept()

    def _say(self) -> None:
        self.setAccessibleName(". ".join(empty_text(self._phase)))
