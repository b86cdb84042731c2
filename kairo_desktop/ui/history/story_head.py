"""What stands above a session's rows: its title, when it was, what it came to, what can be done."""

from datetime import UTC, datetime

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QVBoxLayout,
    QWidget,
)

from kairo_desktop.store.export import Format
from kairo_desktop.store.figures import Figures
from kairo_desktop.store.records import SavedSession, SessionState
from kairo_desktop.ui.history import wording
from kairo_desktop.ui.icons import icon
from kairo_desktop.ui.settings.buttons import WordButton
from kairo_desktop.ui.theme import Theme

__all__ = ["StoryHead", "TitleField"]


_ROOMY = 600
"""From this width on, buttons have words."""


class TitleField(QLineEdit):
    """A title that is edited where it stands; Escape brings the old one back."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._saved = ""
        self.setMaxLength(200)

    def show_title(self, title: str) -> None:
        """Show a title, unless one is being typed at this moment."""
        self._saved = title
        if not self.hasFocus():
            self.setText(title)
            self.setCursorPosition(0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape leaves the title as it was."""
        if event.key() == Qt.Key.Key_Escape and self.text() != self._saved:
            self.setText(self._saved)
            return
        super().keyPressEvent(event)


class StoryHead(QWidget):
    """The head of a session.

    Signals:
        renamed: The new title.
        export_wanted: A `Format`.
        copy_all_wanted, delete_wanted: A button was pressed.
    """

    renamed = Signal(str)
    export_wanted = Signal(Format)
    copy_all_wanted = Signal()
    delete_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown: SavedSession | None = None
        self.title = TitleField()
        self.title.setAccessibleName(self.tr("Title of the session"))
        self.title.setToolTip(self.tr("Click to rename"))
        self.title.editingFinished.connect(self._rename)
        self._when, self._figures = QLabel(), QLabel()
        self.copy, self.export, self.delete = WordButton(), WordButton(), WordButton()
        self._names = {
            self.copy: self.tr("&Copy all"),
            self.export: self.tr("&Export"),
            self.delete: self.tr("&Delete…"),
        }
        self._set_up_buttons()
        self._arrange()
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Take the look of another theme."""
        self._theme = theme
        colors, scale = theme.colors, theme.type
        self.title.setStyleSheet(
            f"QLineEdit {{ background: transparent; border: 1px solid transparent;"
            f" font-size: {scale.title}px; font-weight: 600; padding: 2px 6px;"
            f" min-height: {scale.title + 12}px; }}"
            f"QLineEdit:hover {{ border-color: {colors.line}; }}"
            f"QLineEdit:focus {{ border-color: {colors.accent}; background: {colors.surface}; }}"
        )
        for button, name in ((self.copy, "copy"), (self.export, "export"), (self.delete, "trash")):
            button.setIcon(icon(name, colors.muted))

    def show_session(self, session: SavedSession, figures: Figures) -> None:
        """Show what is known of a session; that it broke off, the notice below it says."""
        self._shown = session
        self.title.show_title(session.title)
        whole = session.state is not SessionState.INTERRUPTED
        self._when.setText(wording.one_session(session, datetime.now(UTC), says_how_it_ended=whole))
        self._figures.setText(wording.figures(figures))
        self._figures.setToolTip(wording.all_figures(figures))
        self._figures.setVisible(figures.n_answered > 0)
        is_running = session.state is SessionState.RUNNING
        self.delete.setEnabled(not is_running)
        self.delete.setToolTip(
            self.tr("It is being recorded: stop it first.")
            if is_running
            else self.tr("Delete this session (Del)")
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow window the title has the room, and buttons show their signs alone."""
        super().resizeEvent(event)
        for button, name in self._names.items():
            button.setText(name if self.width() >= _ROOMY else "")

    def _rename(self) -> None:
        title = " ".join(self.title.text().split())
        if self._shown is None or title == self._shown.title:
            return
        if title:
            self.renamed.emit(title)
        else:
            self.title.setText(self._shown.title)

    def _set_up_buttons(self) -> None:
        menu = QMenu(self)
        for form, name in (
            (Format.MD, self.tr("&Markdown, to read and keep")),
            (Format.JSON, self.tr("&JSON, everything for other programs")),
            (Format.SRT, self.tr("&Subtitles (SRT), the lines with their times")),
        ):
            menu.addAction(name).triggered.connect(
                lambda _=False, form=form: self.export_wanted.emit(form)
            )
        self.export.setMenu(menu)
        self.copy.setToolTip(self.tr("Copy everything that was said and answered"))
        self.export.setToolTip(self.tr("Save this session as a file"))
        self.copy.clicked.connect(self.copy_all_wanted)
        self.delete.clicked.connect(self.delete_wanted)
        for button, name in self._names.items():
            button.setIconSize(QSize(16, 16))
            button.setAccessibleName(name.replace("&", ""))

    def _arrange(self) -> None:
        space = self._theme.space
        self._when.setProperty("role", "muted")
        self._figures.setProperty("role", "faint")
        upper = QHBoxLayout()
        upper.setSpacing(space.s)
        upper.addWidget(self.title, 1)
        for button in self._names:
            upper.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(space.l, space.l, space.l, space.s)
        column.setSpacing(space.xs)
        column.addLayout(upper)
        for label in (self._when, self._figures):
            label.setIndent(space.s)
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            column.addWidget(label)
