"""Whether a window can be shown here at all, found out before Qt would end the process.

Imports no Qt: a missing library must become a line of words.
"""

import ctypes
import os
import re
import socket
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Final

from kairo_desktop.errors import KairoError

__all__ = [
    "APP_ID",
    "PACKAGES",
    "choose_platform",
    "on_wayland",
    "require_libraries",
    "require_qt",
    "require_screen",
]

APP_ID: Final = "ai.kairo.desktop"
"""What desktops know the program by: its entry in their menu, and its windows under Wayland."""

PACKAGES: Final = (
    *("libegl1", "libgl1", "libdbus-1-3", "libfontconfig1", "libglib2.0-0", "libgssapi-krb5-2"),
    *("libx11-xcb1", "libxkbcommon0", "libxkbcommon-x11-0", "libxcb-cursor0", "libxcb-icccm4"),
    *("libxcb-image0", "libxcb-keysyms1", "libxcb-randr0", "libxcb-render-util0"),
    *("libxcb-shape0", "libxcb-sync1", "libxcb-xfixes0", "libxcb-xkb1"),
)
"""What Qt needs of Debian and its kin; `installers/setup.sh` installs the same."""

_WAYLAND_DISPLAY: Final = "wayland-0"
"""What programs take where the variable of that name is not set."""
_ANSWER_S: Final = 2.0


def choose_platform(environment: Mapping[str, str]) -> str | None:
    """The Qt platform to run on; None leaves the choice to Qt.

    Under Wayland no window may say where it stands, or that it stays above the others; XWayland
    grants both, so it is taken where the user has chosen nothing else.
    """
    chosen = environment.get("QT_QPA_PLATFORM")
    if on_wayland(environment) and environment.get("DISPLAY") and not chosen:
        return "xcb"
    return None


def on_wayland(environment: Mapping[str, str]) -> bool:
    """Whether the desktop is one of Wayland's, whatever Qt draws through."""
    session = environment.get("XDG_SESSION_TYPE")
    return session == "wayland" or bool(environment.get("WAYLAND_DISPLAY"))


def require_qt(load: Callable[[str], object] = import_module) -> None:
    """Do nothing where the parts of Qt that need no screen can be loaded.

    Args:
        load: Imports a module by its name.

    Raises:
        KairoError: PySide6 is not installed, or lacks a library of the system's.
    """
    try:
        load("PySide6.QtNetwork")
    except ModuleNotFoundError:
        raise KairoError(
            "PySide6, which shows the windows, is not installed.",
            cure="Set Kairo up again: ./installers/run doctor",
        ) from None
    except ImportError as err:
        raise _lacks(err) from err


def require_screen(environment: Mapping[str, str]) -> None:
    """Do nothing where a window can be shown.

    Raises:
        KairoError: there is no screen, it does not answer, the platform that the user chose
            shows no windows, or a library is missing.
    """
    if sys.platform != "linux":
        return
    faults = []
    # Qt tries them in turn and takes the first that works.
    for platform in _platforms(environment):
        fault = _fault_of(platform, environment)
        if fault is None:
            return
        faults.append(fault)
    raise faults[0]


def _platforms(environment: Mapping[str, str]) -> list[str]:
    """What Qt is going to try, as in "wayland;xcb:option"; never empty."""
    listed = environment.get("QT_QPA_PLATFORM", "").split(";")
    chosen = [name for entry in listed if (name := entry.partition(":")[0])]
    only_wayland = environment.get("WAYLAND_DISPLAY") and not environment.get("DISPLAY")
    return chosen or ["wayland" if only_wayland else "xcb"]


def _fault_of(platform: str, environment: Mapping[str, str]) -> KairoError | None:
    """Why no window can be shown on a platform."""
    match platform:
        case "offscreen" | "minimal" | "vnc":
            return None
        case "xcb":
            return _fault_of_x(environment) or _fault_of_libraries()
        case "wayland" | "wayland-egl":
            return _fault_of_wayland(environment) or _fault_of_libraries()
        case _:
            return KairoError(
                f"Kairo cannot show windows on the Qt platform “{platform}”.",
                cure="Set QT_QPA_PLATFORM to xcb or wayland, or leave it out.",
            )


def _fault_of_x(environment: Mapping[str, str]) -> KairoError | None:
    display = environment.get("DISPLAY")
    if not display:
        return _no_screen()
    from kairo_desktop.ui.x11 import can_connect

    if can_connect(display):
        return None
    return KairoError(
        f"The screen {display} does not answer.",
        cure="Start Kairo from a desktop session, or set DISPLAY to a screen of yours.",
    )


def _fault_of_wayland(environment: Mapping[str, str]) -> KairoError | None:
    if environment.get("WAYLAND_SOCKET"):
        return None
    name = environment.get("WAYLAND_DISPLAY")
    place = Path(environment.get("XDG_RUNTIME_DIR", ""), name or _WAYLAND_DISPLAY)
    if place.is_absolute() and _answers(place):
        return None
    if not name:
        return _no_screen()
    return KairoError(
        f"The Wayland screen {name} does not answer.",
        cure="Start Kairo from a desktop session, or set WAYLAND_DISPLAY to a screen of yours.",
    )


def _answers(place: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as asked:
        asked.settimeout(_ANSWER_S)
        try:
            asked.connect(os.fspath(place))
        except OSError:
            return False
    return True


def _fault_of_libraries() -> KairoError | None:
    try:
        require_libraries()
    except KairoError as error:
        return error
    return None


def _no_screen() -> KairoError:
    return KairoError(
        "There is no screen here to show a window on.",
        cure="Start Kairo from a desktop session, or stay in the terminal: kairo listen",
    )


def require_libraries(load: Callable[[str], object] = ctypes.CDLL) -> None:
    """Do nothing where all libraries are there that Qt needs to show a window.

    Qt itself would end the process without a word to us.

    Args:
        load: Loads a library by its path.

    Raises:
        KairoError: names the first that is missing, and the packages that bring it.
    """
    try:
        widgets = import_module("PySide6.QtWidgets")
        folder = Path(widgets.__file__ or "").parent
        load(os.fspath(folder / "Qt" / "plugins" / "platforms" / "libqxcb.so"))
    except (ImportError, OSError) as err:
        raise _lacks(err) from err


def _lacks(error: Exception) -> KairoError:
    named = re.search(r"[\w.+-]+\.so[\w.]*", str(error))
    return KairoError(
        f"The window system's library {named[0]} is missing." if named else str(error),
        cure=f"sudo apt install {' '.join(PACKAGES)}",
    )
