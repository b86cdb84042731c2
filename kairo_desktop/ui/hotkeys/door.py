"""What a window system must be able to do, and why a combination may be refused."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence

from kairo_desktop.ui.commands import AppCommand

__all__ = ["Combination", "KeyGrabber", "KeyPortal", "Refusal", "combination_of"]


class Refusal(StrEnum):
    """Why a combination does nothing."""

    UNREADABLE = "unreadable"
    """It is not one combination as Qt writes them."""
    PLAIN = "plain"
    """Without Ctrl, Alt or Meta it would swallow ordinary typing."""
    TWICE = "twice"
    """Another wish has the same combination."""
    TAKEN = "taken"
    """Another program, or the desktop, has it."""
    NO_KEY = "no_key"
    """This keyboard, or this system, has no such key."""
    NO_SYSTEM = "no_system"
    """This desktop gives programs no keys of their own."""
    DENIED = "denied"
    """The desktop, or the user when it asked, did not grant it."""
    NAMELESS = "nameless"
    """The desktop gives keys only to programs that are in its menu."""
    SILENT = "silent"
    """The desktop was asked and does not answer."""


@dataclass(frozen=True, slots=True)
class Combination:
    """Modifiers and one key, pressed together."""

    ctrl: bool
    alt: bool
    shift: bool
    meta: bool
    key: Qt.Key

    @property
    def is_plain(self) -> bool:
        """Whether people type it: a character, or a key of navigation, without a modifier."""
        if self.ctrl or self.alt or self.meta:
            return False
        return not (Qt.Key.Key_F1 <= self.key <= Qt.Key.Key_F35 or self.key in _MEDIA)


class KeyGrabber(Protocol):
    """Registers combinations with one window system; it reports them to a callable."""

    def grab(self, combination: Combination) -> Refusal | None:
        """Have this combination reported; None when it will be."""
        ...

    def release_all(self) -> None:
        """Give all combinations back."""
        ...

    def close(self) -> None:
        """Give them back and let go of the window system."""
        ...


class KeyPortal(Protocol):
    """Asks a desktop for combinations; it answers when it likes, and may give other keys."""

    def bind(self, wanted: Mapping[AppCommand, Combination]) -> None:
        """Ask for these, in place of all before; none gives all back."""
        ...

    def close(self) -> None:
        """Give them back and ask no more."""
        ...


def combination_of(text: str) -> Combination | Refusal:
    """What a setting such as "Ctrl+Alt+K" means, or why it means nothing."""
    chords = QKeySequence(text, QKeySequence.SequenceFormat.PortableText)
    if chords.count() != 1:
        return Refusal.UNREADABLE
    chord = chords[0]  # type: ignore[index] # the stubs forget it
    key, with_ = chord.key(), chord.keyboardModifiers()
    if key == Qt.Key.Key_unknown or key in _MODIFIERS:
        return Refusal.UNREADABLE
    found = Combination(
        ctrl=bool(with_ & Qt.KeyboardModifier.ControlModifier),
        alt=bool(with_ & Qt.KeyboardModifier.AltModifier),
        shift=bool(with_ & Qt.KeyboardModifier.ShiftModifier),
        meta=bool(with_ & Qt.KeyboardModifier.MetaModifier),
        key=key,
    )
    return Refusal.PLAIN if found.is_plain else found


_MODIFIERS: Final = frozenset(
    {
        Qt.Key.Key_Shift,
        Qt.Key.Key_Control,
        Qt.Key.Key_Alt,
        Qt.Key.Key_AltGr,
        Qt.Key.Key_Meta,
        Qt.Key.Key_Super_L,
        Qt.Key.Key_Super_R,
        Qt.Key.Key_CapsLock,
        Qt.Key.Key_NumLock,
    }
)
_MEDIA: Final = frozenset(
    {
        Qt.Key.Key_MediaPlay,
        Qt.Key.Key_MediaStop,
        Qt.Key.Key_MediaPrevious,
        Qt.Key.Key_MediaNext,
        Qt.Key.Key_Pause,
        Qt.Key.Key_Print,
        Qt.Key.Key_ScrollLock,
    }
)
