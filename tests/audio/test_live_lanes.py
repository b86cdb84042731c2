"""Two lanes on real servers: what is heard, and from where."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from kairo_desktop.audio.health import LaneState
from kairo_desktop.types import Lane
from tests.audio.listening import LEAK_DB, listening, loudness_db
from tests.fakes.tone_source import tone
from tests.sound_server import Kind, SoundServer, until

pytestmark = pytest.mark.real

_EITHER = pytest.mark.parametrize(
    "kind", [Kind.PIPEWIRE, pytest.param(Kind.PULSE, marks=pytest.mark.long)], ids=str
)
"""Where both servers show the same, the second one is left to the long tier."""

_NAMED = {Lane.SYSTEM: "call.monitor", Lane.MIC: "mic"}
_CALL_HZ, _MIC_HZ, _OTHER_HZ = 440.0, 1000.0, 2000.0

_ENUMERATE_OFTEN = """
import json, threading
from kairo_desktop.audio.backend_pulse import PulseBackend

found = []

def enumerate_often():
    for _ in range(50):
        found.append(sorted((s.name, s.lane, s.is_default) for s in PulseBackend(0.064).sources()))

threads = [threading.Thread(target=enumerate_often) for _ in range(2)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(json.dumps(found))
"""


@pytest.fixture(autouse=True)
def _voices(server: SoundServer) -> None:
    """A tone on each side of the call, for longer than any of these tests."""
    server.play_samples(tone(120, _CALL_HZ), "call")
    server.play_samples(tone(120, _MIC_HZ), "micfeed")


def test_a_tone_in_a_lane_arrives_only_there(server: SoundServer, tmp_path: Path) -> None:
    with listening(server, tmp_path) as heard:
        heard.await_both()
        since_s = heard.listen(1.5)
        system, mic = heard.samples(Lane.SYSTEM, since_s), heard.samples(Lane.MIC, since_s)
    assert loudness_db(system, _CALL_HZ) - loudness_db(system, _MIC_HZ) > 60
    assert loudness_db(mic, _MIC_HZ) - loudness_db(mic, _CALL_HZ) > 60
    assert loudness_db(system, _CALL_HZ) > -20


def test_follows_the_default_when_that_was_chosen(server: SoundServer, tmp_path: Path) -> None:
    server.load_sink("headset")
    server.play_samples(tone(120, _OTHER_HZ), "headset")
    with listening(server, tmp_path) as heard:
        heard.await_both()
        server.pactl("set-default-sink", "headset")
        until(
            lambda: loudness_db(heard.samples(Lane.SYSTEM)[-4096:], _OTHER_HZ) > -30,
            within_s=3,
            what="the headset's sound",
        )
        since_s = heard.listen(1.0)
        system = heard.samples(Lane.SYSTEM, since_s)
    assert loudness_db(system, _OTHER_HZ) - loudness_db(system, _MIC_HZ) > 50
    assert loudness_db(heard.samples(Lane.SYSTEM), _MIC_HZ) < LEAK_DB


@_EITHER
def test_stays_with_a_source_chosen_by_name(server: SoundServer, tmp_path: Path) -> None:
    with listening(server, tmp_path, _NAMED) as heard:
        heard.await_both()
        server.load_sink("headset")
        server.pactl("set-default-sink", "headset")
        # The server itself moves what plays on the old default; so the call speaks up again.
        server.play_samples(tone(120, _CALL_HZ), "call")
        heard.listen(1.0)
        since_s = heard.listen(1.0)
        system = heard.samples(Lane.SYSTEM, since_s)
        assert heard.state(Lane.SYSTEM) is LaneState.OK
    assert loudness_db(system, _CALL_HZ) > -20


@_EITHER
def test_a_paused_lane_is_not_recorded_at_all(server: SoundServer, tmp_path: Path) -> None:
    with listening(server, tmp_path) as heard:
        heard.await_both()
        heard.pause(Lane.MIC, paused=True)
        heard.await_state(Lane.MIC, LaneState.PAUSED)
        until(lambda: len(server.recordings()) == 1, what="one stream at the server")
        n_frames = len(heard.frames(Lane.MIC))
        heard.await_sound(Lane.SYSTEM)
        assert len(heard.frames(Lane.MIC)) == n_frames
        heard.pause(Lane.MIC, paused=False)
        heard.await_sound(Lane.MIC, within_s=5)
        assert heard.gaps(Lane.MIC)[0].reason == "paused"


@_EITHER
def test_somebody_moving_a_stream_by_hand_is_undone(server: SoundServer, tmp_path: Path) -> None:
    with listening(server, tmp_path, _NAMED) as heard:
        heard.await_both()
        for stream in server.recordings():
            server.pactl("move-source-output", stream, "micfeed.monitor")
        moved_s = heard.now_s()
        heard.await_sound(Lane.SYSTEM, within_s=3)
        heard.listen(1.0)
        system = heard.samples(Lane.SYSTEM, moved_s)
    assert loudness_db(system, _CALL_HZ) > -20
    assert loudness_db(system, _MIC_HZ) < LEAK_DB


@_EITHER
def test_lists_by_name_while_two_enumerate_under_another_language(
    server: SoundServer, tmp_path: Path
) -> None:
    # A process of its own: what the C library has once translated, it goes on saying.
    command = (sys.executable, "-c", _ENUMERATE_OFTEN)
    with listening(server, tmp_path) as heard:
        heard.await_both()
        told = subprocess.run(
            command,
            env={**server.env, "LANGUAGE": "de"},
            capture_output=True,
            check=True,
            timeout=90,
        )
        heard.await_both()
        assert not heard.gaps(Lane.SYSTEM)
    found = json.loads(told.stdout)
    assert len(found) == 100
    assert all(sources == found[0] for sources in found)
    assert ["call.monitor", "system", True] in found[0]
    assert ["mic", "mic", True] in found[0]


@_EITHER
def test_zeros_while_the_sound_plays_elsewhere_are_told_apart(
    server: SoundServer, tmp_path: Path
) -> None:
    server.load_sink("hdmi")
    with listening(server, tmp_path, {Lane.SYSTEM: "hdmi.monitor"}) as heard:
        heard.await_sound(Lane.SYSTEM)
        heard.await_state(Lane.SYSTEM, LaneState.SILENT, within_s=25)
        health = heard.health(Lane.SYSTEM)
        assert health is not None
        assert "Call" in health.message or "Micfeed" in health.message


@_EITHER
def test_a_muted_microphone_is_called_so(server: SoundServer, tmp_path: Path) -> None:
    with listening(server, tmp_path) as heard:
        heard.await_both()
        server.pactl("set-source-mute", "mic", "1")
        heard.await_state(Lane.MIC, LaneState.SILENT, within_s=10)
        server.pactl("set-source-mute", "mic", "0")
        heard.await_state(Lane.MIC, LaneState.OK, within_s=10)
