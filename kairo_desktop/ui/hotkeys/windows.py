"""Windows: RegisterHotKey, which hands over the registered combinations and no other key.

Written after its documentation and tested against a stand-in for user32; it has not run on
Windows yet.
"""

import ctypes
from collections.abc import Callable
from typing import Any, Final

from PySide6.QtCore import QAbstractNativeEventFilter, QByteArray, QCoreApplication, Qt

from kairo_desktop.ui.hotkeys.door import Combination, Refusal

__all__ = ["WindowsKeys", "virtual_key_of"]

_WM_HOTKEY: Final = 0x0312
_ALT, _CONTROL, _SHIFT, _WIN, _NO_REPEAT = 0x1, 0x2, 0x4, 0x8, 0x4000
_MESSAGES: Final = (b"windows_generic_MSG", b"windows_dispatcher_MSG")


class _Message(ctypes.Structure):
    """The beginning of Windows' MSG."""

    _fields_ = (
        ("window", ctypes.c_void_p),
        ("message", ctypes.c_uint),
        ("number", ctypes.c_size_t),
    )


class WindowsKeys(QAbstractNativeEventFilter):
    """Hot keys of this thread, told apart by a number each.

    Args:
        pressed: Called with a combination each time it is pressed; a held one counts once.
        user32: Windows' library of that name.
    """

    def __init__(self, pressed: Callable[[Combination], None], user32: Any = None) -> None:  # noqa: ANN401 - a library of C
        super().__init__()
        self._user32 = user32 or ctypes.CDLL("user32")
        self._pressed = pressed
        self._registered: dict[int, Combination] = {}
        self._next = 1
        if (application := QCoreApplication.instance()) is not None:
            application.installNativeEventFilter(self)

    def grab(self, combination: Combination) -> Refusal | None:
        """Have this combination reported."""
        key = virtual_key_of(combination.key)
        if not key:
            return Refusal.NO_KEY
        modifiers = (
            _CONTROL * combination.ctrl
            | _ALT * combination.alt
            | _SHIFT * combination.shift
            | _WIN * combination.meta
            | _NO_REPEAT
        )
        number, self._next = self._next, self._next + 1
        if not self._user32.RegisterHotKey(None, number, modifiers, key):
            return Refusal.TAKEN
        self._registered[number] = combination
        return None

    def release_all(self) -> None:
        """Give all combinations back."""
        for number in self._registered:
            self._user32.UnregisterHotKey(None, number)
        self._registered.clear()

    def close(self) -> None:
        """Give them back and hear no more messages."""
        self.release_all()
        if (application := QCoreApplication.instance()) is not None:
            application.removeNativeEventFilter(self)

    def nativeEventFilter(
        self, kind: QByteArray | bytes | bytearray | memoryview, message: int
    ) -> object:
        """Look at each message of the thread; take none away from Qt."""
        if bytes(kind) in _MESSAGES:  # type: ignore[arg-type] # a QByteArray is bytes, too
            found = _Message.from_address(int(message))
            if found.message == _WM_HOTKEY and found.number in self._registered:
                self._pressed(self._registered[found.number])
        return False, 0


def virtual_key_of(key: Qt.Key) -> int:
    """Windows' number of a key of Qt's; 0 where it has none."""
    if Qt.Key.Key_0 <= key <= Qt.Key.Key_9 or Qt.Key.Key_A <= key <= Qt.Key.Key_Z:
        return int(key)
    if Qt.Key.Key_F1 <= key <= Qt.Key.Key_F24:
        return 0x70 + int(key) - int(Qt.Key.Key_F1)
    return _KEYS.get(key, 0)


_KEYS: Final = {
    Qt.Key.Key_Backspace: 0x08,
    Qt.Key.Key_Tab: 0x09,
    Qt.Key.Key_Return: 0x0D,
    Qt.Key.Key_Pause: 0x13,
    Qt.Key.Key_Escape: 0x1B,
    Qt.Key.Key_Space: 0x20,
    Qt.Key.Key_PageUp: 0x21,
    Qt.Key.Key_PageDown: 0x22,
    Qt.Key.Key_End: 0x23,
    Qt.Key.Key_Home: 0x24,
    Qt.Key.Key_Left: 0x25,
    Qt.Key.Key_Up: 0x26,
    Qt.Key.Key_Right: 0x27,
    Qt.Key.Key_Down: 0x28,
    Qt.Key.Key_Print: 0x2C,
    Qt.Key.Key_Insert: 0x2D,
    Qt.Key.Key_Delete: 0x2E,
    Qt.Key.Key_ScrollLock: 0x91,
    Qt.Key.Key_MediaNext: 0xB0,
    Qt.Key.Key_MediaPrevious: 0xB1,
    Qt.Key.Key_MediaStop: 0xB2,
    Qt.Key.Key_MediaPlay: 0xB3,
    Qt.Key.Key_Plus: 0xBB,
    Qt.Key.Key_Comma: 0xBC,
    Qt.Key.Key_Minus: 0xBD,
    Qt.Key.Key_Period: 0xBE,
}
"""Source: Microsoft, "Virtual-Key Codes"."""
