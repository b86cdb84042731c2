"""Text that only grows: painted from a layout, so that a new word costs one paragraph."""

import unicodedata
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from typing import Final

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QLabel, QWidget

from kairo_desktop.ui.overlay.figures import figures_in, open_figure, unbroken
from kairo_desktop.ui.overlay.lead import lead_is_open, lead_length
from kairo_desktop.ui.overlay.looks import LINE_SPACING

__all__ = ["TextBlock", "TextStyle"]

_WORD_ROOM: Final = 9
"""Letters for which a line must have room, else a word that may still grow waits for its end."""

_LETTERS: Final = frozenset({"L", "R", "AL"})
"""Classes of letters with a direction; digits and punctuation have none. Unicode annex 9, P2."""


@dataclass(frozen=True, slots=True)
class TextStyle:
    """How a block of text looks.

    Attributes:
        lead: Font of the first `lead_words` words, as far as they are a phrase, and of figures:
            what is read at a glance.
        max_lines: Lines that are shown; 0 is no limit.
        doubt: Color of the dots below what may change; empty for that of the text.
        keep_end: Of too many lines show the last ones; else an ellipsis ends the first ones.
    """

    font: QFont
    color: str
    lead: QFont | None = None
    lead_words: int = 0
    max_lines: int = 0
    keep_end: bool = False
    doubt: str = ""


