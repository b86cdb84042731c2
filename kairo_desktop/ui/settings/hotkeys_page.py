"""The keys that reach Kairo from anywhere, and why one of them does not."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QLabel

from kairo_desktop.settings.fields import SettingField, fields_of_schema
from kairo_desktop.ui.settings.desk import SettingsDesk
from kairo_desktop.ui.settings.keys import KeysEditor, rule_of_hotkeys
from kairo_desktop.ui.settings.page import Page
from kairo_desktop.ui.settings.pages import PageName, on_page
from kairo_desktop.ui.settings.row import label, say, setting_row
from kairo_desktop.ui.settings.texts import title_of

__all__ = ["HotkeyFaults", "HotkeysPage", "shared_with"]


class HotkeyFaults(QObject):
    """Why hotkeys do not work, as the program has found out.

    Signals:
        changed: Something else is known.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.by_setting: Mapping[str, str] = MappingProxyType({})
        """Reasons, by the name of the setting."""

    def tell(self, faults: Mapping[str, str]) -> None:
        """Replace all that was known."""
        self.by_setting = MappingProxyType(dict(faults))
        self.changed.emit()


class HotkeysPage(Page):
    """A row per wish; each says by itself when it is shared or taken.

    Signals:
        waiting: True while a field waits for keys to be pressed.
    """

    waiting = Signal(bool)

    def __init__(self, desk: SettingsDesk, faults: HotkeyFaults) -> None:
        super().__init__(
            self.tr("Hotkeys"),
            self.tr(
                "They work while another window has the keyboard. Kairo takes these combinations "
                "and sees no other key. Click a field and press the keys; Backspace leaves one out."
            ),
        )
        self._desk = desk
        self._fields = on_page(fields_of_schema(), PageName.HOTKEYS)
        self._faults = faults
        self._notes: dict[str, QLabel] = {}
        card = self.add_card("")
        for field in self._fields:
            editor = KeysEditor()
            editor.waiting.connect(self.waiting)
            row = setting_row(field, desk, editor, rule=rule_of_hotkeys)
            self._notes[field.name] = label()
            row.put_below(self._notes[field.name])
            card.add(row)
        desk.changed.connect(self._show_notes)
        faults.changed.connect(self._show_notes)
        self._show_notes()

    def _show_notes(self) -> None:
        for field in self._fields:
            others = shared_with(field, self._fields, self._desk)
            note = self._faults.by_setting.get(field.name, "")
            if others:
                titles = ", ".join(title_of(other) for other in others)
                note = self.tr("The same keys as “{0}”: only one of them works.").format(titles)
            say(self._notes[field.name], note, "warn")


def shared_with(
    field: SettingField, fields: Iterable[SettingField], desk: SettingsDesk
) -> tuple[SettingField, ...]:
    """The other hotkeys that stand on the same combination."""
    keys = desk.value(field)
    same = (other for other in fields if other is not field and desk.value(other) == keys)
    return tuple(same) if keys else ()
