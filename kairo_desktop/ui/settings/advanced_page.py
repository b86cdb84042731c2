"""Every setting that no other page has, generated from the schema."""

from kairo_desktop.settings.fields import fields_of_schema
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.store import settings_file
from kairo_desktop.ui.settings.desk import SettingsDesk
from kairo_desktop.ui.settings.page import Page
from kairo_desktop.ui.settings.pages import PageName, by_part, on_page
from kairo_desktop.ui.settings.row import Row, setting_row

__all__ = ["AdvancedPage"]


class AdvancedPage(Page):
    """A card per part of the schema, and the settings file itself."""

    def __init__(self, desk: SettingsDesk, paths: Paths) -> None:
        super().__init__(
            self.tr("Advanced"),
            self.tr("Measured defaults. Changes here take effect at the next session."),
        )
        self._desk = desk
        parts = by_part(on_page(fields_of_schema(), PageName.ADVANCED))
        for part, fields in parts.items():
            self.add_card(self._heading(part), [setting_row(field, desk) for field in fields])
        self._file = Row(self.tr("Settings file"), str(settings_file(paths)))
        self.add_card("", [self._file])

    def enter(self) -> None:
        """Say which names of the file are not known here."""
        names = ", ".join(self._desk.unknown)
        text = self.tr("Kept as they are, and not known to this Kairo: {0}.").format(names)
        self._file.say(text if names else "")

    def _heading(self, part: str) -> str:
        return {
            "audio": self.tr("Hearing"),
            "asr": self.tr("Speech recognition"),
            "llm": self.tr("Answers"),
            "turn": self.tr("Questions"),
            "retrieval": self.tr("Notes"),
        }.get(part, part.capitalize())
