"""The X server asked directly, for what Qt has no words for. The door to xcffib, with the keys."""

import contextlib
import os
import struct
from typing import Any

import xcffib
import xcffib.xfixes as fixes
import xcffib.xproto as x
from PySide6.QtCore import QObject, QSocketNotifier, Signal
from PySide6.QtGui import QCursor, QGuiApplication
from PySide6.QtWidgets import QWidget
from xcffib import shape

from kairo_desktop.ui.platform import on_wayland

__all__ = ["Compositor", "can_connect", "keep_out_of_taskbar", "take_every_click"]

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


def take_every_click(window: QWidget) -> None:
    """Have all of a window react, whatever its size becomes; elsewhere than on X11, nothing.

    Qt takes clicks back for the size of that moment: what the window grows by later is dead.

    Source: XFixes 5.0, SetWindowShapeRegion.
    """
    if QGuiApplication.platformName() != "xcb":
        return
    QCursor.pos()  # asks the server, and so sends before what Qt still holds back
    with contextlib.suppress(xcffib.XcffibException, OSError):
        connection = xcffib.connect()
        try:
            extension = connection(fixes.key)
            extension.QueryVersion(2, 0).reply()
            everywhere = (int(window.winId()), shape.SK.Input, 0, 0, 0)
            extension.SetWindowShapeRegion(*everywhere, is_checked=True).check()
        finally:
            connection.disconnect()


class Compositor(QObject):
    """Whether windows are blended with what lies below them; on X11 that can come and go.

    Signals:
        came_or_went: Whether they are now.

    Attributes:
        there: Whether they are; always true elsewhere than on X11, and under XWayland.

    Args:
        display: Of X11; None takes the one that Qt draws on, if that is one.

    Source: Extended Window Manager Hints 1.5, _NET_WM_CM_Sn.
    """

    came_or_went = Signal(bool)

    def __init__(self, parent: QObject | None = None, display: str | None = None) -> None:
        super().__init__(parent)
        self.there = True
        self._x: Any = None
        self._notifier: QSocketNotifier | None = None
        bare = QGuiApplication.platformName() == "xcb" and not on_wayland(os.environ)
        if display or bare:
            with contextlib.suppress(xcffib.XcffibException, OSError):
                self._watch(xcffib.connect(display))

    def close(self) -> None:
        """Watch no longer."""
        if self._notifier is not None and self._x is not None:
            self._notifier.setEnabled(False)
            self._x.disconnect()
            self._notifier = self._x = None

    def _watch(self, connection: Any) -> None:  # noqa: ANN401 - xcffib publishes no types
        root = connection.get_setup().roots[connection.pref_screen].root
        name = f"_NET_WM_CM_S{connection.pref_screen}"
        atom = connection.core.InternAtom(False, len(name), name).reply().atom  # noqa: FBT003 - X
        extension = connection(fixes.key)
        extension.QueryVersion(2, 0).reply()  # nothing is told to whoever has not asked
        mask = fixes.SelectionEventMask
        every = mask.SetSelectionOwner | mask.SelectionWindowDestroy | mask.SelectionClientClose
        extension.SelectSelectionInput(root, atom, every, is_checked=True).check()
        self.there = bool(connection.core.GetSelectionOwner(atom).reply().owner)
        self._x = connection
        descriptor = connection.get_file_descriptor()
        self._notifier = QSocketNotifier(descriptor, QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._hear)

    def _hear(self) -> None:
        """Take what the server has sent; when it is gone itself, Qt ends the program."""
        if self._x is None:
            return
        try:
            while (event := self._x.poll_for_event()) is not None:
                if isinstance(event, fixes.SelectionNotifyEvent):
                    self._set(there=bool(event.owner))
        except xcffib.ConnectionException:
            self.close()

    def _set(self, *, there: bool) -> None:
        if there is not self.there:
            self.there = there
            self.came_or_went.emit(there)
