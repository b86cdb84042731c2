# ruff: noqa: N802, ANN401 - a library of C has names of its own, and takes addresses
"""Hot keys of systems that are not here, against stand-ins for their libraries."""

import ctypes
from typing import Any

import pytest
from PySide6.QtCore import QByteArray, Qt

from kairo_desktop.ui.hotkeys.door import Combination, Refusal, combination_of
from kairo_desktop.ui.hotkeys.macos import MacKeys, mac_key_of
from kairo_desktop.ui.hotkeys.windows import WindowsKeys, virtual_key_of

_K = Combination(ctrl=True, alt=True, shift=False, meta=False, key=Qt.Key.Key_K)
_SHIFT_META_F5 = Combination(ctrl=False, alt=False, shift=True, meta=True, key=Qt.Key.Key_F5)
_UNKNOWN = Combination(ctrl=True, alt=False, shift=False, meta=False, key=Qt.Key.Key_Launch0)
_WM_HOTKEY = 0x0312


class _User32:
    """Windows' user32, of which another program has F5."""

    def __init__(self) -> None:
        self.registered: dict[int, tuple[int, int]] = {}

    def RegisterHotKey(self, window: None, number: int, modifiers: int, key: int) -> int:
        if key == 0x74:
            return 0
        self.registered[number] = (modifiers, key)
        return 1

    def UnregisterHotKey(self, window: None, number: int) -> int:
        return int(self.registered.pop(number, None) is not None)


class _Carbon:
    """The Mac's Carbon, of which another program has F5."""

    def __init__(self) -> None:
        self.registered: dict[int, tuple[int, int]] = {}
        self.handler: Any = None
        self.signature = 0
        self.told = (0, 0)

    def GetApplicationEventTarget(self) -> int:
        return 1

    def InstallEventHandler(self, target: int, handler: Any, *_: object) -> int:
        self.handler = handler
        return 0

    def RemoveEventHandler(self, installed: object) -> int:
        self.handler = None
        return 0

    def RegisterEventHotKey(
        self, key: int, modifiers: int, own: Any, target: int, options: int, reference: Any
    ) -> int:
        if key == 0x60:
            return -9878
        self.signature = own.signature
        self.registered[own.number] = (modifiers, key)
        reference._obj.value = own.number
        return 0

    def UnregisterEventHotKey(self, reference: ctypes.c_void_p) -> int:
        del self.registered[reference.value or 0]
        return 0

    def GetEventParameter(self, event: int, *rest: Any) -> int:
        rest[-1]._obj.signature, rest[-1]._obj.number = self.told
        return 0

    def press(self, number: int, signature: int | None = None) -> int:
        self.told = (self.signature if signature is None else signature, number)
        code: int = self.handler(None, 7, None)
        return code


class _Msg(ctypes.Structure):
    _fields_ = (
        ("window", ctypes.c_void_p),
        ("message", ctypes.c_uint),
        ("number", ctypes.c_size_t),
        ("more", ctypes.c_ssize_t),
    )


def _send(keys: WindowsKeys, message: int, number: int) -> object:
    told = _Msg(None, message, number, 0)
    return keys.nativeEventFilter(QByteArray(b"windows_generic_MSG"), ctypes.addressof(told))


def test_windows_is_asked_for_the_combination_and_reports_it(qapp: object) -> None:
    user32, heard = _User32(), list[Combination]()
    keys = WindowsKeys(heard.append, user32)
    assert keys.grab(_K) is None
    (number,) = user32.registered
    assert user32.registered[number] == (0x1 | 0x2 | 0x4000, ord("K"))
    assert _send(keys, _WM_HOTKEY, number) == (False, 0)
    _send(keys, _WM_HOTKEY, number + 1)
    _send(keys, 0x0100, number)
    assert heard == [_K]
    keys.close()
    assert user32.registered == {}


def test_windows_refuses_what_is_taken_or_no_key(qapp: object) -> None:
    keys = WindowsKeys(lambda _: None, _User32())
    assert keys.grab(_SHIFT_META_F5) is Refusal.TAKEN
    assert keys.grab(_UNKNOWN) is Refusal.NO_KEY
    keys.close()


def test_another_systems_messages_are_not_read(qapp: object) -> None:
    keys = WindowsKeys(lambda _: None, _User32())
    assert keys.nativeEventFilter(QByteArray(b"xcb_generic_event_t"), 0) == (False, 0)
    keys.close()


def test_the_mac_is_asked_for_the_combination_and_reports_it() -> None:
    carbon, heard = _Carbon(), list[Combination]()
    keys = MacKeys(heard.append, carbon)
    assert keys.grab(_K) is None
    (number,) = carbon.registered
    assert carbon.registered[number] == (0x100 | 0x800, 0x28)
    assert carbon.press(number) == 0
    assert carbon.press(number + 1) != 0
    assert carbon.press(number, signature=1) != 0
    assert heard == [_K]
    keys.release_all()
    assert carbon.registered == {}
    keys.close()
    assert carbon.handler is None


def test_the_mac_refuses_what_is_taken_or_no_key() -> None:
    keys = MacKeys(lambda _: None, _Carbon())
    assert keys.grab(_SHIFT_META_F5) is Refusal.TAKEN
    assert keys.grab(_UNKNOWN) is Refusal.NO_KEY


@pytest.mark.parametrize(
    ("text", "windows", "mac"),
    [
        ("Ctrl+A", 0x41, 0x00),
        ("Ctrl+B", 0x42, 0x0B),
        ("Ctrl+P", 0x50, 0x23),
        ("Ctrl+L", 0x4C, 0x25),
        ("Ctrl+.", 0xBE, 0x2F),
        ("Ctrl+0", 0x30, 0x1D),
        ("Ctrl+6", 0x36, 0x16),
        ("Ctrl+Space", 0x20, 0x31),
        ("F12", 0x7B, 0x6F),
        ("Ctrl+Up", 0x26, 0x7E),
    ],
)
def test_keys_have_the_numbers_of_the_vendors_tables(text: str, windows: int, mac: int) -> None:
    combination = combination_of(text)
    assert isinstance(combination, Combination)
    assert virtual_key_of(combination.key) == windows
    assert mac_key_of(combination.key) == mac
