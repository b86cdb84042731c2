"""The desktop that other tests stand on."""

from pathlib import Path

import pytest

from tests.screen_server import Part, ScreenServer
from tests.screens import Screens
from tests.sound_server import until

pytestmark = pytest.mark.real


def test_a_window_shows_itself_and_gets_the_keys(screen: ScreenServer, tmp_path: Path) -> None:
    window = screen.open_window("target")
    screen.type("k")
    until(lambda: window.keys == ["k"], what="the key")
    assert screen.shoot(tmp_path / "all.png").stat().st_size > 1000


def test_monitors_come_and_go(screens: Screens) -> None:
    screen = screens([Part.WINDOW_MANAGER])
    screen.split_into_two_monitors()
    assert len(screen.run("xrandr", "--listactivemonitors").splitlines()) == 3
    screen.unplug_right_monitor()
    assert len(screen.run("xrandr", "--listactivemonitors").splitlines()) == 2
