"""Private X displays for tests: Xvfb, and on it what a desktop has.

Every display has a home of its own, so that no test ever draws on the machine's own screen, and
every process is ended by its id.
"""

import os
import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

import xcffib
import xcffib.xproto  # registers the core protocol

from tests.sound_server import until

__all__ = ["DESKTOP", "OtherWindow", "Part", "ScreenServer", "screen_server"]

_READY_S = 30.0


class Part(Enum):
    """A program that a desktop consists of."""

    WINDOW_MANAGER = "openbox"
    COMPOSITOR = "picom"
    PANEL = "tint2"
    """Holds the system tray."""


DESKTOP = tuple(Part)
"""All of them, in the order in which a session starts them."""


@dataclass
class ScreenServer:
    """A running display and the programs on it.

    Attributes:
        folder: Home, settings and sockets of the programs on it.
        env: What a program needs to show itself here and nowhere else.
    """

    folder: Path
    display: str
    env: Mapping[str, str]
    _running: list["subprocess.Popen[bytes]"] = field(default_factory=list)
    _parts: dict[Part, "subprocess.Popen[bytes]"] = field(default_factory=dict)

    def spawn(
        self, *argv: str, log: str = "", pass_fds: Sequence[int] = ()
    ) -> "subprocess.Popen[bytes]":
        """Start a program that ends with the display; its words go to a log in `folder`."""
        with (self.folder / f"{log or Path(argv[0]).name}.log").open("ab") as words:
            process = subprocess.Popen(
                argv,
                env=self.env,
                stdin=subprocess.DEVNULL,
                stdout=words,
                stderr=words,
                pass_fds=pass_fds,
            )
        self._running.append(process)
        return process

    def start(self, part: Part) -> None:
        """Start a part of the desktop and wait until it does its work."""
        ready = self.folder / f"{part.value}-is-ready"
        ready.unlink(missing_ok=True)
        words = [word.format(ready=ready) for word in _ARGUMENTS.get(part, ())]
        self._parts[part] = self.spawn(part.value, *words)
        if part is Part.WINDOW_MANAGER:
            # It owns its selection before it minds windows and has its own keys.
            until(ready.exists, within_s=_READY_S, what=part.value)
        else:
            selection = _SELECTIONS[part]
            until(lambda: _is_owned(self.display, selection), within_s=_READY_S, what=part.value)

    def end(self, part: Part) -> None:
        """End a part of the desktop."""
        _end(self._parts.pop(part))

    def run(self, *argv: str) -> str:
        """What a program says on stdout; fails when the program does."""
        done = subprocess.run(
            argv, env=self.env, capture_output=True, text=True, timeout=30, check=True
        )
        return done.stdout.strip()

    def try_run(self, *argv: str) -> str:
        """What a program says on stdout; nothing when it fails."""
        done = subprocess.run(
            argv, env=self.env, capture_output=True, text=True, timeout=30, check=False
        )
        return done.stdout.strip() if done.returncode == 0 else ""

    def windows(self, title: str) -> list[str]:
        """Ids of the visible windows whose title is `title` exactly."""
        return self.try_run("xdotool", "search", "--onlyvisible", "--name", f"^{title}$").split()

    def open_window(self, title: str, geometry: str = "200x200+40+40") -> "OtherWindow":
        """Open a window of another program, and give it the keys."""
        watched = ("-event", "keyboard", "-event", "button")
        self.spawn("xev", "-name", title, "-geometry", geometry, *watched, log=title)
        until(lambda: self.windows(title) != [], what=f"the window {title}")
        (window,) = self.windows(title)
        self.try_run("xdotool", "windowactivate", "--sync", window)
        until(lambda: self.active() == window, what=f"the focus of {title}")
        return OtherWindow(window, self.folder / f"{title}.log")

    def active(self) -> str:
        """Id of the window that gets the keys; empty where there is none."""
        return self.try_run("xdotool", "getactivewindow")

    def states(self, window: str) -> set[str]:
        """The window's `_NET_WM_STATE_…` atoms, without that prefix."""
        said = self.run("xprop", "-id", window, "_NET_WM_STATE").partition("=")[2]
        return {atom.strip().removeprefix("_NET_WM_STATE_") for atom in said.split(",")} - {""}

    def place(self, window: str) -> tuple[int, int, int, int]:
        """Left, top, width and height of a window, in pixels."""
        said = self.run("xdotool", "getwindowgeometry", "--shell", window)
        facts = dict(line.split("=", 1) for line in said.splitlines())
        return int(facts["X"]), int(facts["Y"]), int(facts["WIDTH"]), int(facts["HEIGHT"])

    def click(self, x: int, y: int, *, button: int = 1) -> None:
        """Press and release a button of the mouse at a place of the screen."""
        self.run("xdotool", "mousemove", str(x), str(y), "click", str(button))

    def press(self, keys: str) -> None:
        """Press and release a combination such as "ctrl+alt+k"."""
        self.run("xdotool", "key", "--clearmodifiers", keys)

    def type(self, text: str) -> None:
        """Type into whatever window gets the keys."""
        self.run("xdotool", "type", "--delay", "15", text)

    def split_into_two_monitors(self) -> None:
        """Two monitors of half the screen's width each, `left` and `right`."""
        width, height = map(int, self.run("xdotool", "getdisplaygeometry").split())
        half = f"{width // 2}/300x{height}/200"
        self.run("xrandr", "--setmonitor", "left", f"{half}+0+0", "screen")
        self.run("xrandr", "--setmonitor", "right", f"{half}+{width // 2}+0", "none")

    def unplug_right_monitor(self) -> None:
        """Take the right one of two monitors away."""
        self.run("xrandr", "--delmonitor", "right")

    def shoot(self, file: Path) -> Path:
        """Write a picture of the whole screen."""
        self.run("import", "-window", "root", str(file))
        return file

    def stop(self) -> None:
        """End everything, the display last."""
        for process in reversed(self._running):
            _end(process)
        self._running.clear()


