"""What is kept, where it lies, and how it goes away."""

from collections.abc import Iterable
from functools import partial

from kairo_desktop.errors import KairoError
from kairo_desktop.settings.fields import fields_of_schema
from kairo_desktop.settings.paths import Paths
from kairo_desktop.store.private_files import Hoard, HoardKind, delete_hoard, hoards_of
from kairo_desktop.ui.settings.confirm import Confirm
from kairo_desktop.ui.settings.desk import SettingsDesk
from kairo_desktop.ui.settings.errand import Errand
from kairo_desktop.ui.settings.page import Page
from kairo_desktop.ui.settings.pages import PageName, on_page
from kairo_desktop.ui.settings.row import Row, setting_row
from kairo_desktop.ui.settings.texts import bytes_text

__all__ = ["PrivacyPage"]


class PrivacyPage(Page):
    """Settings of what is kept, and a row for each sort of private files."""

    def __init__(self, desk: SettingsDesk, paths: Paths) -> None:
        super().__init__(
            self.tr("Privacy"),
            self.tr("All of it stays on this machine. Changes count from the next session on."),
        )
        self._paths = paths
        self._hoards: dict[HoardKind, Hoard] = {}
        self._rows: dict[HoardKind, Row] = {}
        self._deletes: dict[tuple[HoardKind, ...], Confirm] = {}
        fields = on_page(fields_of_schema(), PageName.PRIVACY)
        self.add_card(self.tr("Sessions"), [setting_row(field, desk) for field in fields])
        text = self.tr("On this disk, readable by you alone.")
        card = self.add_card(self.tr("Private files"), text=text)
        for kind, title in self._titles().items():
            self._rows[kind] = self._row(title, (kind,))
            card.add(self._rows[kind])
        self._all = self._row(self.tr("Everything above"), tuple(HoardKind))
        self._all.set_text(self.tr("Settings, models, your own notes and the hub token stay."))
        card.add(self._all)
        network = Row(
            self.tr("Network"),
            self.tr(
                "No connections, unless you fetch a model: then the hub or the package index "
                "is asked for that file. The overlay counts every connection."
            ),
        )
        self.add_card("", [network])

    def enter(self) -> None:
        """Look at what lies on the disk."""
        self._look()

    def _row(self, title: str, kinds: tuple[HoardKind, ...]) -> Row:
        def say(message: str, role: str) -> None:
            row.say(message, role)

        name = self.tr("Delete {0}").format(title)
        delete = Confirm(self.tr("Delete…"), partial(self._question, kinds), say, name=name)
        self._deletes[kinds] = delete
        row = Row(title, " ", delete)
        delete.confirmed.connect(partial(self._delete, row, kinds))
        return row

    def _look(self) -> None:
        errand = Errand(partial(hoards_of, self._paths), self)
        errand.done.connect(self._show)
        errand.failed.connect(self._fail)
        errand.start()

    def _show(self, hoards: Iterable[Hoard]) -> None:
        for hoard in hoards:
            self._hoards[hoard.kind] = hoard
            size = self._size(hoard)
            about = self._about(hoard.kind)
            self._rows[hoard.kind].set_text(f"{about}\n{size} · {hoard.place}")
        for kinds, delete in self._deletes.items():
            left = any(self._hoards[kind].n_files for kind in kinds)
            delete.allow("" if left else self.tr("There is nothing to delete."))

    def _fail(self, error: KairoError) -> None:
        self._all.say(str(error), "bad")

    def _delete(self, row: Row, kinds: tuple[HoardKind, ...]) -> None:
        def delete() -> None:
            for kind in kinds:
                delete_hoard(self._paths, kind)

        row.say(self.tr("Deleting …"))
        errand = Errand(delete, self)
        errand.done.connect(lambda: row.say(self.tr("✓  Deleted."), "good"))
        errand.failed.connect(lambda error: row.say(str(error), "bad"))
        errand.done.connect(self._look)
        errand.failed.connect(self._look)
        errand.start()

    def _question(self, kinds: tuple[HoardKind, ...]) -> str:
        hoards = [self._hoards[kind] for kind in kinds if kind in self._hoards]
        size = bytes_text(sum(hoard.n_bytes for hoard in hoards))
        return self.tr("Delete {0} for good? It cannot be undone.").format(size)

    def _size(self, hoard: Hoard) -> str:
        if not hoard.n_files:
            return self.tr("Nothing")
        words = self.tr("{0} in %n file(s)", "", hoard.n_files)
        return words.format(bytes_text(hoard.n_bytes))

    def _titles(self) -> dict[HoardKind, str]:
        return {
            HoardKind.SESSIONS: self.tr("Sessions"),
            HoardKind.STATES: self.tr("Saved model states"),
            HoardKind.INDEXES: self.tr("Indexes of your notes"),
            HoardKind.LOGS: self.tr("Logs"),
        }

    def _about(self, kind: HoardKind) -> str:
        return {
            HoardKind.SESSIONS: self.tr("What was said, asked and answered."),
            HoardKind.STATES: self.tr("Your profile as the model has read it, for a quick start."),
            HoardKind.INDEXES: self.tr("Your notes in searchable pieces."),
            HoardKind.LOGS: self.tr("What the program did; nobody's words."),
        }[kind]
