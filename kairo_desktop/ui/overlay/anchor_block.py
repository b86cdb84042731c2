"""The note that stands on screen before any point does."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from kairo_desktop.types import Anchor
from kairo_desktop.ui.icons import paint_icon
from kairo_desktop.ui.overlay.looks import Looks
from kairo_desktop.ui.overlay.text_block import TextBlock, TextStyle
from kairo_desktop.ui.overlay.words import note_text

__all__ = ["AnchorBlock"]


class AnchorBlock(QWidget):
    """Words of the user's own notes, on a ground of their own so that they read as such.

    Where the window is compact they take one line: the points below need the room. A note that
    turned out not to answer the question stays, and says that it is only the nearest one.
    """

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._looks = looks
        self._anchor: Anchor | None = None
        self._answers = True
        self._heading = TextBlock(_heading_style(looks), self)
        self._words = TextBlock(_words_style(looks), self)

    @property
    def words(self) -> TextBlock:
        """The block that holds the note's words."""
        return self._words

    def show_anchor(self, anchor: Anchor | None, *, answers: bool = True) -> bool:
        """Show this note; true when `lay_out` has to be called again.

        `answers` is false for a note that does not answer the question after all.
        """
        if anchor == self._anchor and answers == self._answers:
            return False
        self._anchor, self._answers = anchor, answers
        self.setVisible(anchor is not None)
        if anchor is not None:
            where = note_text(anchor.file, anchor.heading)
            spoken = self.tr("From your notes: {0}") if answers else self.tr("Nearest note: {0}")
            self._heading.show_text(where if answers else spoken.format(where))
            self._heading.setAccessibleName(spoken.format(where))
            self._words.show_text(anchor.text)
            self._dress_words()
            self._offer_rest()
        return True

    def dress(self, looks: Looks) -> None:
        """Look as these looks say."""
        self._looks = looks
        self._dress_words()
        self._offer_rest()
        self.update()

    def lay_out(self, width: int) -> int:
        """Place everything in `width`; the height it takes."""
        px = self._looks.px
        pad, left = px(9), px(12) + px(16) + px(7)
        words = max(px(40), width - left - pad)
        above = self._heading.lay_out(words)
        self._heading.setGeometry(left, pad, words, above)
        below = self._words.lay_out(words)
        self._words.setGeometry(left, pad + above + px(1), words, below)
        return pad + above + px(1) + below + pad

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ground and the sign of a note."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        looks, colors = self._looks, self._looks.colors
        ground = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        outlined = looks.theme.name == "high_contrast"
        painter.setPen(QPen(QColor(colors.accent), 1) if outlined else Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colors.accent_soft))
        painter.drawRoundedRect(ground, looks.theme.radius.medium, looks.theme.radius.medium)
        side = looks.px(16)
        top = looks.px(9) + (self._heading.line_height - side) / 2
        paint_icon(painter, "note", colors.accent, QRectF(looks.px(11), top, side, side))
        painter.end()
        event.accept()

    def _dress_words(self) -> None:
        self._heading.dress(_heading_style(self._looks, answers=self._answers))
        self._words.dress(_words_style(self._looks, answers=self._answers))

    def _offer_rest(self) -> None:
        """What a compact block leaves out can be read by pointing at it."""
        self._words.setToolTip(self._words.full_text if self._looks.compact else "")


def _heading_style(looks: Looks, *, answers: bool = True) -> TextStyle:
    color = looks.colors.accent if answers else looks.colors.muted
    return TextStyle(looks.fonts.strong, color, max_lines=1)


def _words_style(looks: Looks, *, answers: bool = True) -> TextStyle:
    color = looks.colors.text if answers else looks.colors.muted
    lines = 1 if looks.compact else 0
    return TextStyle(looks.fonts.point, color, lead=looks.fonts.lead, max_lines=lines)
