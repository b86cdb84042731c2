"""The configured combinations, and which wish each of them stands for."""

import logging
import os
import sys
from collections.abc import Callable, Mapping
from typing import TypeAlias

from PySide6.QtCore import QObject, Signal

from kairo_desktop.settings.hotkeys import HotkeySettings
from kairo_desktop.ui.commands import AppCommand
from kairo_desktop.ui.hotkeys.door import (
    Combination,
    KeyGrabber,
    KeyPortal,
    Refusal,
    combination_of,
)
from kairo_desktop.ui.platform import on_wayland

__all__ = [
    "Hotkeys",
    "MakeGrabber",
    "MakePortal",
    "grabber_of_this_system",
    "portal_of_this_system",
]

logger = logging.getLogger(__name__)

MakeGrabber: TypeAlias = Callable[[Callable[[Combination], None]], KeyGrabber | None]
TellRefused: TypeAlias = Callable[[Mapping[AppCommand, Refusal]], None]
MakePortal: TypeAlias = Callable[[Callable[[AppCommand], None], TellRefused], KeyPortal | None]


class Hotkeys(QObject):
    """Turns combinations into wishes; one that fails never disables another.

    Signals:
        pressed: The `AppCommand` whose combination was pressed.
        refused: All `Refusal` by `AppCommand`, found out later than by `apply`.

    Args:
        make: Gives the way to grab keys; None where programs may not.
        make_portal: Gives the way to ask the desktop for them, taken where there is no other.
    """

    pressed = Signal(AppCommand)
    refused = Signal(object)

    def __init__(
        self,
        parent: QObject | None = None,
        *,
        make: "MakeGrabber | None" = None,
        make_portal: "MakePortal | None" = None,
    ) -> None:
        super().__init__(parent)
        self._wishes: dict[Combination, AppCommand] = {}
        self._faulty: dict[AppCommand, Refusal] = {}
        self._grabber = (make or grabber_of_this_system)(self._was_pressed)
        self._portal: KeyPortal | None = None
        if self._grabber is None:
            make_portal = make_portal or portal_of_this_system
            self._portal = make_portal(self.pressed.emit, self._were_refused)

    def apply(self, settings: HotkeySettings) -> Mapping[AppCommand, Refusal]:
        """Listen to these combinations and no longer to those before; gives what is refused."""
        self.release()
        self._faulty = {}
        for wish, text in _wanted(settings).items():
            if text and (refusal := self._listen_to(text, wish)) is not None:
                self._faulty[wish] = refusal
        _log(self._faulty)
        if self._portal is not None:
            self._portal.bind({wish: keys for keys, wish in self._wishes.items()})
        return dict(self._faulty)

    def release(self) -> None:
        """Listen to nothing until the next `apply`."""
        self._wishes.clear()
        if self._grabber is not None:
            self._grabber.release_all()
        if self._portal is not None:
            self._portal.bind({})

    def close(self) -> None:
        """Listen to nothing any more."""
        self._wishes.clear()
        if self._grabber is not None:
            self._grabber.close()
        if self._portal is not None:
            self._portal.close()
        self._grabber = self._portal = None

    def _listen_to(self, text: str, wish: AppCommand) -> Refusal | None:
        combination = combination_of(text)
        if isinstance(combination, Refusal):
            return combination
        if combination in self._wishes:
            return Refusal.TWICE
        refusal: Refusal | None = Refusal.NO_SYSTEM
        if self._grabber is not None:
            refusal = self._grabber.grab(combination)
        elif self._portal is not None:
            refusal = None
        if refusal is None:
            self._wishes[combination] = wish
        return refusal

    def _was_pressed(self, combination: Combination) -> None:
        wish = self._wishes.get(combination)
        if wish is not None:
            self.pressed.emit(wish)

    def _were_refused(self, by_desktop: Mapping[AppCommand, Refusal]) -> None:
        _log(by_desktop)
        self.refused.emit({**self._faulty, **by_desktop})


def grabber_of_this_system(pressed: Callable[[Combination], None]) -> KeyGrabber | None:
    """The way to keys on this desktop; None where there is none."""
    if sys.platform == "win32":
        from kairo_desktop.ui.hotkeys.windows import WindowsKeys

        return WindowsKeys(pressed)
    if sys.platform == "darwin":
        from kairo_desktop.ui.hotkeys.macos import MacKeys

        return MacKeys(pressed)
    # Under Wayland an X server hears only the keys of its own windows.
    if on_wayland(os.environ) or not os.environ.get("DISPLAY"):
        return None
    from kairo_desktop.ui.hotkeys.x11 import X11Keys

    try:
        return X11Keys(pressed)
    except OSError as err:
        logger.warning("no keys: %s", err)
        return None


def portal_of_this_system(
    pressed: Callable[[AppCommand], None], refused: TellRefused
) -> KeyPortal | None:
    """The way to ask the desktop for keys; None where there is no desktop to ask."""
    if sys.platform != "linux":
        return None
    from kairo_desktop.ui.hotkeys.portal import PortalKeys

    try:
        return PortalKeys(pressed, refused)
    except OSError as err:
        logger.info("no keys: %s", err)
        return None


def _log(refused: Mapping[AppCommand, Refusal]) -> None:
    if refused:
        logger.info("keys refused: %s", ", ".join(f"{w} {r}" for w, r in refused.items()))


def _wanted(settings: HotkeySettings) -> dict[AppCommand, str]:
    return {
        AppCommand(name.replace("_", "-")): getattr(settings, name)
        for name in HotkeySettings.model_fields
    }
