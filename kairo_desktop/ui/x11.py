"""The X server asked directly, for what Qt has no words for. The door to xcffib, with the keys."""

import contextlib
import struct

import xcffib
import xcffib.xproto as x
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

__all__ = ["can_connect", "keep_out_of_taskbar"]

_ATOMS = ("_NET_WM_STATE", "ATOM", "_NET_WM_STATE_SKIP_TASKBAR", "_NET_WM_STATE_SKIP_PAGER")


def can_connect(display: str | None = None) -> bool:
    """Whether there is an X server at that display; Qt ends the process where there is none."""
    try:
        connection = xcffib.connect(display)
    except (xcffib.ConnectionException, OSError):
        return False
    connection.disconnect()
    return True


def keep_out_of_taskbar(window: QWidget) -> None:
    """Have a window that is about to be shown stand in no taskbar; elsewhere than on X11, nothing.

    Window managers forget it when the window is hidden, so it is for every time.

    Source: Extended Window Manager Hints 1.5, _NET_WM_STATE.
    """
    if QGuiApplication.platformName() != "xcb" or window.isVisible():
        return
    with contextlib.suppress(xcffib.XcffibException, OSError):  # it is only for looks
        connection = xcffib.connect()
        try:
            asked = [connection.core.InternAtom(0, len(name), name) for name in _ATOMS]
            state, atom, *out = (cookie.reply().atom for cookie in asked)
            words = struct.pack(f"{len(out)}I", *out)
            # Qt adds its own states to these when it shows the window.
            connection.core.ChangeProperty(
                *(x.PropMode.Replace, int(window.winId()), state, atom, 32, len(out), words),
                is_checked=True,
            ).check()
        finally:
            connection.disconnect()
