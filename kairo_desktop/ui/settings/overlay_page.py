"""How the overlay looks; it follows while this page is worked on."""

from kairo_desktop.settings.fields import fields_of_schema
from kairo_desktop.ui.settings.desk import SettingsDesk
from kairo_desktop.ui.settings.page import Page
from kairo_desktop.ui.settings.pages import PageName, on_page
from kairo_desktop.ui.settings.row import setting_row

__all__ = ["OverlayPage"]


class OverlayPage(Page):
    """All settings of the overlay's part, generated."""

    def __init__(self, desk: SettingsDesk) -> None:
        super().__init__(
            self.tr("Overlay"),
            self.tr("How the floating window looks. It changes while you move these."),
        )
        fields = on_page(fields_of_schema(), PageName.OVERLAY)
        self.add_card("", [setting_row(field, desk) for field in fields])
