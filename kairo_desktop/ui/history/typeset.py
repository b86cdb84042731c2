"""Where every word of a session's rows stands: fonts, line breaks and heights.

Measuring needs no window and runs on any thread, so that a long session is laid out before it is
shown. What is measured and what is painted is one layout.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QFont, QTextCharFormat, QTextLayout, QTextOption

from kairo_desktop.store.export import one_line
from kairo_desktop.store.records import Span
from kairo_desktop.ui.history import wording
from kairo_desktop.ui.history.rows import Row, RowKind
from kairo_desktop.ui.theme import Theme

__all__ = ["Column", "Typeset", "in_place", "laid_out"]

_GUTTER: Final = 76
"""Room for a time at the left of every row."""

_WIDEST: Final = 720
"""Longer lines are hard to read."""

_STEP: Final = 40
"""Lines are broken anew only when a window grows or shrinks by so much."""

_INSET: Final = 16
"""Between the edge of an answer's card and its text."""

_BULLET: Final = 18


@dataclass(frozen=True, slots=True)
class Column:
    """Where the text of a row stands, in pixels from the row's left edge."""

    left: int
    width: int


class Typeset:
    """The measures of rows in one theme.

    Attributes:
        theme: Whose type and spaces are used.
    """

    def __init__(self, theme: Theme, font: QFont) -> None:
        self.theme = theme
        scale = theme.type
        self.body = _sized(font, scale.body + 1)
        self.strong = _sized(font, scale.body + 2, QFont.Weight.DemiBold)
        self.small = _sized(font, scale.small)
        self.label = _sized(font, scale.small, QFont.Weight.DemiBold)
        self._heights: dict[tuple[str, RowKind, bool, bool, int], int] = {}

    def height(self, row: Row, width: int) -> int:
        """Height of a row in a view of this width; known rows cost nothing."""
        key = (row.text, row.kind, row.opens, bool(row.sources), self.card(width).width)
        known = self._heights.get(key)
        if known is None:
            known = self._heights[key] = self._measured(row, width)
        return known

    def warm_up(self, rows: Sequence[Row], width: int) -> None:
        """Measure all rows ahead."""
        for row in rows:
            self.height(row, width)

    def column(self, row: Row, width: int) -> Column:
        """Where the text of a row stands."""
        card = self.card(width)
        match row.kind:
            case RowKind.LINE:
                return card
            case RowKind.POINT:
                inset = _INSET + _BULLET
                return Column(card.left + inset, card.width - inset - _INSET - _BULLET)
            case RowKind.QUESTION | RowKind.CLOSING:
                return Column(card.left + _INSET, card.width - 2 * _INSET - _BULLET)

    def card(self, width: int) -> Column:
        """Where the cards of answers stand, and the text of lines."""
        room = max(3 * _STEP, min(width - _GUTTER - self.theme.space.l, _WIDEST))
        return Column(_GUTTER, room // _STEP * _STEP)

    def above(self, row: Row) -> int:
        """Pixels from the top of a row to its first line."""
        space = self.theme.space
        match row.kind:
            case RowKind.LINE:
                return space.l + self.label_height if row.opens else space.xs
            case RowKind.QUESTION:
                return space.m + space.l
            case RowKind.POINT:
                return space.s
            case RowKind.CLOSING:
                return space.m

    @property
    def label_height(self) -> int:
        """Of the speaker's name above a line."""
        return self.theme.type.small + self.theme.space.s

    @property
    def note_height(self) -> int:
        """Of the notes' names below a point."""
        return self.theme.type.small + self.theme.space.s

    def font_of(self, row: Row) -> QFont:
        """What a row is written in."""
        match row.kind:
            case RowKind.QUESTION:
                return self.strong
            case RowKind.CLOSING:
                return self.small
            case RowKind.LINE | RowKind.POINT:
                return self.body

    def text_of(self, row: Row) -> str:
        """What is written in a row."""
        if row.kind is RowKind.CLOSING:
            return one_line(wording.closing(row))
        return in_place(row.text)

    def _measured(self, row: Row, width: int) -> int:
        layout = laid_out(self.text_of(row), self.font_of(row), self.column(row, width).width)
        below = self.theme.space.xs
        if row.sources:
            below += self.note_height
        if row.kind is RowKind.CLOSING:
            below += self.theme.space.m + self.theme.space.m
        return self.above(row) + round(layout.boundingRect().height()) + below


def in_place(text: str) -> str:
    """The text with a blank for each control character: no mark has to move."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else " " for c in text)


def laid_out(
    text: str, font: QFont, width: int, spans: Sequence[Span] = (), mark: QColor | None = None
) -> QTextLayout:
    """The text broken into lines of this width, with its spans on a ground and underlined."""
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    if mark is not None and spans:
        layout.setFormats([_marking(text, span, mark) for span in spans])
    layout.beginLayout()
    height = 0.0
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        line.setPosition(QPointF(0, height))
        height += line.height() + 2
    layout.endLayout()
    return layout


def _marking(text: str, span: Span, mark: QColor) -> QTextLayout.FormatRange:
    """A mark that changes no width: it may not move a line break."""
    format_ = QTextCharFormat()
    format_.setBackground(mark)
    format_.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
    place = QTextLayout.FormatRange()
    place.start = _utf16(text[: span.start])
    place.length = _utf16(text[span.start : span.end])
    place.format = format_
    return place


def _utf16(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _sized(font: QFont, pixels: int, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    sized = QFont(font)
    sized.setPixelSize(pixels)
    sized.setWeight(weight)
    sized.setStyleStrategy(QFont.StyleStrategy.PreferAntialias)
    return sized
