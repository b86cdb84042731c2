"""What goes wrong with real sound servers, and how long it takes to be told and mended."""

import os
import signal
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

import pytest

from kairo_desktop.audio.health import LaneState
from kairo_desktop.supervisor.messages import ChildState
from kairo_desktop.types import Lane
from tests.audio.listening import LEAK_DB, Listening, listening, loudness_db
from tests.fakes.tone_source import tone
from tests.sound_server import Kind, SoundServer, server_of_another, sound_server, until

# Faults and hogs take minutes and lean on the machine being free: the long tier runs them.
pytestmark = [pytest.mark.real, pytest.mark.long]

_NAMED = {Lane.SYSTEM: "call.monitor", Lane.MIC: "mic"}
_CALL_HZ, _MIC_HZ = 440.0, 1000.0
_TOLD_S = 1.5
"""One second, and what a busy machine adds."""

_BACK_S = 4.0
"""Three seconds, and what a busy machine adds."""

_HELD_BACK_S = 0.7
"""A stop takes 300 ms; starting to end a process takes the rest on a busy machine."""


def _voices(server: SoundServer) -> None:
    """A tone on each side, neither on the default output, whose streams servers move about."""
    server.load_sink("other")
    server.pactl("set-default-sink", "other")
    server.play_samples(tone(90, _CALL_HZ), "call")
    server.play_samples(tone(90, _MIC_HZ), "micfeed")


def _await_lost(heard: Listening, lane: Lane) -> None:
    assert heard.await_state(lane, LaneState.LOST, within_s=10) < _TOLD_S


def _hears_only(heard: Listening, lane: Lane, since_s: float) -> None:
    own, other = (_CALL_HZ, _MIC_HZ) if lane is Lane.SYSTEM else (_MIC_HZ, _CALL_HZ)
    samples = heard.samples(lane, since_s)
    assert loudness_db(samples, other) < LEAK_DB
    assert len(samples) == 0 or loudness_db(samples[-16_000:], own) > -40


@pytest.mark.parametrize(
    "away_s", [0.2, 2.0, pytest.param(20.0, marks=pytest.mark.long)], ids="{}s".format
)
@pytest.mark.parametrize("lane", Lane, ids=str)
def test_an_unplugged_source_is_lost_and_taken_up_again(
    server: SoundServer, tmp_path: Path, lane: Lane, away_s: float
) -> None:
    _voices(server)
    with listening(server, tmp_path, _NAMED) as heard:
        heard.await_both()
        gone_s = heard.now_s()
        server.unload(server.module_of("call" if lane is Lane.SYSTEM else "mic"))
        if away_s > 1:
            _await_lost(heard, lane)
        until(lambda: heard.now_s() > gone_s + away_s, within_s=away_s + 5)
        before = len(heard.frames(lane))
        if lane is Lane.SYSTEM:
            server.load_sink("call")
            server.play_samples(tone(60, _CALL_HZ), "call")
        else:
            server.load_mic()
        until(lambda: len(heard.frames(lane)) > before, within_s=_BACK_S, what="the lane")
        heard.await_state(lane, LaneState.OK)
        heard.listen(2.0)
        _hears_only(heard, lane, gone_s)
        assert heard.gaps(lane)
        assert not any(report.state is ChildState.RESTARTING for report in heard.reports())


def test_a_server_that_dies_and_comes_back(server: SoundServer, tmp_path: Path) -> None:
    _voices(server)
    with listening(server, tmp_path, _NAMED) as heard:
        heard.await_both()
        server.kill()
        for lane in Lane:
            _await_lost(heard, lane)
        message = str(heard.health(Lane.MIC))
        assert "No sound server" in message
        server.start()
        _voices(server)
        for lane in Lane:
            heard.await_sound(lane, within_s=_BACK_S)
        since_s = heard.listen(1.0)
        for lane in Lane:
            _hears_only(heard, lane, since_s)
            assert heard.gaps(lane)[0].reason == "the sound server was gone"


def test_a_frozen_server_is_told_and_cannot_hold_back_a_stop(
    server: SoundServer, tmp_path: Path
) -> None:
    with listening(server, tmp_path) as heard:
        heard.await_both()
        server.freeze()
        for lane in Lane:
            heard.await_state(lane, LaneState.STALLED, within_s=5)
        until(lambda: "does not answer" in str(heard.health(Lane.MIC)), within_s=5)
        began_s = monotonic()
        assert heard.supervisor.stop()
        assert monotonic() - began_s < _HELD_BACK_S
        server.thaw()


def test_a_server_frozen_from_the_beginning_cannot_hold_back_a_stop(
    server: SoundServer, tmp_path: Path
) -> None:
    server.freeze()
    with listening(server, tmp_path) as heard:
        for lane in Lane:
            heard.await_state(lane, LaneState.STALLED)
        until(lambda: "does not answer" in str(heard.health(Lane.MIC)), within_s=10)
        began_s = monotonic()
        assert heard.supervisor.stop()
        assert monotonic() - began_s < _HELD_BACK_S
    server.thaw()


