"""The configured combinations, and which wish each of them stands for."""

import logging
import os
import sys
from collections.abc import Callable, Mapping
from typing import TypeAlias

from PySide6.QtCore import QObject, Signal

from kairo_desktop.settings.hotkeys import HotkeySettings
from kairo_desktop.ui.commands import AppCommand
from kairo_desktop.ui.hotkeys.door import Combination, KeyGrabber, Refusal, combination_of

__all__ = ["Hotkeys", "MakeGrabber", "grabber_of_this_system"]

logger = logging.getLogger(__name__)

MakeGrabber: TypeAlias = Callable[[Callable[[Combination], None]], KeyGrabber | None]


class Hotkeys(QObject):
    """Turns combinations into wishes; one that fails never disables another.

    Signals:
        pressed: The `AppCommand` whose combination was pressed.
    """

    pressed = Signal(AppCommand)

    def __init__(
        self,
        parent: QObject | None = None,
        *,
        make: "MakeGrabber | None" = None,
    ) -> None:
        super().__init__(parent)
        self._wishes: dict[Combination, AppCommand] = {}
        self._grabber = (make or grabber_of_this_system)(self._was_pressed)

    def apply(self, settings: HotkeySettings) -> Mapping[AppCommand, Refusal]:
        """Listen to these combinations and no longer to those before; gives what is refused."""
        self.release()
        refused: dict[AppCommand, Refusal] = {}
        for wish, text in _wanted(settings).items():
            if text and (refusal := self._listen_to(text, wish)) is not None:
                refused[wish] = refusal
        if refused:
            logger.info("keys refused: %s", ", ".join(f"{w} {r}" for w, r in refused.items()))
        return refused

    def release(self) -> None:
        """Listen to nothing until the next `apply`."""
        self._wishes.clear()
        if self._grabber is not None:
            self._grabber.release_all()

    def close(self) -> None:
        """Listen to nothing any more."""
        self._wishes.clear()
        if self._grabber is not None:
            self._grabber.close()
            self._grabber = None

    def _listen_to(self, text: str, wish: AppCommand) -> Refusal | None:
        combination = combination_of(text)
        if isinstance(combination, Refusal):
            return combination
        if combination in self._wishes:
            return Refusal.TWICE
        if self._grabber is None:
            return Refusal.NO_SYSTEM
        refusal = self._grabber.grab(combination)
        if refusal is None:
            self._wishes[combination] = wish
        return refusal

    def _was_pressed(self, combination: Combination) -> None:
        wish = self._wishes.get(combination)
        if wish is not None:
            self.pressed.emit(wish)


def grabber_of_this_system(pressed: Callable[[Combination], None]) -> KeyGrabber | None:
    """The way to keys on this desktop; None where there is none."""
    if sys.platform == "win32":
        from kairo_desktop.ui.hotkeys.windows import WindowsKeys

        return WindowsKeys(pressed)
    if sys.platform == "darwin":
        from kairo_desktop.ui.hotkeys.macos import MacKeys

        return MacKeys(pressed)
    # Under Wayland an X server hears only the keys of its own windows.
    if os.environ.get("XDG_SESSION_TYPE") == "wayland" or not os.environ.get("DISPLAY"):
        return None
    from kairo_desktop.ui.hotkeys.x11 import X11Keys

    try:
        return X11Keys(pressed)
    except OSError as err:
        logger.warning("no keys: %s", err)
        return None


def _wanted(settings: HotkeySettings) -> dict[AppCommand, str]:
    return {
        AppCommand(name.replace("_", "-")): getattr(settings, name)
        for name in HotkeySettings.model_fields
    }