class TextBlock(QLabel):
    """A paragraph whose lines stay where they are while words are added at its end.

    A word that may still grow is shown at once where its line has room for it. At the end of a
    line it waits until it is complete, so that it never jumps to the next one; so does a figure
    until its unit is known, from which no line parts it. Its text is its accessible name.

    Args:
        style: How it looks; `dress` changes it.
    """

    def __init__(self, style: TextStyle, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._style = style
        self._full = self._shown = ""
        self._figures: list[tuple[int, int]] = []
        self._n_shown = 0
        self._doubtful_from: int | None = None
        self._growing = False
        self._width = -1
        self._layout = QTextLayout()
        self._starts: list[int] = []
        self._measure()
        self._painted: list[tuple[str, object]] = []
        self.setAttribute(Qt.WidgetAttribute.WA_StaticContents)

    @property
    def full_text(self) -> str:
        """All of the text, with what is not shown for want of room."""
        return self._full

    @property
    def shown_text(self) -> str:
        """The text as it stands on screen."""
        return self._shown

    @property
    def line_height(self) -> int:
        """From one line to the next, in device-independent pixels."""
        return round(self._style.font.pixelSize() * LINE_SPACING)

    @property
    def begins_cut(self) -> bool:
        """Whether lines above those that are shown have no room."""
        return self._style.keep_end and len(self._starts) > self._style.max_lines

    def line_starts(self) -> tuple[int, ...]:
        """Where in `shown_text` each line begins."""
        return tuple(self._starts)

    def dress(self, style: TextStyle) -> None:
        """Look otherwise; the next `lay_out` breaks the lines anew."""
        if style != self._style:
            self._style = style
            self._width = -1
            self._measure()
            self.update()

    def show_text(
        self, text: str, *, doubtful_from: int | None = None, growing: bool = False
    ) -> bool:
        """Show this text; true when `lay_out` has to be called again.

        Args:
            text: Usually the text before with more at its end.
            doubtful_from: First character that may still turn out otherwise.
            growing: The last word may not be complete yet.
        """
        if (text, doubtful_from, growing) == (self._full, self._doubtful_from, self._growing):
            return False
        if not text.startswith(self._full):
            self._n_shown = 0
        self._full, self._doubtful_from, self._growing = text, doubtful_from, growing
        self._width = -1
        self.setAccessibleName(text)
        return True

    def lay_out(self, width: int) -> int:
        """Break the text into lines of `width`; its height."""
        if width != self._width:
            self._width = width
            self._break_lines(self._full, growing=self._growing)
            self._hold_back_word()
            self._cut_lines()
            self._n_shown = len(self.shown_text)
            self._update_changed_lines()
        limit = self._style.max_lines
        n_lines = limit if self._style.keep_end else len(self._starts)
        return n_lines * self.line_height

    def sizeHint(self) -> QSize:
        """Whoever contains the block asks `lay_out` instead."""
        return QSize(0, 0)

    def minimumSizeHint(self) -> QSize:
        """It can always be narrower."""
        return QSize(0, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the lines that have been laid out."""
        painter = QPainter(self)
        painter.setPen(QColor(self._style.color))
        hidden = max(0, len(self._starts) - self._style.max_lines) if self._style.keep_end else 0
        self._layout.draw(painter, QPointF(0, -hidden * self.line_height))
        painter.end()
        event.accept()

    def _measure(self) -> None:
        """What a style alone decides, taken once and not for each new word."""
        metrics = QFontMetricsF(self._style.font)
        self._above = (self.line_height - metrics.ascent() - metrics.descent()) / 2
        self._word_room = _WORD_ROOM * metrics.averageCharWidth()
        self._layout.setFont(self._style.font)
        self._layout.setCacheEnabled(True)

    def _break_lines(self, text: str, *, growing: bool = False) -> None:
        layout, height = self._layout, self.line_height
        starts: list[int] = []
        self._shown = text.replace("\n", "\u2028")
        self._figures = [] if self._style.lead is None else figures_in(text)
        layout.setText(unbroken(self._shown, self._figures, growing=growing))
        layout.setTextOption(_option(from_right=_reads_from_right(text)))
        layout.setFormats(self._formats(text))
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(self._width)
            line.setPosition(QPointF(0, len(starts) * height + self._above))
            starts.append(line.textStart())
        layout.endLayout()
        self._starts = starts

    def _update_changed_lines(self) -> None:
        """Ask for a repaint from the first line that reads otherwise."""
        text, starts = self.shown_text, self._starts
        ends = (*starts[1:], len(text))
        looks = (self._style, self._doubtful_from, self._width)
        lines: list[tuple[str, object]] = [
            (text[start:end], looks) for start, end in zip(starts, ends, strict=False)
        ]
        same = takewhile(lambda pair: pair[0] == pair[1], zip(lines, self._painted, strict=False))
        top = 0 if self._style.keep_end else len(list(same)) * self.line_height
        self._painted = lines
        self.update(0, top, max(self.width(), self._width), 1 << 14)

    def _formats(self, text: str) -> list[QTextLayout.FormatRange]:
        ranges = []
        if self._style.lead is not None:
            bold = QTextCharFormat()
            bold.setFont(self._style.lead)
            lead = lead_length(text, self._style.lead_words)
            ranges.append(_range(0, lead, bold))
            figures = ((max(start, lead), end) for start, end in self._figures if end > lead)
            ranges += [_range(start, end - start, bold) for start, end in figures]
        if self._doubtful_from is not None:
            dotted = QTextCharFormat()
            dotted.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
            dotted.setUnderlineColor(QColor(self._style.doubt or self._style.color))
            ranges.append(_range(self._doubtful_from, len(text) - self._doubtful_from, dotted))
        return ranges

    def _hold_back_word(self) -> None:
        """Leave out last words that may jump to the next line, unless they stand already."""
        begin = self._full.rfind(" ") + 1
        if not self._growing or begin < max(1, self._n_shown) or not self._starts:
            return
        n_lead = self._style.lead_words
        figure = open_figure(self._full, self._figures)
        if self._style.lead is not None and lead_is_open(self._full, n_lead):
            begin = self._earlier(begin, lead_length(self._full, n_lead) + 1)
        if figure is not None:
            begin = self._earlier(begin, figure)
        if begin == 0:
            return
        last = self._layout.lineAt(len(self._starts) - 1)
        is_parted = begin == figure and begin < self._starts[-1]
        if is_parted or last.naturalTextWidth() + self._word_room > self._width:
            self._break_lines(self._full[:begin].rstrip())

    def _earlier(self, begin: int, other: int) -> int:
        """Where the words begin that wait, unless those before stand already."""
        return min(begin, other) if other >= self._n_shown else begin

    def _cut_lines(self) -> None:
        limit = self._style.max_lines
        if not limit or self._style.keep_end or len(self._starts) <= limit:
            return
        text = self.shown_text
        begin = self._starts[limit - 1]
        metrics = QFontMetricsF(self._style.font)
        rest = metrics.elidedText(text[begin:], Qt.TextElideMode.ElideRight, self._width)
        self._break_lines(text[:begin] + rest)


@cache
def _option(*, from_right: bool) -> QTextOption:
    side = Qt.AlignmentFlag.AlignRight if from_right else Qt.AlignmentFlag.AlignLeft
    option = QTextOption(side)
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    return option


def _reads_from_right(text: str) -> bool:
    """Whether the first letter is of a script written from right to left."""
    classes = map(unicodedata.bidirectional, text)
    return next((each for each in classes if each in _LETTERS), "L") != "L"


def _range(start: int, length: int, style: QTextCharFormat) -> QTextLayout.FormatRange:
    result = QTextLayout.FormatRange()
    result.start, result.length, result.format = start, length, style
    return result
