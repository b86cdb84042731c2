"""`kairo run` on a screen: windows, tray, keys, other starts and the end; nothing is heard."""

import signal
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from kairo_desktop.settings.overlay import OverlayPlace
from kairo_desktop.settings.state import DesktopState, load_state
from tests.end_to_end.desktop import BADGE, OVERLAY, TOAST, RunningDesktop, running_desktop
from tests.end_to_end.kairo import run_kairo
from tests.screen_server import Part, ScreenServer, screen_server
from tests.screens import Screens
from tests.sound_server import until

pytestmark = [pytest.mark.real, pytest.mark.timeout(300)]

_BARE = (Part.WINDOW_MANAGER, Part.COMPOSITOR)
_CONSENT = "2026-01-01T00:00:00+00:00"


@pytest.fixture(scope="module")
def shared_screen() -> Iterator[ScreenServer]:
    """One display for all tests that leave it as it was."""
    with TemporaryDirectory(prefix="ks-") as folder, screen_server(Path(folder)) as started:
        yield started


@pytest.fixture
def desktop(shared_screen: ScreenServer, models_dir: Path) -> Iterator[RunningDesktop]:
    with running_desktop(shared_screen, models_dir) as running:
        until(lambda: running.shown, what="the overlay")
        yield running


def test_the_overlay_is_above_and_never_takes_the_keys(
    shared_screen: ScreenServer, models_dir: Path
) -> None:
    other = shared_screen.open_window("other")
    with running_desktop(shared_screen, models_dir) as desktop:
        until(lambda: desktop.shown, what="the overlay")
        expected = {"ABOVE", "SKIP_TASKBAR", "SKIP_PAGER"}
        until(lambda: shared_screen.states(desktop.window) >= expected, what="its states")
        x, y, width, height = shared_screen.place(desktop.window)
        shared_screen.click(x + width // 2, y + height // 2)
        shared_screen.type("typed")
        until(lambda: other.keys == [*"typed"], what="keys in the other window")
        assert shared_screen.active() == other.window


def test_a_second_start_shows_the_first_and_leaves(desktop: RunningDesktop) -> None:
    assert desktop.tell("--toggle").code == 0
    until(lambda: not desktop.shown, what="the overlay to hide")
    second = desktop.tell()
    assert (second.code, second.out) == (0, "")
    assert "runs already" in second.err
    until(lambda: desktop.shown, what="the overlay to come back")
    assert len(desktop.screen.windows(OVERLAY)) == 1


def test_the_windows_open_from_a_terminal(desktop: RunningDesktop) -> None:
    for wish in ("--settings", "--history"):
        assert desktop.tell(wish).code == 0
    until(lambda: desktop.screen.windows("Kairo settings") != [], what="the settings")
    until(lambda: desktop.screen.windows("Kairo history") != [], what="the history")


@pytest.mark.parametrize("wish", ["--answer-now", "--quit"])
def test_without_a_desktop_a_wish_says_so(shared_screen: ScreenServer, wish: str) -> None:
    done = run_kairo("run", wish, env=shared_screen.env)
    assert done.code == 1
    assert "kairo run" in done.err


@pytest.mark.parametrize(
    "how",
    [
        signal.SIGTERM,
        pytest.param(signal.SIGINT, marks=pytest.mark.long),
        pytest.param(signal.SIGHUP, marks=pytest.mark.long),
    ],
)
def test_a_signal_ends_it_in_order(desktop: RunningDesktop, how: signal.Signals) -> None:
    desktop.process.send_signal(how)
    code, took_s = desktop.wait_ended()
    assert code == 0
    assert took_s < 2.0


def test_after_a_kill_it_starts_again(shared_screen: ScreenServer, models_dir: Path) -> None:
    with running_desktop(shared_screen, models_dir) as killed:
        killed.process.kill()
        killed.process.wait()
        with running_desktop(shared_screen, models_dir) as after:
            until(lambda: after.shown, what="the overlay")
            assert after.tell("--quit").code == 0
            assert after.wait_ended()[0] == 0


def test_a_key_shows_and_hides_it_from_another_window(desktop: RunningDesktop) -> None:
    desktop.screen.press("ctrl+alt+k")
    until(lambda: not desktop.shown, what="the overlay to hide")
    desktop.screen.press("ctrl+alt+k")
    until(lambda: desktop.shown, what="the overlay to come back")


def test_clicks_pass_through_and_are_taken_back(
    shared_screen: ScreenServer, models_dir: Path
) -> None:
    with running_desktop(shared_screen, models_dir) as desktop:
        until(lambda: desktop.shown, what="the overlay")
        x, y, width, height = shared_screen.place(desktop.window)
        below = shared_screen.open_window("below", f"{width}x{height}+{x}+{y}")
        middle = (x + width // 2, y + height // 2)
        shared_screen.click(*middle)
        shared_screen.press("ctrl+alt+t")
        until(lambda: shared_screen.windows(BADGE) != [], what="the way back")
        assert below.n_clicks == 0
        shared_screen.click(*middle)
        until(lambda: below.n_clicks == 1, what="the click below")
        (badge,) = shared_screen.windows(BADGE)
        shared_screen.click(*_middle(shared_screen, badge))
        until(lambda: shared_screen.windows(BADGE) == [], what="clicks to be taken back")
        shared_screen.click(*middle)
        shared_screen.press("ctrl+alt+k")
        until(lambda: not desktop.shown, what="the overlay to hide")
        assert below.n_clicks == 1


def test_clicks_that_pass_through_still_do_after_a_restart_and_the_way_back_is_there(
    screens: Screens, models_dir: Path
) -> None:
    screen = screens(_BARE)
    remembered = DesktopState(_CONSENT, "done", click_through=True)
    with running_desktop(screen, models_dir, state=remembered) as desktop:
        until(lambda: screen.windows(BADGE) != [], what="the way back")
        below = screen.open_window("below", "600x700+600+40")
        screen.click(*_middle(screen, desktop.window))
        until(lambda: below.n_clicks == 1, what="the click below")
        screen.click(*_middle(screen, screen.windows(BADGE)[0]))
        until(lambda: screen.windows(BADGE) == [], what="clicks to be taken back")
        assert desktop.tell("--quit").code == 0
        desktop.wait_ended()
    assert not load_state(_state_file(screen)).click_through


@pytest.mark.parametrize(
    "place",
    [
        OverlayPlace("gone", 9000, 9000, 400, 500),
        pytest.param(OverlayPlace("screen", -5000, -10, 400, 5000), marks=pytest.mark.long),
    ],
)
def test_a_place_out_of_sight_is_brought_back(
    screens: Screens, models_dir: Path, place: OverlayPlace
) -> None:
    screen = screens(_BARE)
    remembered = DesktopState(_CONSENT, "done", overlay_places=(place,))
    with running_desktop(screen, models_dir, state=remembered) as desktop:
        until(lambda: desktop.shown, what="the overlay")
        assert _is_inside(screen.place(desktop.window), (0, 0, 1280, 800))


def test_it_comes_back_from_a_monitor_that_is_unplugged(screens: Screens, models_dir: Path) -> None:
    screen = screens(_BARE)
    screen.split_into_two_monitors()
    remembered = DesktopState(
        _CONSENT, "done", overlay_places=(OverlayPlace("right", 100, 50, 400, 500),)
    )
    with running_desktop(screen, models_dir, state=remembered) as desktop:
        until(lambda: desktop.shown, what="the overlay")
        until(lambda: screen.place(desktop.window)[:2] == (740, 50), what="its place")
        screen.unplug_right_monitor()
        left = (0, 0, 640, 800)
        until(lambda: _is_inside(screen.place(desktop.window), left), what="the way back")


def test_without_a_tray_it_says_how_it_comes_back(screens: Screens, models_dir: Path) -> None:
    screen = screens(_BARE)
    with running_desktop(screen, models_dir) as desktop:
        until(lambda: desktop.shown, what="the overlay")
        assert desktop.tell("--toggle").code == 0
        until(lambda: not desktop.shown, what="the overlay to hide")
        until(lambda: desktop.reads("kairo run --toggle", TOAST), what="the word")
        assert desktop.reads("Ctrl+Alt+K", TOAST)
        assert desktop.tell("--toggle").code == 0
        until(lambda: desktop.shown, what="the overlay to come back")


def test_a_tray_that_comes_later_is_taken_and_one_that_goes_gives_the_overlay_back(
    screens: Screens, models_dir: Path, tmp_path: Path
) -> None:
    screen = screens(_BARE)
    with running_desktop(screen, models_dir) as desktop:
        until(lambda: desktop.shown, what="the overlay")
        screen.start(Part.PANEL)
        until(lambda: _is_in_the_tray(screen, desktop), what="the icon in the tray")
        assert desktop.tell("--toggle").code == 0
        until(lambda: not desktop.shown, what="the overlay to hide")
        assert screen.windows(TOAST) == []
        screen.end(Part.PANEL)
        until(lambda: desktop.shown, what="the overlay to come back")


@pytest.mark.parametrize(
    "parts",
    [pytest.param((Part.WINDOW_MANAGER,), marks=pytest.mark.long, id="plain"), ()],
)
def test_it_works_without_a_compositor_and_without_a_window_manager(
    screens: Screens, models_dir: Path, parts: tuple[Part, ...]
) -> None:
    screen = screens(parts)
    with running_desktop(screen, models_dir) as desktop:
        until(lambda: desktop.shown, what="the overlay")
        assert desktop.tell("--quit").code == 0
        code, took_s = desktop.wait_ended()
        assert (code, took_s < 2.0) == (0, True)


def test_at_three_hundred_percent_it_is_whole_on_the_screen(
    screens: Screens, models_dir: Path
) -> None:
    screen = screens(_BARE, scale=3.0)
    with running_desktop(screen, models_dir) as desktop:
        until(lambda: desktop.shown, what="the overlay")
        # A third of 1280 is no whole number, and Qt rounds up.
        assert _is_inside(screen.place(desktop.window), (0, 0, 1282, 802))


def test_a_settings_file_that_is_broken_does_not_keep_it_from_starting(
    screens: Screens, models_dir: Path
) -> None:
    screen = screens(_BARE)
    with running_desktop(screen, models_dir, settings="[llm\n") as desktop:
        until(lambda: desktop.reads("settings.toml", TOAST), what="the word")
        assert desktop.shown


@pytest.mark.parametrize(
    ("unset", "words"),
    [(("-u", "DISPLAY"), "no screen"), (("DISPLAY=:4711",), "does not answer")],
)
def test_without_a_screen_it_says_so_in_one_line(
    screens: Screens, unset: tuple[str, ...], words: str
) -> None:
    clean = ("env", "-u", "QT_QPA_PLATFORM", "-u", "WAYLAND_DISPLAY", *unset)
    screen = screens(())
    done = run_kairo("run", wrapper=clean, env=screen.env)
    assert (done.code, len(done.err.splitlines()), done.out) == (1, 1, "")
    assert words in done.err


def test_a_first_start_asks_for_consent_before_anything_is_heard(
    screens: Screens, models_dir: Path
) -> None:
    screen = screens(_BARE)
    with running_desktop(screen, models_dir, "--start", state=DesktopState()) as desktop:
        until(lambda: screen.windows("Welcome to Kairo") != [], what="the first start")
        assert desktop.children == []
        assert desktop.reads("Not listening")
        screen.run("xdotool", "key", "Escape")
        until(lambda: screen.windows("Welcome to Kairo") == [], what="it to close")
        assert desktop.tell("--start").code == 0
        until(lambda: screen.windows("Welcome to Kairo") != [], what="the reminder again")
        assert load_state(_state_file(screen)).consent_given_at == ""


@pytest.mark.long
def test_it_stays_above_a_full_screen_window_where_that_is_wanted(
    screens: Screens, models_dir: Path
) -> None:
    screen = screens(_BARE)
    settings = "[overlay]\nabove_fullscreen = true\n"
    with running_desktop(screen, models_dir, settings=settings) as desktop:
        until(lambda: desktop.shown, what="the overlay")
        call = screen.open_window("call", "600x400+0+0")
        screen.run("wmctrl", "-i", "-r", call.window, "-b", "add,fullscreen")
        until(lambda: "FULLSCREEN" in screen.states(call.window), what="full screen")
        screen.click(*_middle(screen, desktop.window))
        screen.run("xdotool", "key", "z")
        until(lambda: call.keys == ["z"], what="the key in the call")
        assert call.n_clicks == 0


def _middle(screen: ScreenServer, window: str) -> tuple[int, int]:
    x, y, width, height = screen.place(window)
    return x + width // 2, y + height // 2


def _is_inside(inner: tuple[int, int, int, int], outer: tuple[int, int, int, int]) -> bool:
    """Whether a rectangle (left, top, width, height) lies within another."""
    return (
        inner[0] >= outer[0]
        and inner[1] >= outer[1]
        and inner[0] + inner[2] <= outer[0] + outer[2]
        and inner[1] + inner[3] <= outer[1] + outer[3]
    )


def _state_file(screen: ScreenServer) -> Path:
    return screen.folder / "home" / "data" / "kairo" / "desktop.json"


def _is_in_the_tray(screen: ScreenServer, desktop: RunningDesktop) -> bool:
    """Whether a window of the program lies in a window of the panel."""
    pid = str(desktop.process.pid)
    windows = screen.try_run("xdotool", "search", "--pid", pid).split()
    trays = screen.try_run("xdotool", "search", "--class", "tint2").split()
    trees = [screen.try_run("xwininfo", "-tree", "-id", tray) for tray in trays]
    return any(hex(int(window)) in tree for window in windows for tree in trees)
