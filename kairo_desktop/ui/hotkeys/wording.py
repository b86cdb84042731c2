"""Why a combination does nothing, in words for the user."""

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from kairo_desktop.settings.hotkeys import HotkeySettings
from kairo_desktop.ui.commands import AppCommand
from kairo_desktop.ui.hotkeys.door import Refusal

__all__ = ["name_of", "words_of", "words_of_all"]


def name_of(wish: AppCommand) -> str:
    """What a combination does, as the desktop shows it in its own settings."""
    return _tr(str(HotkeySettings.model_fields[wish.replace("-", "_")].description))


def words_of(refusal: Refusal) -> str:
    """One line: what is the matter, and what to do about it."""
    return _tr(str(_WHY[refusal]))


def words_of_all(refused: Mapping[str, Refusal]) -> tuple[str, str]:
    """One line that names all combinations that do nothing, and one with the cure.

    Args:
        refused: At least one combination, as it is set, and why it does nothing.
    """
    named = _tr("These keys do nothing: %1.").replace("%1", ", ".join(refused))
    why, *others = set(refused.values())
    if others:
        return named, _tr("The settings say why, under Hotkeys. Choose others there.")
    return named, f"{words_of(why)} {_tr('They are in the settings, under Hotkeys.')}"


def _tr(text: str) -> str:
    return QCoreApplication.translate("Hotkeys", text)


_WHY: Final = {
    Refusal.UNREADABLE: QT_TRANSLATE_NOOP(
        "Hotkeys", "These are not keys that can be pressed together. Press others."
    ),
    Refusal.PLAIN: QT_TRANSLATE_NOOP(
        "Hotkeys", "Without Ctrl, Alt or Meta it would be lost to typing. Add one of them."
    ),
    Refusal.TWICE: QT_TRANSLATE_NOOP(
        "Hotkeys", "Another wish has the same keys. Choose others for one of them."
    ),
    Refusal.TAKEN: QT_TRANSLATE_NOOP("Hotkeys", "Another program has these keys. Choose others."),
    Refusal.NO_KEY: QT_TRANSLATE_NOOP("Hotkeys", "This keyboard has no such key. Choose another."),
    Refusal.NO_SYSTEM: QT_TRANSLATE_NOOP(
        "Hotkeys",
        "This desktop gives programs no keys of their own. In its keyboard settings, bind "
        "a key to: kairo run --toggle",
    ),
    Refusal.DENIED: QT_TRANSLATE_NOOP(
        "Hotkeys", "Your desktop did not grant these keys. Grant them in its own settings."
    ),
    Refusal.NAMELESS: QT_TRANSLATE_NOOP(
        "Hotkeys",
        "Your desktop gives keys only to programs in its menu. Put Kairo there with "
        "installers/menu, then start it anew.",
    ),
    Refusal.SILENT: QT_TRANSLATE_NOOP(
        "Hotkeys",
        "Your desktop does not answer. In its keyboard settings, bind a key to: kairo run --toggle",
    ),
}
