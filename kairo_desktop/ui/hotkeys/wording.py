"""Why a combination does nothing, in words for the user."""

from PySide6.QtCore import QCoreApplication

from kairo_desktop.ui.hotkeys.door import Refusal

__all__ = ["words_of"]


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


def _tr(text: str) -> str:
    return QCoreApplication.translate("Hotkeys", text)
