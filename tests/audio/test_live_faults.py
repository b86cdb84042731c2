"""What goes wrong with real sound servers, and how long it takes to be told and mended."""

import os
import signal
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

import pytest

from kairo_desktop.audio.health import LaneState
from kairo_desktop.types import Lane
from tests.audio.courses import Note, course_of
from tests.audio.listening import Listening, listening
from tests.audio.voices import BACK_S, NAMED, await_lost, hears_only, voices
from tests.sound_server import Kind, SoundServer, server_of_another, sound_server, until

# Faults take minutes and lean on the machine being free: the long tier runs them.
pytestmark = [pytest.mark.real, pytest.mark.long]

_HELD_BACK_S = 0.7
"""A stop takes 300 ms; starting to end a process takes the rest on a busy machine."""


def _await_frozen(heard: Listening) -> None:
    for lane in Lane:
        heard.await_state(lane, LaneState.STALLED, within_s=5)
    until(lambda: "does not answer" in str(heard.health(Lane.MIC)), within_s=10)


def _stop(heard: Listening, server: str, note: Note) -> None:
    began_s = monotonic()
    assert heard.supervisor.stop()
    took_s = monotonic() - began_s
    note(f"stop beside {server} | {took_s:.2f} s")
    assert took_s < _HELD_BACK_S


def test_a_server_that_dies_and_comes_back(server: SoundServer, tmp_path: Path, note: Note) -> None:
    voices(server)
    with listening(server, tmp_path, NAMED) as heard:
        heard.await_both()
        broke_s = heard.now_s()
        server.kill()
        for lane in Lane:
            await_lost(heard, lane)
        assert "No sound server" in str(heard.health(Lane.MIC))
        server.start()
        mended_s = heard.now_s()
        voices(server)
        for lane in Lane:
            heard.await_sound(lane, within_s=BACK_S)
        since_s = heard.listen(1.0)
        for lane in Lane:
            hears_only(heard, lane, since_s)
            assert heard.gaps(lane)[0].reason == "the sound server was gone"
            note(course_of(heard, lane, "server killed, started again", broke_s, mended_s))


def test_names_survive_a_restart_in_another_order(server: SoundServer, tmp_path: Path) -> None:
    with listening(server, tmp_path, NAMED) as heard:
        heard.await_both()
        server.kill()
        await_lost(heard, Lane.SYSTEM)
        server.start(before=("hdmi", "loop"))
        voices(server)
        for lane in Lane:
            heard.await_sound(lane, within_s=BACK_S)
        heard.listen(1.0)
        since_s = heard.listen(1.0)
        for lane in Lane:
            hears_only(heard, lane, since_s)


def test_a_server_that_runs_cannot_hold_back_a_stop(
    server: SoundServer, tmp_path: Path, note: Note
) -> None:
    with listening(server, tmp_path) as heard:
        heard.await_both()
        _stop(heard, "a server that runs", note)


def test_a_server_that_died_cannot_hold_back_a_stop(
    server: SoundServer, tmp_path: Path, note: Note
) -> None:
    with listening(server, tmp_path) as heard:
        heard.await_both()
        server.kill()
        _stop(heard, "a server that just died", note)


@pytest.mark.parametrize(
    ("kind", "part"),
    [
        (Kind.PULSE, "pulseaudio"),
        (Kind.PIPEWIRE, "pipewire-pulse"),
        (Kind.PIPEWIRE, "pipewire"),
        (Kind.PIPEWIRE, "wireplumber"),
    ],
    ids=str,
)
def test_a_frozen_part_cannot_hold_back_a_stop(
    server: SoundServer, tmp_path: Path, part: str, note: Note
) -> None:
    with listening(server, tmp_path) as heard:
        heard.await_both()
        server.freeze(part)
        if part != "wireplumber":  # without it what plays goes on
            for lane in Lane:
                heard.await_state(lane, LaneState.STALLED, within_s=5)
        _stop(heard, f"a frozen {part}", note)
        server.thaw(part)


def test_a_server_frozen_from_the_beginning_cannot_hold_back_a_stop(
    server: SoundServer, tmp_path: Path, note: Note
) -> None:
    server.freeze()
    with listening(server, tmp_path) as heard:
        _await_frozen(heard)
        _stop(heard, "a server frozen from the beginning", note)
    server.thaw()


