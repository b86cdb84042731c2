"""The list of a session's rows: choosing, copying, jumping from hit to hit."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QListView, QMenu, QWidget

from kairo_desktop.store.records import Match
from kairo_desktop.ui.history import wording
from kairo_desktop.ui.history.models import StoryModel
from kairo_desktop.ui.history.rows import Row, RowKind, shown_hits
from kairo_desktop.ui.history.story_delegate import StoryDelegate
from kairo_desktop.ui.history.typeset import Typeset

__all__ = ["StoryView"]


class StoryView(QListView):
    """Rows of one session."""

    def __init__(self, typeset: Typeset, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = StoryModel(self)
        self._delegate = StoryDelegate(typeset, self)
        self._delegate.copy_wanted.connect(self._copy_at)
        self.setModel(self._model)
        self.setItemDelegate(self._delegate)
        self.setProperty("kind", "navigation")
        self.setAccessibleName(self.tr("What was said and answered"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMouseTracking(True)

    @property
    def rows(self) -> tuple[Row, ...]:
        """All of them, from the top."""
        return self._model.rows

    def set_typeset(self, typeset: Typeset) -> None:
        """Take other type and colors."""
        self._delegate.typeset = typeset
        self.scheduleDelayedItemsLayout()
        self.viewport().update()

    def show_rows(self, rows: tuple[Row, ...], *, anew: bool) -> None:
        """Show these rows: from their top, or where the reader is in a session that grew.

        Who reads the end of it follows; who reads further up is left alone.
        """
        bar = self.verticalScrollBar()
        at, follows = bar.value(), bar.value() >= bar.maximum() - 4
        self._model.show(rows)
        if anew:
            self.scrollToTop()
        elif follows:
            self.scrollToBottom()
        else:
            bar.setValue(at)

    def jump(self, match: Match) -> None:
        """Bring a match into sight and choose its row; one that is not here moves nothing."""
        for place in shown_hits(self.rows, match):
            self._go_to(place)

    def next_hit(self, step: int) -> bool:
        """Go to the next marked row below (`step` 1) or above (-1), around the end."""
        n_rows, now = len(self.rows), self.currentIndex().row()
        for distance in range(1, n_rows + 1):
            place = (now + step * distance) % n_rows
            if self.rows[place].spans:
                self._go_to(place)
                return True
        return False

    def copy_chosen(self) -> bool:
        """Put the chosen rows on the clipboard; False where none is chosen."""
        places = sorted(index.row() for index in self.selectedIndexes())
        return _to_clipboard([self.rows[place] for place in places])

    def copy_all(self) -> bool:
        """Put everything on the clipboard."""
        return _to_clipboard(self.rows)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copying takes whole rows."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_chosen()
            return
        super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """What can be done with a row, by the right button or the menu key."""
        index = self.indexAt(event.pos()) if event.pos() != QPoint() else self.currentIndex()
        if not index.isValid():
            return
        row = self.rows[index.row()]
        menu = QMenu(self)
        menu.addAction(self.tr("&Copy"), self.copy_chosen)
        if row.kind is not RowKind.LINE:
            menu.addAction(
                self.tr("Copy the whole &answer"), lambda: _to_clipboard(self._answer_of(row))
            )
        menu.addAction(self.tr("Copy a&ll"), self.copy_all)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Choose the first row in sight where none is chosen: it shows where the keys go."""
        if not self.currentIndex().isValid() and self.rows:
            top = self.indexAt(QPoint(1, 1))
            self.setCurrentIndex(top if top.isValid() else self._model.index(0))
        super().focusInEvent(event)

    def _copy_at(self, index: QModelIndex) -> None:
        row = self.rows[index.row()]
        _to_clipboard(self._answer_of(row) if row.kind is RowKind.QUESTION else [row])

    def _answer_of(self, row: Row) -> list[Row]:
        """The question, its points and its foot."""
        return [r for r in self.rows if r.kind is not RowKind.LINE and r.number == row.number]

    def _go_to(self, place: int) -> None:
        index = self._model.index(place)
        self.setCurrentIndex(index)
        self.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)


def _to_clipboard(rows: Sequence[Row] | Iterable[Row]) -> bool:
    text = wording.copied(rows)
    if text:
        QGuiApplication.clipboard().setText(text)
    return bool(text)
