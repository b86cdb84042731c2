"""Why a combination does nothing, in words for the user."""

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from kairo_desktop.ui.hotkeys.door import Refusal

__all__ = ["words_of", "words_of_all"]


def words_of(refusal: Refusal) -> str:
    """One line: what is the matter, and what to do about it."""
    match refusal:
        case Refusal.UNREADABLE:
            return _tr("These are not keys that can be pressed together. Press others.")
        case Refusal.PLAIN:
            return _tr("Without Ctrl, Alt or Meta it would be lost to typing. Add one of them.")
        case Refusal.TWICE:
            return _tr("Another wish has the same keys. Choose others for one of them.")
        case Refusal.TAKEN:
            return _tr("Another program has these keys. Choose others.")
        case Refusal.NO_KEY:
            return _tr("This keyboard has no such key. Choose another.")
        case Refusal.NO_SYSTEM:
            return _tr(
                "This desktop gives programs no keys of their own. In its keyboard settings, bind "
                "a key to: kairo run --toggle"
            )


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
