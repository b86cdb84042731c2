"""Paints the list of sessions and what was found in them."""

from datetime import UTC, datetime
from typing import Final

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen, QTextLayout
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from kairo_desktop.store.export import clock, one_line
from kairo_desktop.store.records import Match, MatchKind, SavedSession, SessionState
from kairo_desktop.types import Lane
from kairo_desktop.ui.history import wording
from kairo_desktop.ui.history.models import Entry
from kairo_desktop.ui.history.rows import snippet
from kairo_desktop.ui.history.typeset import Typeset, in_place, laid_out
from kairo_desktop.ui.icons import paint_icon

__all__ = ["EntryDelegate"]

_PAD: Final = 12
_SESSION_HEIGHT: Final = 62
_MATCH_HEIGHT: Final = 54
_ICON: Final = 14
_SNIPPET: Final = 76
"""Characters of a found text: about two lines of the list."""

_SHORTER: Final = 6
_N_LINES: Final = 2


class EntryDelegate(QStyledItemDelegate):
    """How a session and a found place look."""

    def __init__(self, typeset: Typeset, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.typeset = typeset

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """One height for sessions, one for found places."""
        is_match = isinstance(_entry(index), Match)
        return QSize(option.rect.width(), _MATCH_HEIGHT if is_match else _SESSION_HEIGHT)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Paint one entry."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._ground(painter, option)
        entry, place = _entry(index), option.rect.adjusted(_PAD, 0, -_PAD, 0)
        if isinstance(entry, Match):
            self._match(painter, entry, place)
        else:
            self._session(painter, entry, place)
        painter.restore()

    def _ground(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        """What is chosen has a bar, what has the keyboard an outline besides."""
        colors, radius = self.typeset.theme.colors, self.typeset.theme.radius.small
        place = QRectF(option.rect).adjusted(0.5, 1.5, -0.5, -1.5)
        is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.setPen(Qt.PenStyle.NoPen)
        if is_chosen or option.state & QStyle.StateFlag.State_MouseOver:
            painter.setBrush(QColor(colors.pressed if is_chosen else colors.raised))
            painter.drawRoundedRect(place, radius, radius)
        if is_chosen:
            painter.setBrush(QColor(colors.accent))
            bar = QRectF(place.left(), place.top() + 12, 3, place.height() - 24)
            painter.drawRoundedRect(bar, 1.5, 1.5)
        if is_chosen and option.state & QStyle.StateFlag.State_HasFocus:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colors.accent), 1))
            painter.drawRoundedRect(place, radius, radius)

    def _session(self, painter: QPainter, session: SavedSession, place: QRect) -> None:
        colors = self.typeset.theme.colors
        upper, lower = place.top() + 11, place.top() + 33
        painter.setFont(self.typeset.label)
        state = self._state(painter, session.state, place, upper)
        title = QRect(place.left(), upper, place.width() - state, 20)
        painter.setFont(self.typeset.strong)
        painter.setPen(QColor(colors.text))
        self._elided(painter, title, one_line(session.title))
        painter.setFont(self.typeset.small)
        painter.setPen(QColor(colors.muted))
        parts = (
            wording.day(session.started_at),
            wording.length(session, datetime.now(UTC)),
            wording.n_questions(session.n_turns),
        )
        line = QRect(place.left(), lower, place.width(), 18)
        self._elided(painter, line, "  ·  ".join(part for part in parts if part))

    def _state(self, painter: QPainter, state: SessionState, place: QRect, top: int) -> int:
        """A word and a sign on how the session ended; gives the room they took."""
        word = wording.state_name(state)
        if not word:
            return 0
        colors = self.typeset.theme.colors
        signs = {
            SessionState.RUNNING: ("mic", colors.accent),
            SessionState.INTERRUPTED: ("warning", colors.warn),
            SessionState.RECOVERED: ("check", colors.muted),
        }
        sign, color = signs[state]
        room = painter.fontMetrics().horizontalAdvance(word) + _ICON + 5
        left = place.right() - room
        paint_icon(painter, sign, color, QRectF(left, top + 2, _ICON, _ICON))
        painter.setPen(QColor(color))
        painter.drawText(QPointF(left + _ICON + 5, top + 14), word)
        return room + _PAD

    def _match(self, painter: QPainter, match: Match, place: QRect) -> None:
        colors = self.typeset.theme.colors
        top = place.top() + 8
        paint_icon(
            painter, _sign(match), colors.muted, QRectF(place.left() + 4, top + 1, _ICON, _ICON)
        )
        painter.setFont(self.typeset.small)
        painter.setPen(QColor(colors.faint))
        left = place.left() + _ICON + 14
        time = clock(match.at_s)
        room = QFontMetrics(self.typeset.small).horizontalAdvance(time)
        painter.drawText(QPointF(place.right() - room, top + 12), time)
        width = place.right() - room - 10 - left
        painter.setPen(QColor(colors.text))
        self._two_lines(match, width).draw(painter, QPointF(left, top - 2))

    def _two_lines(self, match: Match, width: int) -> QTextLayout:
        """As much of a found text as two lines hold."""
        n_characters = _SNIPPET
        while True:
            piece = snippet(match.text, match.spans, n_characters)
            mark = QColor(self.typeset.theme.colors.selection)
            text = in_place(piece.text)
            layout = laid_out(text, self.typeset.small, width, piece.spans, mark)
            if layout.lineCount() <= _N_LINES or n_characters <= _SHORTER:
                return layout
            n_characters -= _SHORTER

    def _elided(self, painter: QPainter, place: QRect, text: str) -> None:
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, place.width())
        painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter), shown)


def _sign(match: Match) -> str:
    if match.kind is MatchKind.LINE:
        return "mic" if match.lane is Lane.MIC else "system"
    return "answer" if match.kind is MatchKind.QUESTION else "note"


def _entry(index: QModelIndex | QPersistentModelIndex) -> Entry:
    entry = index.data(Qt.ItemDataRole.UserRole)
    assert isinstance(entry, SavedSession | Match)
    return entry
