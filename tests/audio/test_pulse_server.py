"""The door to real sound servers: what it hears of, and what it makes of odd names."""

import os
from collections.abc import Iterator
from time import monotonic

import pytest

from kairo_desktop.audio.pulse_server import PulseServer, PulseServerError, PulseTrouble
from tests.sound_server import Kind, SoundServer

pytestmark = pytest.mark.real

_NOBODY = 65534


@pytest.fixture
def door(server: SoundServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[PulseServer]:
    for name in ("PULSE_SERVER", "XDG_RUNTIME_DIR"):
        monkeypatch.setenv(name, server.env[name])
    with PulseServer() as door:
        yield door


def test_a_change_that_comes_during_another_call_is_not_missed(
    server: SoundServer, door: PulseServer
) -> None:
    door.view("nobody")
    while _waited_s(door, 0.2) < 0.2:  # until the server has come to rest
        door.view("nobody")
    server.pactl("set-default-sink", "micfeed")
    door.sources()
    assert _waited_s(door, 5.0) < 1.0
    door.view("nobody")
    assert _waited_s(door, 0.2) >= 0.2


def _waited_s(door: PulseServer, timeout_s: float) -> float:
    began_s = monotonic()
    door.wait(timeout_s)
    return monotonic() - began_s


@pytest.mark.parametrize("kind", [Kind.PIPEWIRE], ids=str)
def test_an_odd_name_is_one_line_for_people_and_itself_for_the_server(
    server: SoundServer, door: PulseServer
) -> None:
    odd = 'we"ird\nnäme\x1b[31m\u202e😀 [/]'
    server.pactl("load-module", "module-null-sink", f"sink_name='{odd}'")
    (found,) = [source for source in door.sources() if "ird" in source.name]
    assert found.name == f"{odd}.monitor"
    assert 'we"ird näme [31m 😀 [/]' in found.description


def test_a_place_where_no_server_is_says_where_it_was_looked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PULSE_SERVER", "unix:/nowhere")
    with pytest.raises(PulseServerError, match="No sound server is running at unix:/nowhere") as e:
        PulseServer()
    assert e.value.trouble is PulseTrouble.GONE
    assert "PULSE_SERVER" in e.value.cure


@pytest.mark.parametrize("unset", [(), ("PULSE_SERVER",)], ids=["named", "usual"])
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
@pytest.mark.parametrize("kind", [Kind.PIPEWIRE], ids=str)
@pytest.mark.parametrize("barred", ["pulse", "pulse/native"])
def test_a_socket_that_is_not_ours_to_use_is_a_refusal(
    server: SoundServer, monkeypatch: pytest.MonkeyPatch, barred: str, unset: tuple[str, ...]
) -> None:
    for name in ("PULSE_SERVER", "XDG_RUNTIME_DIR", "PULSE_RUNTIME_PATH"):
        monkeypatch.setenv(name, server.env[name])
    for name in unset:
        monkeypatch.delenv(name)
    server.folder.chmod(0o755)
    (server.folder / barred).chmod(0o700)
    os.seteuid(_NOBODY)
    try:
        with pytest.raises(PulseServerError) as e:
            PulseServer()
    finally:
        os.seteuid(0)
    assert e.value.trouble is PulseTrouble.DENIED


def test_a_server_that_has_gone_is_called_so(server: SoundServer, door: PulseServer) -> None:
    server.kill()
    with pytest.raises(PulseServerError):
        door.view("nobody")
