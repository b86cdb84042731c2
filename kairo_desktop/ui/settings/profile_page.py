"""The folder with the user's résumé, job ad and notes: what is read of it, and what is not."""

from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final

from kairo_desktop.errors import KairoError
from kairo_desktop.settings.fields import fields_of_schema
from kairo_desktop.ui.settings.buttons import button
from kairo_desktop.ui.settings.desk import SettingsDesk
from kairo_desktop.ui.settings.errand import Errand
from kairo_desktop.ui.settings.folder_editor import FolderEditor
from kairo_desktop.ui.settings.notes import FileKind, ProfileReport, report_of
from kairo_desktop.ui.settings.outside import Outside
from kairo_desktop.ui.settings.page import Page
from kairo_desktop.ui.settings.pages import PageName, on_page
from kairo_desktop.ui.settings.row import Row, setting_row

__all__ = ["ProfilePage"]

_MOST: Final = 100
"""Rows on a card; more would only be scrolled past."""


class ProfilePage(Page):
    """The folder is read on a thread, each time the page is shown; nothing of it is copied."""

    def __init__(self, desk: SettingsDesk, outside: Outside) -> None:
        super().__init__(
            self.tr("Profile"),
            self.tr(
                "One folder with your résumé (resume or cv), the job ad (job) and your notes, as "
                "md, txt, pdf or docx. It takes effect at the next session."
            ),
        )
        self._desk = desk
        self._folder = ""
        (field,) = on_page(fields_of_schema(), PageName.PROFILE)
        editor = FolderEditor(outside.chooser, self.tr("Choose your profile folder"))
        self._row = setting_row(field, desk, editor)
        again = button(self.tr("&Read it again"))
        again.clicked.connect(self._read)
        self._place = Row(self.tr("No folder is chosen"), "", again)
        self._again = again
        self.add_card("", [self._row, self._place])
        self._read_card = self.add_card(self.tr("Read"))
        self._skipped_card = self.add_card(self.tr("Not read"))
        desk.changed.connect(self._follow)

    def enter(self) -> None:
        """Read the folder as it is now."""
        self._read()

    def _follow(self) -> None:
        if self._desk.settings.retrieval.profile_folder != self._folder and self.isVisible():
            self._read()

    def _read(self) -> None:
        self._folder = self._desk.settings.retrieval.profile_folder
        self._again.setVisible(bool(self._folder))
        self._read_card.clear()
        self._skipped_card.clear()
        if not self._folder:
            self._place.set_title(self.tr("No folder is chosen"))
            self._say(self.tr("Answers are general advice until there is one."))
            return
        self._place.set_title(self._folder)
        self._say(self.tr("Reading …"))
        errand = Errand(partial(report_of, Path(self._folder)), self)
        errand.done.connect(partial(self._show, self._folder))
        errand.failed.connect(partial(self._fail, self._folder))
        errand.start()

    def _show(self, folder: str, report: ProfileReport) -> None:
        if folder != self._folder:
            return
        n_read, n_skipped = len(report.read), len(report.skipped)
        words = self.tr("%n file(s) read, {0} not.", "", n_read)
        self._say(words.format(n_skipped))
        self._read_card.clear()
        for read in islice(report.read, _MOST):
            text = self.tr("{0} · %n word(s)", "", read.n_words)
            self._read_card.add(Row(read.file, text.format(self._kind(read.kind))))
        self._skipped_card.clear()
        for skipped in islice(report.skipped, _MOST):
            self._skipped_card.add(Row(skipped.file, self.tr("It {0}.").format(skipped.reason)))
        for card, n in (
            (self._read_card, n_read),
            (self._skipped_card, n_skipped),
        ):
            if n > _MOST:
                card.add(Row(self.tr("and {0} more").format(n - _MOST)))

    def _fail(self, folder: str, error: KairoError) -> None:
        if folder == self._folder:
            self._place.set_text("")
            self._place.say(str(error), "bad")

    def _say(self, words: str) -> None:
        self._place.set_text(words)
        self._place.say("")

    def _kind(self, kind: FileKind) -> str:
        return {
            FileKind.RESUME: self.tr("Your résumé"),
            FileKind.JOB: self.tr("The job ad"),
            FileKind.NOTE: self.tr("A note"),
        }[kind]
