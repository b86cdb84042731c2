import ctypes.util
import os
import shutil
import socket
import sqlite3
from pathlib import Path
from types import SimpleNamespace

import pytest

from kairo_desktop.catalogue.machine import Memory
from kairo_desktop.doctor import surroundings as module
from kairo_desktop.doctor.check import Look, Outcome, System
from kairo_desktop.doctor.surroundings import surroundings
from kairo_desktop.settings.paths import Paths

_FOREIGN = {
    System.LINUX: ("brew", "Keychain", "ps1", "Credential Manager"),
    System.MACOS: ("apt", "systemctl", "GNOME", "ps1"),
    System.WINDOWS: ("apt", "brew", "systemctl", "Keychain"),
}


def _look(
    folder: Path, system: System = System.LINUX, environment: dict[str, str] | None = None
) -> dict[str, Look]:
    paths = Paths(folder, folder / "data", folder, folder)
    found = surroundings(system, paths, environment or {"XDG_RUNTIME_DIR": str(folder)})
    return {look.part: look for look in found}


@pytest.mark.parametrize("system", list(System))
def test_cures_speak_of_no_other_operating_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: System
) -> None:
    monkeypatch.setattr(ctypes.util, "find_library", lambda _: None)
    monkeypatch.setattr(module, "find_spec", lambda _: SimpleNamespace())
    monkeypatch.setattr(module, "look_in_child", lambda *_: Outcome(ok=False, words="broken"))
    monkeypatch.setattr(module, "keyring_backend", lambda: None)
    monkeypatch.setattr(module, "memory", lambda: Memory(10**9, 10**8))
    looks = _look(tmp_path, system, {"DISPLAY": ":0", "XDG_RUNTIME_DIR": str(tmp_path)})
    for look in looks.values():
        assert look.ok or look.cure, look
        assert not [word for word in _FOREIGN[system] if word in look.cure], look


def test_missing_portaudio_leaves_file_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ctypes.util, "find_library", lambda _: None)
    look = _look(tmp_path)["PortAudio"]
    assert not look.ok
    assert not look.essential
    assert "recordings can be answered" in look.detail
    assert look.cure == "sudo apt install libportaudio2"


def test_portaudio_that_loads_tells_its_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ctypes.util, "find_library", lambda _: "libportaudio.so.2")
    monkeypatch.setattr(module, "look_in_child", lambda *_: Outcome(ok=True, words="V19.6"))
    assert _look(tmp_path)["PortAudio"].version == "V19.6"


def test_sound_server_that_answers_is_named(tmp_path: Path) -> None:
    (tmp_path / "pulse").mkdir()
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "pulse" / "native"))
        server.listen()
        look = _look(tmp_path)["sound server"]
    assert look.ok
    assert "pulse/native" in look.detail


def test_sound_server_named_in_the_environment_is_asked(tmp_path: Path) -> None:
    place = tmp_path / "elsewhere"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(place))
        server.listen()
        look = _look(tmp_path, environment={"PULSE_SERVER": f"unix:{place}"})["sound server"]
    assert look.detail == f"answers at {place}"


def test_dead_socket_is_no_sound_server(tmp_path: Path) -> None:
    look = _look(tmp_path)["sound server"]
    assert not look.ok
    assert "systemctl --user start" in look.cure


def test_window_needs_pyside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "find_spec", lambda _: None)
    look = _look(tmp_path)["Qt platform plugin"]
    assert not look.ok
    assert not look.essential


def test_session_without_a_display_is_told_from_a_missing_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "find_spec", lambda _: SimpleNamespace())
    assert "no display" in _look(tmp_path)["Qt platform plugin"].detail
    monkeypatch.setattr(module, "look_in_child", lambda *_: Outcome(ok=False, words="no xcb"))
    look = _look(tmp_path, environment={"WAYLAND_DISPLAY": "wayland-0"})["Qt platform plugin"]
    assert "libxcb-cursor0" in look.cure


def test_a_screen_that_does_not_answer_is_no_missing_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISPLAY", ":4711")
    monkeypatch.delenv("QT_QPA_PLATFORM", raising=False)
    look = _look(tmp_path, environment={"DISPLAY": ":4711"})["Qt platform plugin"]
    assert "does not answer" in look.detail
    assert "desktop session" in look.cure


def test_sqlite_without_full_text_search_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Bare:
        def __enter__(self) -> "Bare":
            return self

        def __exit__(self, *_: object) -> None:
            return

        def execute(self, _: str) -> None:
            raise sqlite3.OperationalError("no such module: fts5")

    monkeypatch.setattr(sqlite3, "connect", lambda _: Bare())
    look = _look(tmp_path)["FTS5"]
    assert not look.ok
    assert look.essential


def test_keyring_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "keyring_backend", lambda: "Some Keyring")
    assert _look(tmp_path)["keyring"].detail == "Some Keyring"


def test_full_disk_is_told_with_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=1000))
    look = _look(tmp_path)["disk"]
    assert not look.ok
    assert str(tmp_path) in look.cure


def test_read_only_disk_is_told_with_a_way_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    look = _look(tmp_path)["disk"]
    assert not look.ok
    assert "XDG_DATA_HOME" in look.cure
