"""Whether a window can be shown, found out before Qt would end the process."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from kairo_desktop.errors import KairoError
from kairo_desktop.ui.platform import (
    choose_platform,
    on_wayland,
    require_libraries,
    require_qt,
    require_screen,
)

_WAYLAND = {"XDG_SESSION_TYPE": "wayland", "WAYLAND_DISPLAY": "wayland-0"}


@pytest.mark.parametrize(
    ("environment", "platform"),
    [
        ({"DISPLAY": ":0"}, None),
        (_WAYLAND | {"DISPLAY": ":0"}, "xcb"),
        ({"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"}, "xcb"),
        (_WAYLAND, None),
        (_WAYLAND | {"DISPLAY": ":0", "QT_QPA_PLATFORM": "wayland"}, None),
    ],
)
def test_wayland_is_left_for_xwayland_unless_the_user_chose(
    environment: dict[str, str], platform: str | None
) -> None:
    assert choose_platform(environment) == platform


def test_no_screen_is_said_with_a_cure() -> None:
    with pytest.raises(KairoError, match="no screen") as caught:
        require_screen({})
    assert "kairo listen" in caught.value.cure


def test_a_screen_that_does_not_answer_is_said() -> None:
    with pytest.raises(KairoError, match=":4711 does not answer"):
        require_screen({"DISPLAY": ":4711"})


@pytest.mark.parametrize("platform", ["offscreen", "vnc:size=800x600"])
def test_a_platform_without_a_screen_needs_none(platform: str) -> None:
    require_screen({"QT_QPA_PLATFORM": platform})


@pytest.mark.parametrize("platform", ["bogus", "eglfs", "bogus;eglfs"])
def test_a_platform_that_shows_no_windows_is_refused(platform: str) -> None:
    first = platform.partition(";")[0]
    with pytest.raises(KairoError, match=f"platform “{first}”") as caught:
        require_screen({"QT_QPA_PLATFORM": platform, "DISPLAY": ":4711"})
    assert "QT_QPA_PLATFORM to xcb" in caught.value.cure


def test_one_platform_of_several_is_enough() -> None:
    require_screen({"QT_QPA_PLATFORM": "bogus;xcb;offscreen", "DISPLAY": ":4711"})


def test_a_platform_is_asked_for_its_own_screen() -> None:
    with pytest.raises(KairoError, match="no screen"):
        require_screen({"QT_QPA_PLATFORM": "wayland", "DISPLAY": ":4711"})
    with pytest.raises(KairoError, match="no screen"):
        require_screen({"QT_QPA_PLATFORM": "xcb"} | _WAYLAND)


@pytest.fixture
def compositor(tmp_path: Path) -> Iterator[Path]:
    """Where somebody listens as a Wayland compositor does."""
    place = tmp_path / "wayland-0"
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(place))
        listening.listen()
        yield place


def test_wayland_alone_is_a_screen(compositor: Path) -> None:
    folder = {"XDG_RUNTIME_DIR": str(compositor.parent)}
    require_screen(_WAYLAND | folder)
    require_screen({"WAYLAND_DISPLAY": str(compositor)})
    require_screen({"QT_QPA_PLATFORM": "wayland"} | folder)
    require_screen({"QT_QPA_PLATFORM": "wayland", "WAYLAND_SOCKET": "5"})


@pytest.mark.parametrize("display", ["wayland-9", "/nowhere/wayland-0"])
def test_a_wayland_screen_that_does_not_answer_is_said(compositor: Path, display: str) -> None:
    where = {"XDG_RUNTIME_DIR": str(compositor.parent), "WAYLAND_DISPLAY": display}
    with pytest.raises(KairoError, match=f"Wayland screen {display} does not answer") as caught:
        require_screen(where)
    assert "WAYLAND_DISPLAY" in caught.value.cure


def test_a_wayland_screen_without_its_folder_does_not_answer() -> None:
    with pytest.raises(KairoError, match="wayland-0 does not answer"):
        require_screen(_WAYLAND)


@pytest.mark.parametrize(
    ("words", "library"),
    [
        (
            "libxcb-icccm.so.4: cannot open shared object file: No such file or directory",
            "libxcb-icccm.so.4",
        ),
        ("/lib/x86_64-linux-gnu/libEGL.so.1: file too short", "libEGL.so.1"),
    ],
)
def test_a_missing_library_is_named_with_the_packages(words: str, library: str) -> None:
    def load(_: str) -> object:
        raise OSError(words)

    with pytest.raises(KairoError) as caught:
        require_libraries(load)
    assert f"library {library} is missing" in caught.value.message
    assert caught.value.cure.startswith("sudo apt install libegl1 ")


def test_qt_that_is_not_installed_is_told_from_a_library_that_is_not() -> None:
    def absent(_: str) -> object:
        raise ModuleNotFoundError("No module named 'PySide6'")

    def lacking(_: str) -> object:
        raise ImportError("libgssapi_krb5.so.2: cannot open shared object file")

    with pytest.raises(KairoError, match="not installed"):
        require_qt(absent)
    with pytest.raises(KairoError, match=r"libgssapi_krb5\.so\.2"):
        require_qt(lacking)


def test_this_machine_has_all_libraries() -> None:
    require_qt()
    require_libraries()


@pytest.mark.parametrize(
    ("environment", "wayland"),
    [
        ({"XDG_SESSION_TYPE": "wayland", "DISPLAY": ":0", "QT_QPA_PLATFORM": "xcb"}, True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, True),
        ({"XDG_SESSION_TYPE": "x11", "DISPLAY": ":0"}, False),
        ({}, False),
    ],
)
def test_a_desktop_of_wayland_is_one_through_xwayland_too(
    environment: dict[str, str], *, wayland: bool
) -> None:
    assert on_wayland(environment) is wayland
