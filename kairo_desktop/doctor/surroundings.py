"""What surrounds Kairo: sound, windows, the keyring, full-text search, memory and disk."""

import ctypes.util
import os
import platform
import shutil
import socket
import sqlite3
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path

from kairo_desktop.catalogue.machine import memory
from kairo_desktop.doctor.check import Cures, Look, System, look_in_child
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.secrets import keyring_backend
from kairo_desktop.ui.platform import PACKAGES

__all__ = ["surroundings"]

_LEAST_DISK_BYTES = 500_000_000
_LEAST_MEMORY_BYTES = 2_500_000_000
_PORTAUDIO = (
    "import ctypes, sys; lib = ctypes.CDLL(sys.argv[1]);"
    "lib.Pa_GetVersionText.restype = ctypes.c_char_p;"
    "print(lib.Pa_GetVersionText().decode().partition(',')[0])"
)
_QT = """
import os, sys
from kairo_desktop.errors import KairoError
from kairo_desktop.ui.platform import require_screen
try:
    require_screen(os.environ)
except KairoError as error:
    sys.exit(error.message)
from PySide6.QtGui import QGuiApplication
print(QGuiApplication(sys.argv).platformName())
"""
_SESSION = "Start Kairo from a desktop session, or work in the terminal: kairo answer FILE"


def surroundings(system: System, paths: Paths, environment: Mapping[str, str]) -> Iterator[Look]:
    """Look at what the operating system has to bring."""
    yield Look("Python", ok=True, detail=platform.platform(), version=platform.python_version())
    yield _portaudio(system)
    yield _sound_server(system, environment)
    yield _qt(system, environment)
    yield _full_text_search()
    yield _keyring(system)
    yield _memory()
    yield _disk(paths.data)


def _portaudio(system: System) -> Look:
    cure = Cures(
        linux="sudo apt install libportaudio2",
        macos="brew install portaudio",
        windows="It comes with the sounddevice package: installers\\run.ps1 doctor",
    )
    library = ctypes.util.find_library("portaudio")
    if library is None:
        return Look(
            "PortAudio",
            ok=False,
            detail="not found; recordings can be answered, live sound cannot be heard",
            cure=cure.on(system),
            essential=False,
        )
    loads = look_in_child("-c", _PORTAUDIO, library)
    return Look(
        "PortAudio",
        ok=loads.ok,
        detail=library if loads.ok else loads.words,
        version=loads.words if loads.ok else "",
        cure="" if loads.ok else cure.on(system),
        essential=False,
    )


def _sound_server(system: System, environment: Mapping[str, str]) -> Look:
    if system is not System.LINUX:
        return Look("sound server", ok=True, detail="part of the system", essential=False)
    runtime = environment.get("XDG_RUNTIME_DIR", f"/run/user/{os.getuid()}")
    named = environment.get("PULSE_SERVER", "").removeprefix("unix:")
    places = [Path(named)] if named.startswith("/") else [Path(runtime, "pulse/native")]
    places.append(Path(runtime, "pipewire-0"))
    alive = next((place for place in places if _accepts(place)), None)
    if alive is not None:
        return Look("sound server", ok=True, detail=f"answers at {alive}", essential=False)
    return Look(
        "sound server",
        ok=False,
        detail="neither PipeWire nor PulseAudio answers; live sound cannot be heard",
        cure="Start one in your session: systemctl --user start pipewire pipewire-pulse",
        essential=False,
    )


def _accepts(place: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as door:
        door.settimeout(2.0)
        try:
            door.connect(str(place))
        except OSError:
            return False
        return True


def _qt(system: System, environment: Mapping[str, str]) -> Look:
    part = "Qt platform plugin"
    if find_spec("PySide6") is None:
        return Look(
            part,
            ok=False,
            detail="PySide6 is not installed, so there is no window",
            cure="Work in the terminal: kairo answer FILE",
            essential=False,
        )
    if system is System.LINUX and not (
        environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")
    ):
        return Look(
            part,
            ok=False,
            detail="no display in this session",
            cure=_SESSION,
            essential=False,
        )
    opens = look_in_child("-c", _QT)
    cure = Cures(
        linux=_SESSION
        if opens.words.endswith("does not answer.")
        else f"sudo apt install {' '.join(PACKAGES)}",
        macos="Set up again: ./installers/run doctor",
        windows=r"Set up again: installers\run.ps1 doctor",
    )
    return Look(
        part,
        ok=opens.ok,
        detail=opens.words,
        cure="" if opens.ok else cure.on(system),
        essential=False,
    )


def _full_text_search() -> Look:
    with sqlite3.connect(":memory:") as database:
        try:
            database.execute("CREATE VIRTUAL TABLE probe USING fts5(text)")
        except sqlite3.OperationalError:
            return Look(
                "FTS5",
                ok=False,
                detail="this Python's SQLite has no full-text search",
                version=sqlite3.sqlite_version,
                cure="Use the Python of your system or of python.org.",
            )
    return Look("FTS5", ok=True, detail="full-text search", version=sqlite3.sqlite_version)


def _keyring(system: System) -> Look:
    backend = keyring_backend()
    if backend is not None:
        return Look("keyring", ok=True, detail=backend, essential=False)
    cure = Cures(
        linux="sudo apt install gnome-keyring, then log in anew; without one, set HF_TOKEN "
        "where a hub token is needed",
        macos="Open Keychain Access and unlock the login keychain",
        windows="Start the service Credential Manager",
    )
    return Look(
        "keyring",
        ok=False,
        detail="none in this session; tokens cannot be kept",
        cure=cure.on(system),
        essential=False,
    )


def _memory() -> Look:
    now = memory()
    ok = now.available_bytes >= _LEAST_MEMORY_BYTES
    return Look(
        "memory",
        ok=ok,
        detail=f"{now.available_bytes / 1e9:.1f} of {now.total_bytes / 1e9:.1f} GB free",
        cure="" if ok else "Close other programs, or choose smaller models: kairo models list",
        essential=False,
    )


def _disk(folder: Path) -> Look:
    present = next(place for place in (folder, *folder.parents) if place.exists())
    free = shutil.disk_usage(present).free
    writable = os.access(present, os.W_OK)
    enough = free >= _LEAST_DISK_BYTES
    cure = "" if enough else f"Free some room on the disk of {present}"
    if not writable:
        cure = f"Mend the rights of {present}, or set XDG_DATA_HOME to a folder of yours"
    return Look(
        "disk",
        ok=writable and enough,
        detail=f"{free / 1e9:.1f} GB free at {present}" + ("" if writable else ", read-only"),
        cure=cure,
    )
