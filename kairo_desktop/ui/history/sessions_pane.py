"""The left side of the history: a search field, the sessions, and what was found in them."""

from collections.abc import Iterable, Iterator, Sequence

from PySide6.QtCore import QModelIndex, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLabel,
    QLineEdit,
    QListView,
    QVBoxLayout,
    QWidget,
)

from kairo_desktop.store.records import Match, SavedSession
from kairo_desktop.ui.history.entry_delegate import EntryDelegate
from kairo_desktop.ui.history.models import Entry, SessionsModel
from kairo_desktop.ui.history.notice import Notice
from kairo_desktop.ui.history.typeset import Typeset
from kairo_desktop.ui.icons import icon
from kairo_desktop.ui.settings.buttons import button
from kairo_desktop.ui.theme import Theme

__all__ = ["SessionsPane", "grouped"]

_TYPING_MS = 180
"""A search waits for the next letter this long."""


class SessionsPane(QWidget):
    """Sessions, newest first, or those in which something was found.

    Signals:
        searched: The words that are sought; empty for all sessions.
        session_chosen: Its number.
        match_chosen: A `Match` to jump to.
        delete_all_wanted: Whether what was made of the notes shall go too.
    """

    searched = Signal(str)
    session_chosen = Signal(int)
    match_chosen = Signal(Match)
    delete_all_wanted = Signal(bool)

    def __init__(self, theme: Theme, typeset: Typeset, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._is_choosing = False
        self._model = SessionsModel(self)
        self._delegate = EntryDelegate(typeset, self)
        self.field, self.list = QLineEdit(), QListView()
        self.notice = Notice(theme, is_narrow=True)
        self._empty = QLabel()
        self._delete_all = button(self.tr("Delete &all…"), "quiet")
        self._typing = QTimer(self, interval=_TYPING_MS, singleShot=True)
        self._typing.timeout.connect(lambda: self.searched.emit(self.words))
        self._set_up_field()
        self._set_up_list()
        self._arrange()
        self.set_theme(theme, typeset)

    @property
    def words(self) -> str:
        """What is sought."""
        return self.field.text().strip()

    def set_theme(self, theme: Theme, typeset: Typeset) -> None:
        """Take the look of another theme."""
        self._theme, self._delegate.typeset = theme, typeset
        self.notice.set_theme(theme)
        self._search_sign.setIcon(icon("search", theme.colors.muted))
        self._delete_all.setIcon(icon("trash", theme.colors.muted))
        self.list.viewport().update()

    def show_sessions(self, sessions: Sequence[SavedSession], matches: Sequence[Match]) -> None:
        """Show all sessions or, while something is sought, those with matches."""
        chosen = self.chosen
        entries = tuple(grouped(sessions, matches)) if self.words else tuple(sessions)
        if self._model.show(entries) and chosen is not None:
            self.choose(chosen)
        self._delete_all.setVisible(bool(sessions))
        self._empty.setVisible(not entries)
        self.list.setVisible(bool(entries))
        self._empty.setText(
            self.tr("Nothing found.")
            if self.words
            else self.tr(
                "No sessions yet.\n\nWhat is said and answered while Kairo listens"
                " is kept here, on this machine only, unless Privacy says otherwise."
            )
        )

    @property
    def chosen(self) -> Entry | None:
        """The entry that the keyboard is on; None where nothing is chosen."""
        entry = self.list.currentIndex().data(Qt.ItemDataRole.UserRole)
        return entry if isinstance(entry, SavedSession | Match) else None

    def point_at(self, session: SavedSession) -> None:
        """Put the keyboard on a session that was opened otherwise, unless it is in it already."""
        chosen = self.chosen
        if chosen is None or chosen.session_id != session.session_id:
            self.choose(session)

    def choose(self, entry: Entry) -> None:
        """Put the keyboard on an entry, or on its session, without opening anything."""
        places = [n for n, other in enumerate(self._model.entries) if _same(entry, other)]
        self._is_choosing = True
        self.list.setCurrentIndex(self._model.index(places[0]) if places else QModelIndex())
        self._is_choosing = False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape ends the search; Down goes from the field into the list."""
        if event.key() == Qt.Key.Key_Escape and self.words:
            self.field.clear()
        elif event.key() == Qt.Key.Key_Down and self.field.hasFocus():
            self.list.setFocus(Qt.FocusReason.TabFocusReason)
        else:
            super().keyPressEvent(event)

    def _set_up_field(self) -> None:
        self.field.setPlaceholderText(self.tr("Search all sessions"))
        self.field.setAccessibleName(self.tr("Search all sessions"))
        self.field.setClearButtonEnabled(True)
        self._search_sign = self.field.addAction(
            icon("search", self._theme.colors.muted), QLineEdit.ActionPosition.LeadingPosition
        )
        self.field.textChanged.connect(lambda _: self._typing.start())

    def _set_up_list(self) -> None:
        view = self.list
        view.setModel(self._model)
        view.setItemDelegate(self._delegate)
        view.setProperty("kind", "navigation")
        view.setAccessibleName(self.tr("Sessions"))
        view.setMouseTracking(True)
        view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setResizeMode(QListView.ResizeMode.Adjust)
        view.selectionModel().currentChanged.connect(self._opened)
        view.clicked.connect(self._opened)
        view.activated.connect(self._opened)

    def _opened(self, index: QModelIndex) -> None:
        if not index.isValid() or self._is_choosing:
            return
        entry = index.data(Qt.ItemDataRole.UserRole)
        if isinstance(entry, Match):
            self.match_chosen.emit(entry)
        elif isinstance(entry, SavedSession):
            self.session_chosen.emit(entry.session_id)

    def _arrange(self) -> None:
        space = self._theme.space
        self._empty.setWordWrap(True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setProperty("role", "muted")
        self._delete_all.setIconSize(QSize(16, 16))
        self._delete_all.clicked.connect(self._ask_for_all)
        column = QVBoxLayout(self)
        column.setContentsMargins(space.m, space.m, space.m, space.s)
        column.setSpacing(space.s)
        column.addWidget(self.field)
        column.addWidget(self.notice)
        column.addWidget(self.list, 1)
        column.addWidget(self._empty, 1)
        column.addWidget(self._delete_all, 0, Qt.AlignmentFlag.AlignLeft)

    def _ask_for_all(self) -> None:
        self.notice.ask(
            self.tr("Delete every session? Nothing of them can be brought back."),
            self.tr("Delete all"),
            self.delete_all_wanted.emit,
            self.tr("Also what was made of my notes"),
        )


def grouped(sessions: Iterable[SavedSession], matches: Sequence[Match]) -> Iterator[Entry]:
    """Each session in which something was found, followed by the places in their order."""
    for session in sessions:
        found = [match for match in matches if match.session_id == session.session_id]
        if found:
            yield session
            yield from sorted(found, key=lambda match: (match.at_s, match.index))


def _same(entry: Entry, other: Entry) -> bool:
    if isinstance(entry, SavedSession) and isinstance(other, SavedSession):
        return entry.session_id == other.session_id
    return entry == other
