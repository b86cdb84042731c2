"""The right side of the history: one session, read from its head to its last line."""

from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLabel, QStackedLayout, QVBoxLayout, QWidget

from kairo_desktop.settings.paths import Paths
from kairo_desktop.store.export import Format
from kairo_desktop.store.figures import Figures, figures_of
from kairo_desktop.store.history import History
from kairo_desktop.store.private_files import has_index
from kairo_desktop.store.records import SavedSession, SessionState
from kairo_desktop.ui.history.notice import Notice
from kairo_desktop.ui.history.rows import Row, marked, rows_of
from kairo_desktop.ui.history.story_head import StoryHead
from kairo_desktop.ui.history.story_view import StoryView
from kairo_desktop.ui.history.typeset import Typeset
from kairo_desktop.ui.icons import icon
from kairo_desktop.ui.theme import Theme

__all__ = ["Opened", "Reading", "ReadingPane", "opened"]

_ALL_HITS = 100_000


@dataclass(frozen=True, slots=True)
class Opened:
    """A session, ready to be shown.

    Attributes:
        alone_with: The profile that no other session is answered from; empty where there is
            none, or nothing was made of its notes.
    """

    session: SavedSession
    figures: Figures
    rows: tuple[Row, ...]
    alone_with: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """How a session is to be read.

    Attributes:
        words: What is sought in it.
        width: Of the view that its rows are laid out for, in pixels.
    """

    words: str
    typeset: Typeset
    width: int


def opened(history: History, session_id: int, reading: Reading, paths: Paths) -> Opened:
    """Read a session, mark what is sought in it, and lay it out.

    Raises:
        InputError: there is none of that number.
        DiskError: the history cannot be read.
    """
    story = history.story(session_id)
    hits = history.search(reading.words, _ALL_HITS, session_id=session_id)
    rows = marked(rows_of(story), hits)
    reading.typeset.warm_up(rows, reading.width)
    profile = history.profile_of_only(session_id)
    alone_with = profile if has_index(paths, profile) else ""
    return Opened(story.session, figures_of(story.turns), rows, alone_with)


class ReadingPane(QWidget):
    """One session, or the word that none is chosen.

    Signals:
        renamed: A session's number and its new title.
        export_wanted: A `SavedSession` and a `Format`.
        delete_wanted: A session's number, and the profile whose index shall go too, or nothing.
        recover_wanted: A session's number.
    """

    renamed = Signal(int, str)
    export_wanted = Signal(SavedSession, Format)
    delete_wanted = Signal(int, str)
    recover_wanted = Signal(int)

    def __init__(self, theme: Theme, typeset: Typeset, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session: SavedSession | None = None
        self._alone_with = ""
        self.head, self.view, self.notice = StoryHead(theme), StoryView(typeset), Notice(theme)
        self._nothing, self._sign, self._word = QWidget(), QLabel(), QLabel()
        self.head.renamed.connect(self._rename)
        self.head.export_wanted.connect(self._export)
        self.head.copy_all_wanted.connect(self.view.copy_all)
        self.head.delete_wanted.connect(self.ask_to_delete)
        self._arrange(theme)
        self.set_theme(theme, typeset)

    @property
    def session_id(self) -> int | None:
        """The session that is shown; None where none is."""
        return None if self._session is None else self._session.session_id

    @property
    def is_live(self) -> bool:
        """Whether the session that is shown is being recorded, as far as is known."""
        return self._session is not None and self._session.state is SessionState.RUNNING

    @property
    def layout_width(self) -> int:
        """The width that rows have to be laid out for."""
        return self.view.viewport().width()

    def set_theme(self, theme: Theme, typeset: Typeset) -> None:
        """Take the look of another theme."""
        self.head.set_theme(theme)
        self._sign.setPixmap(icon("history", theme.colors.line).pixmap(QSize(48, 48)))
        self.notice.set_theme(theme)
        self.view.set_typeset(typeset)

    def show_story(self, story: Opened) -> None:
        """Show a session; one that is shown already keeps its place on the screen."""
        anew = self.session_id != story.session.session_id
        self._session, self._alone_with = story.session, story.alone_with
        self.head.show_session(story.session, story.figures)
        self.view.show_rows(story.rows, anew=anew)
        if anew:
            self.notice.hide()
            self._offer_recovery(story.session)
        self._stack.setCurrentIndex(1)

    def show_nothing(self) -> None:
        """Say that no session is chosen."""
        self._session = None
        self.view.show_rows((), anew=True)
        self.notice.hide()
        self._stack.setCurrentIndex(0)

    def say_what_there_is(self, *, any_session: bool) -> None:
        """Where none is shown, say why."""
        none = self.tr("There is no session to read.")
        self._word.setText(self.tr("Choose a session to read it.") if any_session else none)

    def ask_to_delete(self) -> None:
        """Ask, in place, whether this session shall go for good."""
        if self._session is None or self.is_live:
            return
        number, profile = self._session.session_id, self._alone_with
        notes_too = self.tr("It is the last with these notes: delete their index, too")
        self.notice.ask(
            self.tr("Delete this session? Nothing of it can be brought back."),
            self.tr("Delete"),
            lambda chosen: self.delete_wanted.emit(number, profile if chosen else ""),
            notes_too if profile else "",
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """F2 renames, Del asks to delete."""
        match event.key():
            case Qt.Key.Key_F2:
                self.head.title.setFocus(Qt.FocusReason.ShortcutFocusReason)
                self.head.title.selectAll()
            case Qt.Key.Key_Delete:
                self.ask_to_delete()
            case _:
                super().keyPressEvent(event)

    def _arrange_nothing(self, theme: Theme) -> None:
        """What stands here while there is nothing to read."""
        self._word.setProperty("role", "muted")
        self.say_what_there_is(any_session=False)
        column = QVBoxLayout(self._nothing)
        column.setSpacing(theme.space.m)
        column.addStretch(2)
        for label in (self._sign, self._word):
            column.addWidget(label, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)

    def _offer_recovery(self, session: SavedSession) -> None:
        if session.state is SessionState.INTERRUPTED:
            number = session.session_id
            self.notice.offer(
                self.tr("This session broke off. What was said until then is kept."),
                self.tr("Recover"),
                lambda _: self.recover_wanted.emit(number),
            )

    def _rename(self, title: str) -> None:
        if self._session is not None:
            self.renamed.emit(self._session.session_id, title)

    def _export(self, form: Format) -> None:
        if self._session is not None:
            self.export_wanted.emit(self._session, form)

    def _arrange(self, theme: Theme) -> None:
        self._arrange_nothing(theme)
        page, rule = QWidget(), QFrame()
        rule.setProperty("kind", "rule")
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        strip = QVBoxLayout()
        # Below the words of the head, which stand a little further in than its edge.
        strip.setContentsMargins(theme.space.l + theme.space.s, 0, theme.space.l, 0)
        strip.addWidget(self.notice)
        column.addWidget(self.head)
        column.addLayout(strip)
        column.addSpacing(theme.space.s)
        column.addWidget(rule)
        column.addWidget(self.view, 1)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._nothing)
        self._stack.addWidget(page)
