"""The keys as the settings want them: listened to, and what does not work said where it is read."""

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QObject

from kairo_desktop.app.windows import Windows
from kairo_desktop.settings.hotkeys import HotkeySettings
from kairo_desktop.ui.commands import AppCommand
from kairo_desktop.ui.hotkeys.door import Refusal
from kairo_desktop.ui.hotkeys.hotkeys import Hotkeys
from kairo_desktop.ui.hotkeys.wording import words_of_all
from kairo_desktop.ui.toast import Toast

__all__ = ["Keys"]

_NOT_OURS: Final = frozenset({Refusal.NO_SYSTEM, Refusal.DENIED, Refusal.NAMELESS, Refusal.SILENT})
"""What a desktop gives or refuses is nothing to be told at each start; the settings say it."""


class Keys(QObject):
    """Brings hotkeys, the settings window and the toast together."""

    def __init__(
        self, hotkeys: Hotkeys, windows: Windows, toast: Toast, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._hotkeys, self._windows, self._toast = hotkeys, windows, toast
        self._settings = HotkeySettings()
        self._refused: Mapping[AppCommand, Refusal] = {}
        hotkeys.refused.connect(self._show_refused)
        windows.waiting_for_keys.connect(self._wait)

    def use(self, settings: HotkeySettings) -> None:
        """Listen to these keys and to no others."""
        self._settings = settings
        self._show_refused(self._hotkeys.apply(settings))

    def keys_of(self, wish: AppCommand) -> str:
        """The combination that stands for a wish, as it is set; empty where none works."""
        return "" if wish in self._refused else self._keys()[wish]

    def _keys(self) -> dict[AppCommand, str]:
        return {
            AppCommand(name.replace("_", "-")): getattr(self._settings, name)
            for name in HotkeySettings.model_fields
        }

    def _show_refused(self, refused: Mapping[AppCommand, Refusal]) -> None:
        self._refused = refused
        self._windows.show_refused_keys(refused)
        keys = self._keys()
        faulty = {keys[wish]: why for wish, why in refused.items() if why not in _NOT_OURS}
        if faulty:
            self._toast.say(*words_of_all(faulty))

    def _wait(self, waiting: bool) -> None:  # noqa: FBT001 - a slot
        """A combination that is grabbed would never reach the field it is typed into."""
        if waiting:
            self._hotkeys.release()
        else:
            self.use(self._settings)