def test_goes_on_when_a_frozen_server_goes_on(server: SoundServer, tmp_path: Path) -> None:
    _voices(server)
    with listening(server, tmp_path) as heard:
        heard.await_both()
        server.freeze()
        for lane in Lane:
            heard.await_state(lane, LaneState.STALLED, within_s=5)
        frozen_s = heard.now_s()
        until(lambda: heard.now_s() > frozen_s + 2)
        server.thaw()
        for lane in Lane:
            heard.await_sound(lane, within_s=_BACK_S)
            heard.await_state(lane, LaneState.OK)
            last = heard.frames(lane)[-1]
            assert last.start_s == pytest.approx(heard.now_s(), abs=0.5)


@pytest.mark.parametrize("kind", [Kind.PULSE], ids=str)
@pytest.mark.parametrize("lane", Lane, ids=str)
def test_a_suspended_source_is_told_and_goes_on(
    server: SoundServer, tmp_path: Path, lane: Lane
) -> None:
    what = ("suspend-sink", "call") if lane is Lane.SYSTEM else ("suspend-source", "mic")
    with listening(server, tmp_path) as heard:
        heard.await_both()
        server.pactl(*what, "1")
        heard.await_state(lane, LaneState.STALLED, within_s=5)
        assert "suspended" in str(heard.health(lane))
        server.pactl(*what, "0")
        heard.await_sound(lane, within_s=_BACK_S)


@pytest.mark.parametrize("kind", [Kind.PIPEWIRE], ids=str)
def test_a_suspension_is_undone_by_pipewire_itself(server: SoundServer, tmp_path: Path) -> None:
    with listening(server, tmp_path) as heard:
        heard.await_both()
        server.pactl("suspend-source", "mic", "1")
        heard.await_sound(Lane.MIC, within_s=_BACK_S)


def test_names_survive_a_restart_in_another_order(server: SoundServer, tmp_path: Path) -> None:
    with listening(server, tmp_path, _NAMED) as heard:
        heard.await_both()
        server.kill()
        _await_lost(heard, Lane.SYSTEM)
        server.start(before=("hdmi", "loop"))
        _voices(server)
        for lane in Lane:
            heard.await_sound(lane, within_s=_BACK_S)
        heard.listen(1.0)
        since_s = heard.listen(1.0)
        for lane in Lane:
            _hears_only(heard, lane, since_s)


def test_a_killed_capture_process_is_replaced(server: SoundServer, tmp_path: Path) -> None:
    with listening(server, tmp_path) as heard:
        heard.await_both()
        os.kill(heard.supervisor.pids["capture-mic"], signal.SIGKILL)
        heard.await_state(Lane.MIC, LaneState.STALLED)
        heard.await_sound(Lane.MIC, within_s=10)
        assert heard.gaps(Lane.MIC)[-1].reason == "capture was started again"


def test_a_server_that_comes_late_is_taken_up(kind: Kind, tmp_path: Path) -> None:
    with TemporaryDirectory(prefix="kairo-") as folder, sound_server(kind, Path(folder)) as server:
        server.kill()
        with listening(server, tmp_path) as heard:
            heard.await_state(Lane.MIC, LaneState.LOST)
            server.start()
            for lane in Lane:
                heard.await_sound(lane, within_s=_BACK_S)


def test_a_source_that_was_never_there_is_named(server: SoundServer, tmp_path: Path) -> None:
    with listening(server, tmp_path, {Lane.MIC: "usb-mic"}) as heard:
        heard.await_state(Lane.MIC, LaneState.LOST)
        assert "usb-mic" in str(heard.health(Lane.MIC))
        server.load_mic("usb-mic")
        heard.await_sound(Lane.MIC, within_s=_BACK_S)


def test_without_portaudio_the_lane_says_what_to_install(
    server: SoundServer, tmp_path: Path
) -> None:
    (tmp_path / "sounddevice.py").write_text("raise OSError('PortAudio library not found')")
    server.env = {**server.env, "PYTHONPATH": f"{tmp_path}:{server.env['PYTHONPATH']}"}
    with listening(server, tmp_path, {Lane.MIC: "default"}) as heard:
        heard.await_state(Lane.MIC, LaneState.LOST)
        assert "libportaudio2" in str(heard.health(Lane.MIC))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be another user")
def test_a_server_that_refuses_us_is_called_so(tmp_path: Path) -> None:
    with (
        TemporaryDirectory(prefix="kairo-") as folder,
        server_of_another(Path(folder)) as server,
        listening(server, tmp_path, {Lane.MIC: "default"}) as heard,
    ):
        heard.await_state(Lane.MIC, LaneState.DENIED)
