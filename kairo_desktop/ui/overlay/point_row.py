"""One talking point on screen."""

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from kairo_desktop.types import PointState, TalkingPoint
from kairo_desktop.ui.overlay.buttons import IconButton
from kairo_desktop.ui.overlay.looks import Looks
from kairo_desktop.ui.overlay.text_block import TextBlock, TextStyle

__all__ = ["PointRow"]

_LEAD_WORDS = 4


class PointRow(QWidget):
    """A bullet, the point, and below it the notes it rests on.

    The bullet is a ring while the point may still change and a disc when it is final. The first
    words stand out: they are what is read while speaking.

    Signals:
        pin_wanted: The user pins the point, or lets it go: its turn_id and index.
    """

    pin_wanted = Signal(int, int)

    def __init__(self, looks: Looks, point: TalkingPoint, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StaticContents)
        self._looks = looks
        self._point = point
        self._pinned = False
        self._doubtful = False
        self._laid: tuple[int, int] | None = None
        self._text = TextBlock(_text_style(looks), self)
        self._sources = TextBlock(_source_style(looks), self)
        self._pin = IconButton(looks, "pin", self.tr("Keep in sight"), self, icon_px=14)
        self._pin.clicked.connect(
            lambda: self.pin_wanted.emit(self._point.turn_id, self._point.index)
        )
        self._show_text()
        self._tell_state(point.state)
        self._draw_pin()

    @property
    def point(self) -> TalkingPoint:
        """What it shows."""
        return self._point

    @property
    def text(self) -> TextBlock:
        """The block that holds the point's words."""
        return self._text

    @property
    def pin_span(self) -> tuple[int, int]:
        """From where to where its pin stands, from the upper edge of the card."""
        top = self.y() + self._pin.y()
        return top, top + self._pin.height()

    def show_point(self, point: TalkingPoint, *, doubtful: bool, source: str) -> bool:
        """Show the point as it is now; true when `lay_out` has to be called again.

        Args:
            point: The same point with more words, or another one in its place.
            doubtful: Its question may still go on, and then all of it may go.
            source: What to say of the notes it rests on.
        """
        same = point is self._point or point == self._point
        if same and doubtful is self._doubtful and source == self._sources.full_text:
            return False
        if point.state is not self._point.state:
            self.update(0, 0, self._text.x(), self.height())
            self._tell_state(point.state)
        self._point, self._doubtful = point, doubtful
        grew, sourced = self._show_text(), self._sources.show_text(source)
        if grew or sourced:
            self._laid = None
        return grew or sourced

    def show_pinned(self, pinned: bool) -> None:  # noqa: FBT001 - a fact, not a choice
        """Show whether the point is kept in sight."""
        if pinned != self._pinned:
            self._pinned = pinned
            self._draw_pin()
            self._pin.say(self.tr("Let go") if pinned else self.tr("Keep in sight"))

    def dress(self, looks: Looks) -> None:
        """Look as these looks say."""
        self._looks = looks
        self._laid = None
        self._text.dress(_text_style(looks))
        self._sources.dress(_source_style(looks))
        self._pin.dress(looks)
        self._draw_pin()

    def lay_out(self, width: int) -> int:
        """Place everything in `width`; the height it takes."""
        if self._laid is None or self._laid[0] != width:
            self._laid = width, self._place(width)
        return self._laid[1]

    def _place(self, width: int) -> int:
        looks = self._looks
        indent, pin = looks.px(18), self._pin.sizeHint()
        words = max(looks.px(40), width - indent - pin.width() - 4)
        height = self._text.lay_out(words)
        self._text.setGeometry(indent, 0, words, height)
        top = (self._text.line_height - pin.height()) // 2
        self._pin.setGeometry(width - pin.width(), top, pin.width(), pin.height())
        shows_sources = bool(self._sources.full_text) and not looks.compact
        self._sources.setVisible(shows_sources)
        if shows_sources:
            below = self._sources.lay_out(words)
            self._sources.setGeometry(indent, height + looks.px(1), words, below)
            height += looks.px(1) + below
        return max(height, top + pin.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the bullet, unless only words have changed."""
        event.accept()
        if event.rect().left() >= self._text.x():
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colors, radius = self._looks.colors, self._looks.px(3.2)
        center = QPointF(self._looks.px(6), self._text.line_height / 2)
        if self._point.state is PointState.FINAL:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colors.accent))
        else:
            painter.setPen(QPen(QColor(colors.muted), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(center, float(radius), float(radius))
        painter.end()

    def _draw_pin(self) -> None:
        colors = self._looks.colors
        icon, color = ("pinned", colors.accent) if self._pinned else ("pin", colors.faint)
        self._pin.set_icon(icon, color)

    def _tell_state(self, state: PointState) -> None:
        """Tell a screen reader what the bullet tells the eye."""
        growing = self.tr("still being written") if state is PointState.TENTATIVE else ""
        self._text.setAccessibleDescription(growing)

    def _show_text(self) -> bool:
        growing = self._point.state is PointState.TENTATIVE
        doubtful_from = 0 if self._doubtful else None
        return self._text.show_text(self._point.text, doubtful_from=doubtful_from, growing=growing)


def _text_style(looks: Looks) -> TextStyle:
    return TextStyle(
        looks.fonts.point,
        looks.colors.text,
        lead=looks.fonts.lead,
        lead_words=_LEAD_WORDS,
        doubt=looks.colors.faint,
    )


def _source_style(looks: Looks) -> TextStyle:
    return TextStyle(looks.fonts.caption, looks.colors.faint, max_lines=1)