@dataclass(frozen=True)
class OtherWindow:
    """A window of another program, and what reaches it."""

    window: str
    _log: Path

    @property
    def keys(self) -> list[str]:
        """The keys that it was pressed, in order, without modifiers."""
        named = (re.search(r"keysym 0x\w+, (\w+)\)", event) for event in self._events("KeyPress"))
        names = [found[1] for found in named if found is not None]
        return [name for name in names if not name.startswith(("Control", "Alt", "Shift"))]

    @property
    def n_clicks(self) -> int:
        """How often a button of the mouse was pressed on it."""
        return len(self._events("ButtonPress"))

    def _events(self, kind: str) -> list[str]:
        events = self._log.read_text(errors="replace").split("\n\n")
        return [event for event in events if event.strip().startswith(kind)]


@contextmanager
def screen_server(
    folder: Path,
    parts: Sequence[Part] = DESKTOP,
    *,
    size: tuple[int, int] = (1280, 800),
    scale: float = 1.0,
    env: Mapping[str, str] | None = None,
) -> Iterator[ScreenServer]:
    """A display with the given parts of a desktop.

    Args:
        folder: Private to it; its path must be short: sockets lie in it.
        scale: QT_SCALE_FACTOR of programs on it.
        env: More of the environment, such as a sound server's; wins over the rest.
    """
    server = ScreenServer(folder, "", _env(folder, scale) | dict(env or {}))
    try:
        server.display = _begin_display(server, size)
        server.env = {**server.env, "DISPLAY": server.display}
        for part in parts:
            server.start(part)
        yield server
    finally:
        server.stop()


def _begin_display(server: ScreenServer, size: tuple[int, int]) -> str:
    """Start Xvfb on a display that is free; gives its name."""
    read, write = os.pipe()
    with os.fdopen(read) as number:
        try:
            screen = ("-screen", "0", f"{size[0]}x{size[1]}x24", "+extension", "Composite")
            argv = ("Xvfb", "-displayfd", str(write), "-nolisten", "tcp", "-noreset", *screen)
            server.spawn(*argv, pass_fds=(write,))
        finally:
            os.close(write)
        said = number.readline().strip()
    if not said:
        log = (server.folder / "Xvfb.log").read_text(errors="replace")
        raise AssertionError(f"Xvfb does not start: {log}")
    return f":{said}"


def _is_owned(display: str, selection: str) -> bool:
    """Whether a program does the work that a selection stands for."""
    connection = xcffib.connect(display)
    try:
        atom = connection.core.InternAtom(0, len(selection), selection).reply().atom
        return bool(connection.core.GetSelectionOwner(atom).reply().owner)
    finally:
        connection.disconnect()


def _env(folder: Path, scale: float) -> dict[str, str]:
    """The environment of programs whose home is `folder`, without a display."""
    foreign = ("QT_", "WAYLAND_", "DBUS_", "SESSION_MANAGER", "DESKTOP_")
    env = {name: value for name, value in os.environ.items() if not name.startswith(foreign)}
    home = folder / "home"
    (home / "run").mkdir(mode=0o700, parents=True, exist_ok=True)
    return env | {
        "HOME": str(home),
        "XDG_RUNTIME_DIR": str(home / "run"),
        **{f"XDG_{name.upper()}_HOME": str(home / name) for name in _HOMES},
        "XDG_SESSION_TYPE": "x11",
        "DBUS_SESSION_BUS_ADDRESS": f"unix:path={home}/run/no-bus",
        "QT_SCALE_FACTOR": f"{scale:g}",
        "PYTHONPATH": str(Path(__file__).parents[1]),
    }


def _end(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


_HOMES = ("config", "data", "cache", "state")
_SELECTIONS = {
    Part.COMPOSITOR: "_NET_WM_CM_S0",
    Part.PANEL: "_NET_SYSTEM_TRAY_S0",
}
_ARGUMENTS = {
    Part.WINDOW_MANAGER: ("--startup", "touch {ready}"),
    Part.COMPOSITOR: ("--backend", "xrender", "--config", "/dev/null"),
}
