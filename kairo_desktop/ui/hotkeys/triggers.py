"""Combinations as desktops write them: "CTRL+ALT+k"."""

from typing import Final

from PySide6.QtCore import Qt

from kairo_desktop.ui.hotkeys.door import Combination

__all__ = ["trigger_of"]


def trigger_of(combination: Combination) -> str:
    """The combination in words; empty where its key has no name.

    Source: XDG Shortcuts specification, and the names of keys in xkbcommon-keysyms.h.
    """
    name = _name_of(combination.key)
    if not name:
        return ""
    held = {
        "CTRL": combination.ctrl,
        "ALT": combination.alt,
        "SHIFT": combination.shift,
        "LOGO": combination.meta,
    }
    return "+".join([*(word for word, is_held in held.items() if is_held), name])


def _name_of(key: Qt.Key) -> str:
    if Qt.Key.Key_0 <= key <= Qt.Key.Key_9 or Qt.Key.Key_A <= key <= Qt.Key.Key_Z:
        return chr(key).lower()
    if Qt.Key.Key_F1 <= key <= Qt.Key.Key_F35:
        return f"F{key - Qt.Key.Key_F1 + 1}"
    return _NAMES.get(key, "")


_NAMES: Final = {
    Qt.Key.Key_Space: "space",
    Qt.Key.Key_Tab: "Tab",
    Qt.Key.Key_Return: "Return",
    Qt.Key.Key_Enter: "KP_Enter",
    Qt.Key.Key_Escape: "Escape",
    Qt.Key.Key_Backspace: "BackSpace",
    Qt.Key.Key_Insert: "Insert",
    Qt.Key.Key_Delete: "Delete",
    Qt.Key.Key_Home: "Home",
    Qt.Key.Key_End: "End",
    Qt.Key.Key_PageUp: "Page_Up",
    Qt.Key.Key_PageDown: "Page_Down",
    Qt.Key.Key_Left: "Left",
    Qt.Key.Key_Right: "Right",
    Qt.Key.Key_Up: "Up",
    Qt.Key.Key_Down: "Down",
    Qt.Key.Key_Pause: "Pause",
    Qt.Key.Key_Print: "Print",
    Qt.Key.Key_ScrollLock: "Scroll_Lock",
    Qt.Key.Key_Menu: "Menu",
    Qt.Key.Key_Comma: "comma",
    Qt.Key.Key_Period: "period",
    Qt.Key.Key_Slash: "slash",
    Qt.Key.Key_Semicolon: "semicolon",
    Qt.Key.Key_Apostrophe: "apostrophe",
    Qt.Key.Key_Minus: "minus",
    Qt.Key.Key_Equal: "equal",
    Qt.Key.Key_QuoteLeft: "grave",
    Qt.Key.Key_Backslash: "backslash",
    Qt.Key.Key_BracketLeft: "bracketleft",
    Qt.Key.Key_BracketRight: "bracketright",
    Qt.Key.Key_MediaPlay: "XF86AudioPlay",
    Qt.Key.Key_MediaStop: "XF86AudioStop",
    Qt.Key.Key_MediaPrevious: "XF86AudioPrev",
    Qt.Key.Key_MediaNext: "XF86AudioNext",
}
