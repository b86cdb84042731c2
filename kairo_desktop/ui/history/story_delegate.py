"""Paints the rows of a session: lines as a script, each answer as a card."""

from typing import Final

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from kairo_desktop.store.export import clock
from kairo_desktop.types import Lane
from kairo_desktop.ui.history import wording
from kairo_desktop.ui.history.rows import Row, RowKind
from kairo_desktop.ui.history.typeset import Typeset, laid_out
from kairo_desktop.ui.icons import paint_icon

__all__ = ["StoryDelegate"]

_ICON: Final = 14
_COPY: Final = 16
_BAR: Final = 3


class StoryDelegate(QStyledItemDelegate):
    """How a row looks; what is shown is the model's.

    Signals:
        copy_wanted: The index of a question or point whose copy mark was clicked.
    """

    copy_wanted = Signal(QModelIndex)

    def __init__(self, typeset: Typeset, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.typeset = typeset

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """As wide as the view, as high as the text needs."""
        width = option.rect.width()
        return QSize(width, self.typeset.height(_row(index), width))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Paint one row."""
        row, place = _row(index), option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if row.kind is not RowKind.LINE:
            self._card(painter, row, place)
        if option.state & QStyle.StateFlag.State_Selected:
            has_keys = bool(option.state & QStyle.StateFlag.State_HasFocus)
            self._chosen(painter, row, place, has_keys=has_keys)
        self._marks(painter, row, place)
        self._text(painter, row, place)
        active = QStyle.StateFlag.State_MouseOver | QStyle.StateFlag.State_Selected
        if _can_be_copied(row) and option.state & active:
            color = self.typeset.theme.colors.muted
            paint_icon(painter, "copy", color, QRectF(self._copy_mark(row, place)))
        painter.restore()

    def editorEvent(
        self,
        event: QEvent,
        model: QAbstractItemModel,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> bool:
        """A click on a copy mark copies; all else is the view's."""
        row = _row(index)
        is_click = isinstance(event, QMouseEvent) and (
            event.type() is QEvent.Type.MouseButtonRelease
            and event.button() is Qt.MouseButton.LeftButton
        )
        if not (is_click and _can_be_copied(row)):
            return super().editorEvent(event, model, option, index)
        assert isinstance(event, QMouseEvent)
        mark = self._copy_mark(row, option.rect).adjusted(-6, -6, 6, 6)
        if not mark.contains(event.position().toPoint()):
            return super().editorEvent(event, model, option, index)
        self.copy_wanted.emit(model.index(index.row(), 0))
        return True

    def _marks(self, painter: QPainter, row: Row, place: QRect) -> None:
        match row.kind:
            case RowKind.LINE:
                self._script(painter, row, place)
            case RowKind.QUESTION:
                self._time(painter, row, place)
            case RowKind.POINT:
                self._point_marks(painter, row, place)
            case RowKind.CLOSING:
                pass

    def _script(self, painter: QPainter, row: Row, place: QRect) -> None:
        """Time and speaker of a line; the speaker only where it changes."""
        self._time(painter, row, place)
        if not row.opens or row.lane is None:
            return
        typeset, colors = self.typeset, self.typeset.theme.colors
        is_you = row.lane is Lane.MIC
        color = colors.muted if is_you else colors.accent
        left, top = typeset.card(place.width()).left, place.top() + typeset.theme.space.m
        paint_icon(
            painter,
            "mic" if is_you else "system",
            color,
            QRectF(place.left() + left, top, _ICON, _ICON),
        )
        painter.setFont(typeset.label)
        painter.setPen(QColor(color))
        name = QRect(place.left() + left + _ICON + 6, top - 2, 300, typeset.label_height)
        painter.drawText(name, int(Qt.AlignmentFlag.AlignTop), wording.speaker(row.lane))

    def _card(self, painter: QPainter, row: Row, place: QRect) -> None:
        """This row's slice of the card that an answer is."""
        colors, radius = self.typeset.theme.colors, self.typeset.theme.radius.medium
        space, column = self.typeset.theme.space, self.typeset.card(place.width())
        whole = QRectF(place.left() + column.left, place.top(), column.width, place.height())
        top, bottom = whole.top() - 2.0 * radius, whole.bottom() + 2.0 * radius
        if row.kind is RowKind.QUESTION:
            top = whole.top() + space.m
        elif row.kind is RowKind.CLOSING:
            bottom = whole.bottom() - space.m
        card = QRectF(whole.left() + 0.5, top + 0.5, whole.width() - 1, bottom - top - 1)
        painter.save()
        painter.setClipRect(place)
        path = QPainterPath()
        path.addRoundedRect(card, radius, radius)
        painter.fillPath(path, QColor(colors.surface))
        painter.strokePath(path, QPen(QColor(colors.line), 1))
        painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
        painter.fillRect(
            QRectF(card.left(), card.top(), _BAR, card.height()), QColor(colors.accent)
        )
        painter.restore()

    def _point_marks(self, painter: QPainter, row: Row, place: QRect) -> None:
        """The bullet, and the notes that the point rests on."""
        typeset, colors = self.typeset, self.typeset.theme.colors
        column = typeset.column(row, place.width())
        middle = place.top() + typeset.above(row) + typeset.theme.type.body * 0.72
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colors.accent))
        painter.drawEllipse(QPointF(place.left() + column.left - 11, middle), 2.5, 2.5)
        if not row.sources:
            return
        line = QRect(
            place.left() + column.left,
            place.bottom() - typeset.note_height - typeset.theme.space.xs + 2,
            column.width,
            typeset.note_height,
        )
        paint_icon(painter, "note", colors.faint, QRectF(line.left(), line.top() + 3, 13, 13))
        painter.setFont(typeset.small)
        painter.setPen(QColor(colors.muted))
        names = painter.fontMetrics().elidedText(
            wording.source_names(row.sources), Qt.TextElideMode.ElideMiddle, line.width() - 20
        )
        painter.drawText(line.adjusted(19, 0, 0, 0), int(Qt.AlignmentFlag.AlignVCenter), names)

    def _time(self, painter: QPainter, row: Row, place: QRect) -> None:
        typeset = self.typeset
        painter.setFont(typeset.small)
        painter.setPen(QColor(typeset.theme.colors.faint))
        left = typeset.card(place.width()).left
        box = QRect(place.left(), place.top() + typeset.above(row) + 1, left - 16, 20)
        painter.drawText(box, int(Qt.AlignmentFlag.AlignRight), clock(row.at_s))

    def _text(self, painter: QPainter, row: Row, place: QRect) -> None:
        typeset, colors = self.typeset, self.typeset.theme.colors
        column = typeset.column(row, place.width())
        layout = laid_out(
            typeset.text_of(row),
            typeset.font_of(row),
            column.width,
            row.spans,
            QColor(colors.selection),
        )
        painter.setPen(QColor(colors.muted if row.kind is RowKind.CLOSING else colors.text))
        layout.draw(painter, QPointF(place.left() + column.left, place.top() + typeset.above(row)))

    def _chosen(self, painter: QPainter, row: Row, place: QRect, *, has_keys: bool) -> None:
        """The chosen row has a ground and, where the keys go to it, an outline."""
        colors, card = self.typeset.theme.colors, self.typeset.card(place.width())
        top = place.top() + self.typeset.above(row) - 5
        bottom = place.bottom() - (
            2 * self.typeset.theme.space.m - 2 if row.kind is RowKind.CLOSING else 1
        )
        ground = QRectF(place.left() + card.left + 6, top, card.width - 12, bottom - top)
        if row.kind is RowKind.LINE:
            ground.adjust(-14, 0, 0, 0)
        fill = QColor(colors.selection)
        fill.setAlpha(90)
        painter.setBrush(fill)
        painter.setPen(QPen(QColor(colors.accent), 1) if has_keys else Qt.PenStyle.NoPen)
        painter.drawRoundedRect(ground.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)

    def _copy_mark(self, row: Row, place: QRect) -> QRect:
        card = self.typeset.card(place.width())
        top = place.top() + self.typeset.above(row)
        return QRect(place.left() + card.left + card.width - _COPY - 12, top, _COPY, _COPY)


def _row(index: QModelIndex | QPersistentModelIndex) -> Row:
    row = index.data(Qt.ItemDataRole.UserRole)
    assert isinstance(row, Row)
    return row


def _can_be_copied(row: Row) -> bool:
    return row.kind in (RowKind.QUESTION, RowKind.POINT)
