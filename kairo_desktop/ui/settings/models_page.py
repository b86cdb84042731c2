"""Which models answer, guess and listen; how they get here and how they leave."""

from typing import Final

from kairo_desktop.catalogue.entries import Role
from kairo_desktop.catalogue.library import Library
from kairo_desktop.errors import KairoError
from kairo_desktop.settings.fields import fields_of_schema
from kairo_desktop.settings.paths import Paths
from kairo_desktop.ui.jobs import Ending
from kairo_desktop.ui.settings.desk import SettingsDesk
from kairo_desktop.ui.settings.downloads import Chore, Downloads, ModelLine
from kairo_desktop.ui.settings.editors import ChoiceEditor
from kairo_desktop.ui.settings.errand import Errand
from kairo_desktop.ui.settings.fits import Fits
from kairo_desktop.ui.settings.import_row import IMPORT, ImportRow
from kairo_desktop.ui.settings.model_row import ModelRow
from kairo_desktop.ui.settings.outside import Outside
from kairo_desktop.ui.settings.page import Page
from kairo_desktop.ui.settings.pages import PageName, on_page
from kairo_desktop.ui.settings.row import label, say, setting_row
from kairo_desktop.ui.settings.shelf import Model, Shelf, read_shelf
from kairo_desktop.ui.settings.token_row import TokenRow

__all__ = ["ModelsPage"]

_ORDER: Final = ("llm.model", "llm.draft", "asr.model", "asr.language", "retrieval.model")
_CHOSEN: Final = frozenset(_ORDER) - {"asr.language"}


class ModelsPage(Page):
    """The models in use, then all that there are."""

    def __init__(self, desk: SettingsDesk, paths: Paths, outside: Outside) -> None:
        super().__init__(
            self.tr("Models"),
            self.tr("What listens and what answers. Choices take effect at the next session."),
        )
        self._desk = desk
        self._library = Library.of(paths)
        self._downloads = Downloads(outside.command, self)
        self._fits = Fits(outside.command, self)
        self._shelf = Shelf()
        self._errand: Errand | None = None
        self._look_again = False
        self._rows: dict[str, ModelRow] = {}
        self._choices: dict[str, ChoiceEditor] = {}
        fields = list(on_page(fields_of_schema(), PageName.MODELS))
        fields.sort(key=lambda field: _ORDER.index(field.key))
        self._fields = [field for field in fields if field.key in _CHOSEN]
        card = self.add_card(self.tr("In use"))
        for field in fields:
            if field in self._fields:
                self._choices[field.key] = ChoiceEditor(field)
            card.add(setting_row(field, desk, self._choices.get(field.key)))
        self._trouble = label()
        self.add(self._trouble)
        self._import = ImportRow(self._downloads, outside.chooser)
        self._token = TokenRow(outside.open_secrets)
        self._cards = {name: self.add_card(name) for name in self._groups()}
        self.add_card(self.tr("Add others"), [self._import.row, self._token.row])
        self._connect()
        self._sort()

    def enter(self) -> None:
        """Look at what is installed."""
        self._look()
        self._fits.look()

    def finish(self) -> None:
        """End downloads; they go on from there the next time."""
        self._downloads.finish()
        self._fits.finish()

    def _connect(self) -> None:
        self._downloads.began.connect(self._begin)
        self._downloads.told.connect(self._tell)
        self._downloads.ended.connect(self._end)
        self._desk.changed.connect(self._show_shelf)
        self._desk.saved.connect(self._reckon)
        self._fits.reckoned.connect(self._show_shelf)

    def _reckon(self) -> None:
        """Room depends on what is chosen; what is not looked at need not be known."""
        if self.isVisible():
            self._fits.look()

    def _look(self) -> None:
        """Read the disk; what changes while it is read is read anew."""
        if self._errand is not None:
            self._look_again = True
            return
        self._look_again = False
        self._errand = Errand(lambda: read_shelf(self._library), self)
        self._errand.done.connect(self._take)
        self._errand.failed.connect(self._fail)
        self._errand.start()

    def _looked(self) -> None:
        self._errand = None
        if self._look_again:
            self._look()

    def _take(self, shelf: Shelf) -> None:
        self._shelf = shelf
        say(self._trouble, "", "bad")
        if {model.name for model in shelf.models} != set(self._rows):
            self._sort()
        self._show_shelf()
        self._looked()

    def _fail(self, error: KairoError) -> None:
        say(self._trouble, str(error), "bad")
        self._looked()

    def _sort(self) -> None:
        """Put a row for each model on the card of its group."""
        for card in self._cards.values():
            card.clear()
        self._rows.clear()
        for model in self._shelf.models:
            row = self._rows[model.name] = ModelRow(model, self._downloads)
            self._cards[self._group(model)].add(row.row)

    def _show_shelf(self) -> None:
        in_use = {str(self._desk.value(field)) for field in self._fields}
        for model in self._shelf.models:
            fit = self._fits.lines.get(model.name)
            self._rows[model.name].show_model(model, fit, in_use=model.name in in_use)
        for field in self._fields if self._shelf.models else ():
            present = str(self._desk.value(field))
            offered = self._offered(field.key)
            offered.setdefault(present, self.tr("{0} (not installed)").format(present))
            self._choices[field.key].offer(offered, present)

    def _offered(self, key: str) -> dict[str, str]:
        """Values of a choice, and what is shown for each."""
        shelf = self._shelf
        match key:
            case "llm.model":
                models = shelf.usable(Role.TARGET)
            case "llm.draft":
                models = shelf.drafts_for(self._desk.settings.llm.model)
            case "asr.model":
                models = shelf.usable(Role.ASR)
            case _:
                models = shelf.usable(Role.EMBEDDING)
        named = {model.name: model.name for model in models}
        match key:
            case "llm.draft":
                return {"": self.tr("None: guess from the text")} | named
            case "retrieval.model":
                return {"": self.tr("None: compare words only")} | named
            case _:
                return named

    def _begin(self, name: str, chore: Chore) -> None:
        if name == IMPORT:
            self._import.begin()
        elif name in self._rows:
            self._rows[name].begin(chore)

    def _tell(self, name: str, line: ModelLine) -> None:
        if name == IMPORT:
            self._import.tell(line)
        elif name in self._rows:
            self._rows[name].tell(line)

    def _end(self, name: str, chore: Chore, ending: Ending) -> None:
        if name == IMPORT:
            self._import.end(ending)
        elif name in self._rows:
            self._rows[name].end(chore, ending)
        self._look()
        self._fits.look()

    def _groups(self) -> tuple[str, ...]:
        """Headings of the cards, in order."""
        by_role = tuple(self._by_role().values())
        return (*by_role, self.tr("For larger machines"), self.tr("Your own"))

    def _by_role(self) -> dict[Role, str]:
        return {
            Role.TARGET: self.tr("Answers"),
            Role.DRAFT: self.tr("Guesses ahead, for faster answers"),
            Role.ASR: self.tr("Speech recognition"),
            Role.EMBEDDING: self.tr("Search in your notes"),
        }

    def _group(self, model: Model) -> str:
        """The card that a model stands on."""
        if model.own:
            return self.tr("Your own")
        if model.for_large_machines:
            return self.tr("For larger machines")
        return self._by_role()[model.role]
