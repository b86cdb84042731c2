"""The history window: the list, the reading side, and the clerk between them and the disk."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QFileDialog, QSplitter, QVBoxLayout, QWidget

from kairo_desktop.errors import KairoError
from kairo_desktop.settings.paths import Paths
from kairo_desktop.store.export import Format
from kairo_desktop.store.history import History
from kairo_desktop.store.records import Match, SavedSession, SessionState
from kairo_desktop.ui.history import errands
from kairo_desktop.ui.history.clerk import Clerk
from kairo_desktop.ui.history.reading_pane import Opened, Reading, ReadingPane, opened
from kairo_desktop.ui.history.sessions_pane import SessionsPane
from kairo_desktop.ui.history.typeset import Typeset
from kairo_desktop.ui.icons import app_icon
from kairo_desktop.ui.theme import Theme

__all__ = ["ChooseFile", "HistoryWindow"]

_LIVE_MS = 1500
"""How often a session that is being recorded is read again while the window is seen."""

ChooseFile = Callable[[QWidget, str, str], str]
"""Asks where to save: gets a proposed name and a filter; an empty answer is a change of mind."""


class HistoryWindow(QWidget):
    """What was kept, to be found, read, taken out and thrown away.

    Signals:
        deleted: The numbers of sessions that are gone, as a tuple.

    Args:
        paths: Where the history and what was made of the notes lie.
        theme: How it looks.
        choose_file: How a place to save to is asked for.
    """

    deleted = Signal(tuple)

    def __init__(self, paths: Paths, theme: Theme, choose_file: ChooseFile | None = None) -> None:
        super().__init__()
        self.setProperty("kind", "window")
        self.setWindowTitle(self.tr("Kairo history"))
        self.setWindowIcon(app_icon())
        self._paths, self._choose_file = paths, choose_file or _ask_for_file
        self._typeset = Typeset(theme, self.font())
        self._clerk = Clerk(paths.sessions, self)
        self.sessions = SessionsPane(theme, self._typeset)
        self.reading = ReadingPane(theme, self._typeset)
        self._wanted: int | None = None
        self._jump: Match | None = None
        self._offered = False
        self._stamp: tuple[int, ...] = ()
        self._live = QTimer(self, interval=_LIVE_MS)
        self._connect()
        self._arrange()

    def set_theme(self, theme: Theme) -> None:
        """Take the look of another theme."""
        self._typeset = Typeset(theme, self.font())
        self.sessions.set_theme(theme, self._typeset)
        self.reading.set_theme(theme, self._typeset)
        self.refresh()

    def refresh(self) -> None:
        """Read the list, and the session that is shown, again."""
        self._list()
        if self._wanted is not None:
            self.open_session(self._wanted)

    def open_session(self, session_id: int) -> None:
        """Show a session of this number."""
        self._wanted = session_id
        reading = Reading(self.sessions.words, self._typeset, self.reading.layout_width)
        self._clerk.ask(
            partial(opened, session_id=session_id, reading=reading, paths=self._paths),
            self._show_story,
        )

    def showEvent(self, event: QShowEvent) -> None:
        """What is seen is kept up to date."""
        super().showEvent(event)
        self.refresh()
        self._live.start()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Nothing goes on behind a closed window."""
        self._live.stop()
        self._clerk.drop()
        super().closeEvent(event)

    def _list(self) -> None:
        self._clerk.ask(partial(errands.listed, words=self.sessions.words), self._show_list)

    def _look_again(self) -> None:
        """Follow what is being recorded; a history that does not change costs nothing."""
        stamp = errands.stamp(self._paths.sessions)
        if stamp == self._stamp and not self.reading.is_live:
            return
        self._stamp = stamp
        self._list()
        if self._wanted is not None and self.reading.is_live:
            self.open_session(self._wanted)

    def _show_list(self, listed: errands.Listed) -> None:
        if listed.words != self.sessions.words:
            return
        self.sessions.show_sessions(listed.sessions, listed.matches)
        self.reading.say_what_there_is(any_session=bool(listed.sessions))
        self._offer_recovery(listed.sessions)
        numbers = {session.session_id for session in listed.sessions}
        if self._wanted is not None and self._wanted not in numbers:
            self._close_session()
        if self._wanted is None and listed.sessions and not listed.words:
            self.open_session(listed.sessions[0].session_id)

    def _show_story(self, story: Opened) -> None:
        """Show what was read, unless the user has gone on to another session meanwhile."""
        if story.session.session_id != self._wanted:
            return
        self.reading.show_story(story)
        self.sessions.point_at(story.session)
        jump, self._jump = self._jump, None
        if jump is not None:
            self.reading.view.jump(jump)

    def _close_session(self) -> None:
        self._wanted = self._jump = None
        self.reading.show_nothing()

    def _open_match(self, match: Match) -> None:
        self._jump = match
        self.open_session(match.session_id)

    def _offer_recovery(self, sessions: Sequence[SavedSession]) -> None:
        """Once: what broke off can be made whole. Of the one that is open, its head says so."""
        broken = [s.session_id for s in sessions if s.state is SessionState.INTERRUPTED]
        if self._offered or not broken or broken == [sessions[0].session_id]:
            return
        self._offered = True
        self.sessions.notice.offer(
            self.tr(
                "%n session(s) broke off before the end. What was said until then is kept.",
                "",
                len(broken),
            ),
            self.tr("Recover"),
            lambda _: self._recover(*broken),
        )

    def _recover(self, *session_ids: int) -> None:
        self.reading.notice.hide()
        self.sessions.notice.hide()
        self._change(lambda history: [history.recover(number) for number in session_ids])

    def _rename(self, session_id: int, title: str) -> None:
        self._change(lambda history: history.rename(session_id, title))

    def _delete(self, session_id: int, profile: str) -> None:
        self._close_session()
        self._throw_away(
            partial(errands.delete_one, session_id=session_id, profile=profile, paths=self._paths)
        )

    def _delete_all(self, notes_too: bool) -> None:  # noqa: FBT001 - a signal's value
        self._close_session()
        self._throw_away(partial(errands.delete_all, paths=self._paths, notes_too=notes_too))

    def _throw_away(self, work: Callable[[History], tuple[int, ...]]) -> None:
        """Delete sessions, then show the history as it is."""

        def tell(session_ids: tuple[int, ...]) -> None:
            self.deleted.emit(session_ids)
            self.refresh()

        self._clerk.ask(work, tell)

    def _change(self, work: Callable[[History], object]) -> None:
        """Do something to the history, then show it as it is."""
        self._clerk.ask(work, lambda _: self.refresh())

    def _export(self, session: SavedSession, form: Format) -> None:
        name = f"{errands.file_name(session)}.{form.value}"
        chosen = self._choose_file(self, name, f"*.{form.value}")
        if chosen:
            self._clerk.ask(
                partial(
                    errands.exported, session_id=session.session_id, form=form, to=Path(chosen)
                ),
                lambda file: self.reading.notice.tell(self.tr("Saved as {}.").format(file)),
            )

    def _complain(self, error: KairoError) -> None:
        pane = self.sessions if self.reading.session_id is None else self.reading
        pane.notice.say(str(error))

    def _connect(self) -> None:
        self._clerk.failed.connect(self._complain)
        self._live.timeout.connect(self._look_again)
        self.sessions.searched.connect(lambda _: self.refresh())
        self.sessions.session_chosen.connect(self.open_session)
        self.sessions.match_chosen.connect(self._open_match)
        self.sessions.delete_all_wanted.connect(self._delete_all)
        self.reading.renamed.connect(self._rename)
        self.reading.export_wanted.connect(self._export)
        self.reading.delete_wanted.connect(self._delete)
        self.reading.recover_wanted.connect(self._recover)
        for key, slot in (
            (QKeySequence(QKeySequence.StandardKey.Find), self._to_search),
            (QKeySequence(Qt.Key.Key_F3), partial(self.reading.view.next_hit, 1)),
            (QKeySequence("Shift+F3"), partial(self.reading.view.next_hit, -1)),
            (QKeySequence(QKeySequence.StandardKey.Close), self.close),
        ):
            QShortcut(key, self).activated.connect(slot)

    def _to_search(self) -> None:
        self.sessions.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.sessions.field.selectAll()

    def _arrange(self) -> None:
        halves = QSplitter(Qt.Orientation.Horizontal)
        halves.addWidget(self.sessions)
        halves.addWidget(self.reading)
        halves.setStretchFactor(1, 1)
        halves.setSizes([320, 760])
        halves.setChildrenCollapsible(False)
        self.sessions.setMinimumWidth(240)
        self.reading.setMinimumWidth(380)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(halves)
        self.resize(1080, 720)


def _ask_for_file(parent: QWidget, name: str, kinds: str) -> str:
    title = QCoreApplication.translate("HistoryWindow", "Save this session")
    chosen, _ = QFileDialog.getSaveFileName(parent, title, str(Path.home() / name), kinds)
    return chosen
