"""Grabs on a real X server: what is pressed reaches Kairo, or the other window, never both."""

from collections.abc import Iterator

import pytest
import xcffib.xproto
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from kairo_desktop.ui.hotkeys.door import Combination, Refusal, combination_of
from kairo_desktop.ui.hotkeys.x11 import X11Keys, keysym_of
from kairo_desktop.ui.x11 import can_connect
from tests.screen_server import Part, ScreenServer
from tests.screens import Screens
from tests.sound_server import until

pytestmark = pytest.mark.real


class _Keys:
    """X11Keys on a display, and what it heard."""

    def __init__(self, screen: ScreenServer) -> None:
        self.heard: list[Combination] = []
        self.grabber = X11Keys(self.heard.append, screen.display)

    def grab(self, text: str) -> Refusal | None:
        combination = combination_of(text)
        assert isinstance(combination, Combination)
        return self.grabber.grab(combination)


@pytest.fixture
def screen(screens: Screens) -> ScreenServer:
    return screens([Part.WINDOW_MANAGER])


@pytest.fixture
def keys(screen: ScreenServer, qapp: object) -> Iterator[_Keys]:
    keys = _Keys(screen)
    yield keys
    keys.grabber.close()


def test_the_combination_arrives_once_and_nothing_else_does(
    screen: ScreenServer, keys: _Keys, qtbot: QtBot
) -> None:
    assert keys.grab("Ctrl+Alt+K") is None
    other = screen.open_window("other")
    screen.type("kairo")
    for keys_pressed in ("ctrl+k", "alt+k", "ctrl+alt+shift+k", "ctrl+alt+j", "ctrl+alt+k", "z"):
        screen.run("xdotool", "key", keys_pressed)
    until(lambda: "z" in other.keys, what="the last key in the other window")
    qtbot.waitUntil(lambda: keys.heard != [])
    assert keys.heard == [combination_of("Ctrl+Alt+K")]
    assert other.keys == ["k", "a", "i", "r", "o", "k", "k", "K", "j", "z"]


@pytest.mark.parametrize("lock", ["Caps_Lock", "Num_Lock"])
def test_the_locks_do_not_matter(
    screen: ScreenServer, keys: _Keys, qtbot: QtBot, lock: str
) -> None:
    assert keys.grab("Ctrl+Alt+K") is None
    screen.run("xdotool", "key", lock)
    screen.run("xdotool", "key", "ctrl+alt+k")
    qtbot.waitUntil(lambda: keys.heard == [combination_of("Ctrl+Alt+K")])


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("Ctrl+Alt+Space", "ctrl+alt+space"),
        ("Meta+F5", "super+F5"),
        ("Ctrl+Alt+Home", "ctrl+alt+Home"),
        ("Ctrl+Shift++", "ctrl+plus"),
        ("Ctrl+?", "ctrl+question"),
        ("Ctrl+Alt+Del", "ctrl+alt+Delete"),
    ],
)
def test_all_sorts_of_keys_arrive(
    screen: ScreenServer, keys: _Keys, qtbot: QtBot, text: str, typed: str
) -> None:
    assert keys.grab(text) is None
    screen.run("xdotool", "key", typed)
    qtbot.waitUntil(lambda: keys.heard == [combination_of(text)])


def test_a_held_combination_counts_once(screen: ScreenServer, keys: _Keys, qtbot: QtBot) -> None:
    screen.run("xset", "r", "rate", "50", "50")
    assert keys.grab("Ctrl+Alt+K") is None
    assert keys.grab("Ctrl+Alt+J") is None
    screen.run(*["xdotool", "keydown", "ctrl", "keydown", "alt", "keydown", "k"], "sleep", "0.4")
    screen.run(*["xdotool", "keyup", "k", "keyup", "alt", "keyup", "ctrl", "key", "ctrl+alt+j"])
    qtbot.waitUntil(lambda: combination_of("Ctrl+Alt+J") in keys.heard)
    assert keys.heard == [combination_of("Ctrl+Alt+K"), combination_of("Ctrl+Alt+J")]


def test_what_another_program_has_is_refused_and_the_rest_works(
    screen: ScreenServer, keys: _Keys, qtbot: QtBot
) -> None:
    other = _Keys(screen)
    assert other.grab("Ctrl+Alt+K") is None
    assert keys.grab("Ctrl+Alt+K") is Refusal.TAKEN
    assert keys.grab("Ctrl+Alt+J") is None
    screen.run("xdotool", "key", "ctrl+alt+k", "key", "ctrl+alt+j")
    qtbot.waitUntil(lambda: other.heard == [combination_of("Ctrl+Alt+K")])
    qtbot.waitUntil(lambda: keys.heard == [combination_of("Ctrl+Alt+J")])
    other.grabber.close()
    assert keys.grab("Ctrl+Alt+K") is None


def test_what_is_given_back_reaches_the_other_window(screen: ScreenServer, keys: _Keys) -> None:
    assert keys.grab("Ctrl+Alt+K") is None
    keys.grabber.release_all()
    other = screen.open_window("other")
    screen.run("xdotool", "key", "ctrl+alt+k")
    until(lambda: "k" in other.keys, what="the key")
    assert keys.heard == []


def test_a_key_that_the_keyboard_lacks_is_refused(keys: _Keys) -> None:
    assert keys.grab("Ctrl+Alt+Ж") is Refusal.NO_KEY


def test_a_new_layout_moves_the_grab_with_its_key(
    screen: ScreenServer, keys: _Keys, qtbot: QtBot
) -> None:
    assert keys.grab("Ctrl+Alt+Z") is None
    screen.run("xdotool", "key", "ctrl+alt+z")
    qtbot.waitUntil(lambda: len(keys.heard) == 1)
    screen.run("xmodmap", "-e", "keycode 52 = y Y", "-e", "keycode 29 = z Z")
    qtbot.waitUntil(lambda: _is_grabbed(screen, 29))
    screen.run("xdotool", "key", "ctrl+alt+29")
    qtbot.waitUntil(lambda: len(keys.heard) == 2)


def test_a_server_that_goes_away_is_no_crash(
    screen: ScreenServer, keys: _Keys, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    screen.stop()
    qtbot.waitUntil(lambda: "gone" in caplog.text)


def test_whether_there_is_a_server(screen: ScreenServer) -> None:
    assert can_connect(screen.display)
    assert not can_connect(":4711")


@pytest.mark.parametrize(
    ("key", "name"),
    [(Qt.Key.Key_K, ord("k")), (Qt.Key.Key_F35, 0xFFE0), (Qt.Key.Key_unknown, 0)],
)
def test_the_server_has_names_of_its_own_for_keys(key: Qt.Key, name: int) -> None:
    assert keysym_of(key) == name


def _is_grabbed(screen: ScreenServer, keycode: int) -> bool:
    """Whether another program cannot have Ctrl+Alt and this key."""
    connection = xcffib.connect(screen.display)
    try:
        root = connection.get_setup().roots[0].root
        connection.core.GrabKey(0, root, 4 | 8, keycode, 1, 1, is_checked=True).check()
    except xcffib.xproto.AccessError:
        return True
    finally:
        connection.disconnect()
    return False
