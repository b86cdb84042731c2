"""macOS: RegisterEventHotKey of Carbon, which needs no permission to watch the keyboard.

Written after its header and tested against a stand-in for the framework; it has not run on a Mac
yet.
"""

import ctypes
from collections.abc import Callable
from typing import Any, Final

from PySide6.QtCore import Qt

from kairo_desktop.ui.hotkeys.door import Combination, Refusal

__all__ = ["MacKeys", "mac_key_of"]

_CARBON: Final = "/System/Library/Frameworks/Carbon.framework/Carbon"
_COMMAND, _SHIFT, _OPTION, _CONTROL = 0x100, 0x200, 0x800, 0x1000
_KEYBOARD: Final = int.from_bytes(b"keyb", "big")
_PRESSED: Final = 5
_DIRECT_OBJECT: Final = int.from_bytes(b"----", "big")
_HOT_KEY_ID: Final = int.from_bytes(b"hkid", "big")
_OURS: Final = int.from_bytes(b"Kair", "big")
_PASS_ON: Final = -9874
"""eventNotHandledErr: others may look at the event, too."""

_Handler = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)


class _EventType(ctypes.Structure):
    _fields_ = (("kind_class", ctypes.c_uint32), ("kind", ctypes.c_uint32))


class _Id(ctypes.Structure):
    _fields_ = (("signature", ctypes.c_uint32), ("number", ctypes.c_uint32))


class MacKeys:
    """Hot keys of this application, told apart by a number each.

    Args:
        pressed: Called with a combination each time it is pressed.
        carbon: The framework of that name.
    """

    def __init__(self, pressed: Callable[[Combination], None], carbon: Any = None) -> None:  # noqa: ANN401 - a library of C
        self._carbon = carbon or _typed(ctypes.CDLL(_CARBON))
        self._pressed = pressed
        self._registered: dict[int, tuple[Combination, ctypes.c_void_p]] = {}
        self._next = 1
        self._target = self._carbon.GetApplicationEventTarget()
        self._handler = _Handler(self._hear)  # kept: Carbon knows only its address
        self._installed = ctypes.c_void_p()
        kind = _EventType(_KEYBOARD, _PRESSED)
        self._carbon.InstallEventHandler(
            *(self._target, self._handler, 1, ctypes.byref(kind), None),
            ctypes.byref(self._installed),
        )

    def grab(self, combination: Combination) -> Refusal | None:
        """Have this combination reported. Qt's Ctrl is the Mac's Command, its Meta Control."""
        key = mac_key_of(combination.key)
        if key is None:
            return Refusal.NO_KEY
        modifiers = (
            _COMMAND * combination.ctrl
            | _OPTION * combination.alt
            | _SHIFT * combination.shift
            | _CONTROL * combination.meta
        )
        number, self._next = self._next, self._next + 1
        reference = ctypes.c_void_p()
        own = _Id(_OURS, number)
        if self._carbon.RegisterEventHotKey(
            key, modifiers, own, self._target, 0, ctypes.byref(reference)
        ):
            return Refusal.TAKEN
        self._registered[number] = (combination, reference)
        return None

    def release_all(self) -> None:
        """Give all combinations back."""
        for _, reference in self._registered.values():
            self._carbon.UnregisterEventHotKey(reference)
        self._registered.clear()

    def close(self) -> None:
        """Give them back and hear no more events."""
        self.release_all()
        self._carbon.RemoveEventHandler(self._installed)

    def _hear(self, _next: object, event: int, _own: object) -> int:
        told = _Id()
        size = ctypes.sizeof(told)
        self._carbon.GetEventParameter(
            *(event, _DIRECT_OBJECT, _HOT_KEY_ID, None, size, None), ctypes.byref(told)
        )
        found = self._registered.get(told.number) if told.signature == _OURS else None
        if found is None:
            return _PASS_ON
        self._pressed(found[0])
        return 0


def mac_key_of(key: Qt.Key) -> int | None:
    """The Mac's number of a key of Qt's, by its place on an ANSI keyboard; None for others."""
    return _KEYS.get(key)


def _typed(carbon: Any) -> Any:  # noqa: ANN401 - a library of C
    """Say what the functions take, as addresses do not fit into C's int."""
    pointer, number = ctypes.c_void_p, ctypes.c_uint32
    carbon.GetApplicationEventTarget.restype = pointer
    carbon.InstallEventHandler.argtypes = [pointer, _Handler, ctypes.c_ulong, *[pointer] * 3]
    carbon.RegisterEventHotKey.argtypes = [number, number, _Id, pointer, number, pointer]
    carbon.UnregisterEventHotKey.argtypes = carbon.RemoveEventHandler.argtypes = [pointer]
    size = ctypes.c_ulong
    carbon.GetEventParameter.argtypes = [pointer, number, number, pointer, size, pointer, pointer]
    return carbon


_ROWS: Final = {
    0x00: "ASDFHGZXCV",
    0x0B: "BQWERYT123465=97-80]OU[IP",
    0x25: "LJ'K;\\,/NM.",
}
"""Keys in the order of their numbers, from each of these on; 0x24 is Return."""

_KEYS: Final = {
    **{Qt.Key(ord(c)): first + n for first, row in _ROWS.items() for n, c in enumerate(row)},
    Qt.Key.Key_Return: 0x24,
    Qt.Key.Key_Tab: 0x30,
    Qt.Key.Key_Space: 0x31,
    Qt.Key.Key_QuoteLeft: 0x32,
    Qt.Key.Key_Backspace: 0x33,
    Qt.Key.Key_Escape: 0x35,
    Qt.Key.Key_F1: 0x7A,
    Qt.Key.Key_F2: 0x78,
    Qt.Key.Key_F3: 0x63,
    Qt.Key.Key_F4: 0x76,
    Qt.Key.Key_F5: 0x60,
    Qt.Key.Key_F6: 0x61,
    Qt.Key.Key_F7: 0x62,
    Qt.Key.Key_F8: 0x64,
    Qt.Key.Key_F9: 0x65,
    Qt.Key.Key_F10: 0x6D,
    Qt.Key.Key_F11: 0x67,
    Qt.Key.Key_F12: 0x6F,
    Qt.Key.Key_Home: 0x73,
    Qt.Key.Key_PageUp: 0x74,
    Qt.Key.Key_Delete: 0x75,
    Qt.Key.Key_End: 0x77,
    Qt.Key.Key_PageDown: 0x79,
    Qt.Key.Key_Left: 0x7B,
    Qt.Key.Key_Right: 0x7C,
    Qt.Key.Key_Down: 0x7D,
    Qt.Key.Key_Up: 0x7E,
}
"""Source: Carbon's Events.h, kVK_…"""