@pytest.mark.parametrize(
    ("kind", "part", "frozen_s"),
    [
        (Kind.PULSE, "pulseaudio", 4),
        (Kind.PULSE, "pulseaudio", 12),
        (Kind.PIPEWIRE, "pipewire-pulse", 4),
        (Kind.PIPEWIRE, "pipewire-pulse", 12),
        (Kind.PIPEWIRE, "pipewire", 4),
        (Kind.PIPEWIRE, "pipewire", 12),
    ],
    ids=str,
)
def test_goes_on_when_a_frozen_part_goes_on(
    server: SoundServer, tmp_path: Path, part: str, frozen_s: int, note: Note
) -> None:
    voices(server)
    with listening(server, tmp_path, NAMED) as heard:
        heard.await_both()
        broke_s = heard.now_s()
        server.freeze(part)
        for lane in Lane:
            heard.await_state(lane, LaneState.STALLED, within_s=5)
        until(lambda: heard.now_s() > broke_s + frozen_s, within_s=20)
        mended_s = heard.now_s()
        server.thaw(part)
        for lane in Lane:
            heard.await_sound(lane, within_s=BACK_S)
            heard.await_state(lane, LaneState.OK)
            last = heard.frames(lane)[-1]
            assert last.start_s == pytest.approx(heard.now_s(), abs=0.5)
            note(course_of(heard, lane, f"{part} frozen for {frozen_s} s", broke_s, mended_s))


def test_a_killed_capture_process_is_replaced(
    server: SoundServer, tmp_path: Path, note: Note
) -> None:
    with listening(server, tmp_path) as heard:
        heard.await_both()
        broke_s = heard.now_s()
        os.kill(heard.supervisor.pids["capture-mic"], signal.SIGKILL)
        heard.await_state(Lane.MIC, LaneState.STALLED)
        heard.await_sound(Lane.MIC, within_s=10)
        assert heard.gaps(Lane.MIC)[-1].reason == "capture was started again"
        note(course_of(heard, Lane.MIC, "capture process killed", broke_s, broke_s))


def test_a_server_that_comes_late_is_taken_up(kind: Kind, tmp_path: Path, note: Note) -> None:
    with TemporaryDirectory(prefix="kairo-") as folder, sound_server(kind, Path(folder)) as server:
        server.kill()
        with listening(server, tmp_path) as heard:
            heard.await_state(Lane.MIC, LaneState.LOST)
            server.start()
            mended_s = heard.now_s()
            for lane in Lane:
                heard.await_sound(lane, within_s=BACK_S)
            note(course_of(heard, Lane.MIC, "no server at the start", 0.0, mended_s))


def test_a_source_that_was_never_there_is_named(
    server: SoundServer, tmp_path: Path, note: Note
) -> None:
    with listening(server, tmp_path, {Lane.MIC: "usb-mic"}) as heard:
        heard.await_state(Lane.MIC, LaneState.LOST)
        assert "usb-mic" in str(heard.health(Lane.MIC))
        mended_s = heard.now_s()
        server.load_mic("usb-mic")
        heard.await_sound(Lane.MIC, within_s=BACK_S)
        note(course_of(heard, Lane.MIC, "source not there at the start", 0.0, mended_s))


@pytest.mark.parametrize(
    ("module", "package"), [("sounddevice", "libportaudio2"), ("pulsectl", "libpulse0")]
)
def test_without_a_library_the_lane_says_what_to_install(
    server: SoundServer, tmp_path: Path, module: str, package: str, note: Note
) -> None:
    (tmp_path / f"{module}.py").write_text("raise OSError('library not found')")
    server.env = {**server.env, "PYTHONPATH": f"{tmp_path}:{server.env['PYTHONPATH']}"}
    with listening(server, tmp_path, {Lane.MIC: "default"}) as heard:
        heard.await_state(Lane.MIC, LaneState.LOST)
        assert package in str(heard.health(Lane.MIC))
        note(course_of(heard, Lane.MIC, f"{package} not installed", 0.0))


@pytest.mark.parametrize("kind", [Kind.PULSE], ids=str)
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be another user")
def test_a_server_that_refuses_us_is_called_so(tmp_path: Path, note: Note) -> None:
    with (
        TemporaryDirectory(prefix="kairo-") as folder,
        server_of_another(Path(folder)) as server,
        listening(server, tmp_path, {Lane.MIC: "default"}) as heard,
    ):
        heard.await_state(Lane.MIC, LaneState.DENIED)
        note(course_of(heard, Lane.MIC, "access denied", 0.0))
