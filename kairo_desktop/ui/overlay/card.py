"""A question and its answer on screen."""

from dataclasses import replace
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QColor, QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from kairo_desktop.types import QuestionState
from kairo_desktop.ui.overlay.anchor_block import AnchorBlock
from kairo_desktop.ui.overlay.buttons import IconButton
from kairo_desktop.ui.overlay.looks import LINE_SPACING, Dressed, Looks
from kairo_desktop.ui.overlay.point_row import PointRow
from kairo_desktop.ui.overlay.text_block import TextBlock, TextStyle
from kairo_desktop.ui.overlay.words import (
    kind_text,
    plain_text,
    state_text,
    told_sources,
    trace_text,
)
from kairo_desktop.ui.views import CardView

__all__ = ["Card"]

_COPIED_MS: Final = 1500
"""How long a button says that it has done what it was asked for."""

_QUESTION_LINES: Final = 3
_TALL_LINES: Final = 12
"""Lines of points in a page; in a lower one the question is cut to one line for their sake."""


class Card(QWidget):
    """The question, the note it touches, the points, and how long they took.

    What belongs to a question that may still go on is underlined with dots.

    Signals:
        pin_wanted: The user pins a point, or lets it go: its turn_id and index.
    """

    pin_wanted = Signal(int, int)

    def __init__(self, looks: Looks, view: CardView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StaticContents)
        self._looks = looks
        self._view = view
        self._pinned: frozenset[int] = frozenset()
        self._rows: list[PointRow] = []
        self._divided = False
        self._head: tuple[tuple[int, int, bool], int] | None = None
        self._outline: list[tuple[int, int]] = []
        self._reshaped = True
        self._kind = TextBlock(_kind_style(looks), self)
        self._question = TextBlock(_question_style(looks), self)
        self._anchor = AnchorBlock(looks, self)
        self._footer = TextBlock(_footer_style(looks), self)
        self._copy = IconButton(looks, "copy", "", self, 14)
        self._offer_copy()
        self._copy.clicked.connect(self._to_clipboard)
        self._anchor.hide()
        self._fill()

    @property
    def view(self) -> CardView:
        """What it shows."""
        return self._view

    @property
    def rows(self) -> tuple[PointRow, ...]:
        """Its points on screen."""
        return tuple(self._rows)

    @property
    def content_end(self) -> int:
        """Where that ends which is worth going further down for, from its own upper edge."""
        last = self._rows[-1] if self._rows else self._question
        if self._view.not_in_notes:
            last = self._footer
        return last.y() + last.height()

    @property
    def reshaped(self) -> bool:
        """Whether the last `lay_out` moved anything: not where words only filled a line."""
        return self._reshaped

    @property
    def at_right(self) -> list[tuple[int, int]]:
        """From where to where something stands at its right edge, from its own upper edge."""
        wide = (part for part in (self._copy, self._anchor) if not part.isHidden())
        spans = [(part.y(), part.y() + part.height()) for part in wide]
        return spans + [row.pin_span for row in self._rows]

    def show_footer_above(self, limit: int) -> None:
        """Leave the footer out where it would be cut at `limit`, from its own upper edge."""
        if not self._footer.full_text:
            return
        fits = self._footer.y() + self._footer.height() <= limit or self._view.not_in_notes
        if self._footer.isHidden() is fits:
            self._footer.setVisible(fits)

    def show_card(self, view: CardView, pinned: frozenset[int]) -> bool:
        """Show the question as it stands; true when `lay_out` has to be called again."""
        if pinned != self._pinned:
            self._pinned = pinned
            self._show_pins()
        if view is self._view:
            return False
        before, self._view = self._view, view
        if replace(before, points=view.points) == view:
            return self._fill_rows()
        return self._fill()

    def dress(self, looks: Looks) -> None:
        """Look as these looks say."""
        self._looks = looks
        self._kind.dress(_kind_style(looks))
        self._question.dress(_question_style(looks))
        self._footer.dress(_footer_style(looks))
        parts: tuple[Dressed, ...] = (self._anchor, self._copy, *self._rows)
        for part in parts:
            part.dress(looks)
        self._fill()
        self.update()

    def lay_out(self, width: int, page: int) -> int:
        """Place everything in `width`; the height it takes.

        In a compact window of which a `page` has no room for both, points take the note's place.
        """
        px = self._looks.px
        y = self._head_height(width, page)
        for row in self._rows:
            height = row.lay_out(width)
            row.setGeometry(0, y, width, height)
            y += height + px(8)
        end = self._place_footer(width, y) + px(10)
        # A footer that has been laid out is shown, and has to be left out anew.
        before, self._outline = self._outline, [(self.content_end, end), *self.at_right]
        self._reshaped = self._outline != before or bool(self._footer.full_text)
        return end

    def set_divided(self, divided: bool) -> None:  # noqa: FBT001 - a fact, not a choice
        """Whether a hairline parts it from the question above."""
        if divided != self._divided:
            self._divided = divided
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the hairline."""
        if self._divided and event.rect().top() == 0:
            painter = QPainter(self)
            painter.fillRect(0, 0, self.width(), 1, QColor(self._looks.colors.line))
            painter.end()
        event.accept()

    def _head_height(self, width: int, page: int) -> int:
        """What stands above the points, placed anew only when it has changed."""
        place = width, page, bool(self._rows)
        if self._head is None or self._head[0] != place:
            self._head = place, self._place_head(width, page)
        return self._head[1]

    def _place_head(self, width: int, page: int) -> int:
        shows = not self._looks.compact
        for part in (self._kind, self._question, self._copy):
            part.setVisible(shows)
        top = self._place_question(width, page) if shows else self._looks.px(4)
        return self._place_anchor(width, top, page)

    def _place_anchor(self, width: int, y: int, page: int) -> int:
        if self._view.anchor is None:
            return y
        height = self._anchor.lay_out(width)
        end = y + height + self._looks.px(10)
        two_lines = 2 * self._looks.fonts.point.pixelSize() * LINE_SPACING
        gives_way = self._looks.compact and bool(self._rows) and end + two_lines > page
        self._anchor.setVisible(not gives_way)
        if gives_way:
            return y
        self._anchor.setGeometry(0, y, width, height)
        return end

    def _place_question(self, width: int, page: int) -> int:
        tall = page >= _TALL_LINES * self._looks.fonts.point.pixelSize() * LINE_SPACING
        self._question.dress(_question_style(self._looks, _QUESTION_LINES if tall else 1))
        self._question.setToolTip("" if tall else self._view.question)
        px, copy = self._looks.px, self._copy.sizeHint()
        self._copy.setGeometry(width - copy.width(), px(6), copy.width(), copy.height())
        words = max(px(40), width - copy.width() - 4)
        above = self._kind.lay_out(words)
        self._kind.setGeometry(0, px(8), words, above)
        below = self._question.lay_out(words)
        self._question.setGeometry(0, px(8) + above + px(2), words, below)
        return px(8) + above + px(2) + below + px(10)

    def _place_footer(self, width: int, y: int) -> int:
        shows = bool(self._footer.full_text)
        self._footer.setVisible(shows)
        if not shows:
            return y
        height = self._footer.lay_out(width)
        self._footer.setGeometry(0, y, width, height)
        return y + height

    def _fill(self) -> bool:
        """Put the words of the view where they belong; true when any of them changed."""
        view = self._view
        self._head = None
        self.setAccessibleName(view.question)
        doubt = state_text(view)
        kind = kind_text(view.kind)
        doubtful = view.state is QuestionState.TENTATIVE
        changed = [
            self._kind.show_text(
                f"{kind} · {doubt}" if doubt else kind,
                doubtful_from=len(kind) + 3 if doubtful else None,
            ),
            self._question.show_text(view.question),
            self._anchor.show_anchor(view.anchor, answers=not view.not_in_notes),
            self._fill_rows(),
            self._footer.show_text(self._footer_text()),
        ]
        return any(changed)

    def _fill_rows(self) -> bool:
        points = self._view.points
        doubtful = self._view.state is QuestionState.TENTATIVE
        changed = len(points) != len(self._rows)
        while len(self._rows) > len(points):
            row = self._rows.pop()
            row.hide()
            row.deleteLater()
        for point in points[len(self._rows) :]:
            row = PointRow(self._looks, point, self)
            row.pin_wanted.connect(self.pin_wanted)
            row.show()
            self._rows.append(row)
        if changed:
            self._show_pins()
        shown = [
            row.show_point(point, doubtful=doubtful, source=source)
            for row, point, source in zip(self._rows, points, told_sources(points), strict=True)
        ]
        return changed or any(shown)

    def _show_pins(self) -> None:
        for row in self._rows:
            row.show_pinned(row.point.index in self._pinned)

    def _footer_text(self) -> str:
        parts = []
        if self._view.not_in_notes:
            parts.append(self.tr("Not in your notes: general advice"))
        trace, looks = self._view.trace, self._looks
        if trace is not None and looks.show_trace and not looks.compact:
            parts.append(trace_text(trace))
        return "\n".join(part for part in parts if part)

    def _to_clipboard(self) -> None:
        QGuiApplication.clipboard().setText(plain_text(self._view))
        self._copy.set_icon("check", self._looks.colors.accent)
        self._copy.say(self.tr("Copied"))
        QTimer.singleShot(_COPIED_MS, self, self._offer_copy)

    def _offer_copy(self) -> None:
        self._copy.set_icon("copy")
        self._copy.say(self.tr("Copy question and points"))


def _kind_style(looks: Looks) -> TextStyle:
    return TextStyle(looks.fonts.caption, looks.colors.faint, max_lines=1)


def _question_style(looks: Looks, n_lines: int = _QUESTION_LINES) -> TextStyle:
    return TextStyle(looks.fonts.body, looks.colors.muted, max_lines=n_lines)


def _footer_style(looks: Looks) -> TextStyle:
    return TextStyle(looks.fonts.caption, looks.colors.faint)
