"""One desktop per user, and how other starts reach it."""

import os
import signal
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from kairo_desktop.errors import KairoError
from kairo_desktop.settings.paths import Paths
from kairo_desktop.ui.commands import AppCommand
from kairo_desktop.ui.single_instance import Instance, ask_running, meeting_place

_HOLDER = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from kairo_desktop.ui.single_instance import Instance
app = QCoreApplication([])
instance = Instance(Path(sys.argv[1]))
print("held" if instance.claim() else "taken", flush=True)
app.exec()
"""


@pytest.fixture
def place() -> Iterator[Path]:
    """Short enough for a socket's address."""
    with TemporaryDirectory(prefix="ki-") as folder:
        yield Path(folder) / "desktop"


@pytest.fixture
def instance(place: Path, qapp: object) -> Iterator[Instance]:
    first = Instance(place)
    assert first.claim()
    yield first
    first.close()


_SECOND = """
import sys
from pathlib import Path
from kairo_desktop.ui.commands import AppCommand
from kairo_desktop.ui.single_instance import Instance
sys.exit(Instance(Path(sys.argv[1])).claim_or_ask(AppCommand.SHOW))
"""


@contextmanager
def _start(program: str, place: Path) -> Iterator["subprocess.Popen[str]"]:
    """Another start, which is killed at the end at the latest."""
    with subprocess.Popen(
        [sys.executable, "-c", program, str(place)], stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def _word(process: "subprocess.Popen[str]") -> str:
    """What it says first."""
    assert process.stdout is not None
    return process.stdout.readline().strip()


def _paths(data: Path) -> Paths:
    return Paths(data / "c", data, data / "k", data / "l")


@pytest.mark.parametrize("wish", list(AppCommand))
def test_every_wish_arrives_and_is_confirmed(
    instance: Instance, place: Path, qtbot: QtBot, wish: AppCommand
) -> None:
    heard: list[AppCommand] = []
    instance.wished.connect(heard.append)
    with socket.socket(socket.AF_UNIX) as other:
        other.connect(str(place.with_suffix(".sock")))
        other.sendall(wish.value.encode() + b"\n")
        qtbot.waitUntil(lambda: heard == [wish])
        other.settimeout(5)
        assert other.recv(10) == b"ok\n"


def test_where_nobody_runs_nobody_takes_a_wish(place: Path) -> None:
    assert not ask_running(place, AppCommand.SHOW)


def test_a_second_start_asks_the_first(instance: Instance, place: Path, qtbot: QtBot) -> None:
    heard: list[AppCommand] = []
    instance.wished.connect(heard.append)
    with _start(_SECOND, place) as second:
        qtbot.waitUntil(lambda: second.poll() is not None, timeout=20_000)
        assert second.returncode == 0
    assert heard == [AppCommand.SHOW]


def test_two_starts_at_once_make_one_desktop(place: Path) -> None:
    with _start(_HOLDER, place) as one, _start(_HOLDER, place) as other:
        assert {_word(one), _word(other)} == {"held", "taken"}


def test_the_socket_of_a_killed_desktop_is_taken_over(place: Path) -> None:
    with _start(_HOLDER, place) as killed:
        assert _word(killed) == "held"
        assert not Instance(place).claim()
    assert place.with_suffix(".sock").exists()
    after = Instance(place)
    assert after.claim()
    after.close()


def test_a_frozen_desktop_is_said_to_be_one(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kairo_desktop.ui.single_instance._PATIENCE_MS", 100)
    with _start(_HOLDER, place) as frozen:
        assert _word(frozen) == "held"
        os.kill(frozen.pid, signal.SIGSTOP)
        with pytest.raises(KairoError, match="does not answer"):
            ask_running(place, AppCommand.SHOW)


def test_only_the_user_can_talk_to_it(instance: Instance, place: Path) -> None:
    mode = stat.S_IMODE(place.with_suffix(".sock").stat().st_mode)
    assert mode & 0o077 == 0
    assert stat.S_IMODE(place.with_suffix(".lock").stat().st_mode) == 0o600


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
@given(st.binary(min_size=1, max_size=5000))
def test_garbage_is_ignored_and_the_next_is_heard(
    instance: Instance, place: Path, qtbot: QtBot, garbage: bytes
) -> None:
    heard: list[AppCommand] = []
    instance.wished.connect(heard.append)
    with socket.socket(socket.AF_UNIX) as stranger:
        stranger.connect(str(place.with_suffix(".sock")))
        _send(stranger, garbage + b"\n")
        with socket.socket(socket.AF_UNIX) as friend:
            friend.connect(str(place.with_suffix(".sock")))
            friend.sendall(b"again\n")
            qtbot.waitUntil(lambda: AppCommand.AGAIN in heard)
    instance.wished.disconnect(heard.append)
    assert set(heard) <= {AppCommand.AGAIN}


def test_those_who_say_nothing_are_bounded_and_cut_off(
    instance: Instance, place: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kairo_desktop.ui.single_instance._PATIENCE_MS", 300)
    silent = [socket.socket(socket.AF_UNIX) for _ in range(40)]
    try:
        for stranger in silent:
            stranger.connect(str(place.with_suffix(".sock")))
            stranger.settimeout(0)
        qtbot.waitUntil(lambda: all(_is_cut_off(stranger) for stranger in silent))
    finally:
        for stranger in silent:
            stranger.close()
    heard: list[AppCommand] = []
    instance.wished.connect(heard.append)
    with socket.socket(socket.AF_UNIX) as friend:
        friend.connect(str(place.with_suffix(".sock")))
        friend.sendall(b"quit\n")
        qtbot.waitUntil(lambda: heard == [AppCommand.QUIT])


def test_the_place_is_the_runtime_folders_and_differs_by_data_folder(tmp_path: Path) -> None:
    runtime = {"XDG_RUNTIME_DIR": "/tmp"}
    mine = meeting_place(_paths(tmp_path / "mine"), runtime)
    assert mine.parent == Path("/tmp")
    assert mine == meeting_place(_paths(tmp_path / "mine"), runtime)
    assert mine != meeting_place(_paths(tmp_path / "other"), runtime)


def test_without_a_runtime_folder_it_is_the_data_folder() -> None:
    data = _paths(Path("/short"))
    assert meeting_place(data, {}).parent == data.data
    assert meeting_place(data, {"XDG_RUNTIME_DIR": "/no/such/folder"}).parent == data.data


def test_a_long_home_does_not_make_too_long_an_address() -> None:
    place = meeting_place(_paths(Path("/home") / ("x" * 200)), {})
    assert len(os.fsencode(place.with_suffix(".sock"))) < 104


def test_a_folder_of_somebody_elses_is_not_used(
    place: Path, qapp: object, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("kairo_desktop.ui.single_instance.os.getuid", lambda: 4711)
    assert Instance(place).claim()
    assert not place.with_suffix(".sock").exists()
    assert "belongs to somebody else" in caplog.text
    caplog.clear()


def _send(stranger: socket.socket, said: bytes) -> None:
    """Send without waiting for a reader that cuts it short."""

    def send() -> None:
        try:
            stranger.sendall(said)
        except OSError:
            return

    thread = threading.Thread(target=send)
    thread.start()
    thread.join(0.2)


def _is_cut_off(stranger: socket.socket) -> bool:
    try:
        return stranger.recv(1) == b""
    except BlockingIOError:
        return False
    except ConnectionError:
        return True
