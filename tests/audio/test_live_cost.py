"""What hearing costs: how late sound arrives, and how much of the machine a lane takes."""

import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

import numpy as np
import psutil
import pytest

from kairo_desktop.types import SAMPLE_RATE, Lane
from tests.audio.courses import Note
from tests.audio.listening import Listening, listening
from tests.fakes.tone_source import tone
from tests.sound_server import SoundServer

# These lean on the machine being free: the long tier runs them.
pytestmark = [pytest.mark.real, pytest.mark.long]

_SINKS = {Lane.SYSTEM: "call", Lane.MIC: "micfeed"}
_CHUNK_S = 0.01
_CLICK_S = 0.05
_N_CLICKS = 40
_APART_S = 0.47
"""No multiple of a frame's 32 ms, so that clicks fall anywhere in one."""


class _Clicker:
    """Plays silence chunk by chunk, as it is due, and a click now and then."""

    def __init__(self, player: "subprocess.Popen[bytes]") -> None:
        self.clicked_s: list[float] = []
        self._player = player
        self._wait = threading.Event()

    def play(self) -> None:
        """Play all clicks; returns when the last has been written."""
        self._write(bytes(2 * SAMPLE_RATE))
        self._wait.wait(3.0)  # what had waited for the player to connect would delay all the rest
        silence = bytes(2 * round(_CHUNK_S * SAMPLE_RATE))
        click = (tone(_CLICK_S, 1000.0) * 32767).astype("<i2").tobytes()
        due_s, next_click_s = monotonic(), monotonic() + 2.0
        while len(self.clicked_s) < _N_CLICKS:
            self._wait.wait(max(0.0, due_s - monotonic()))
            if due_s >= next_click_s:
                self.clicked_s.append(monotonic())
                next_click_s += _APART_S
                self._write(click)
                due_s += _CLICK_S
            else:
                self._write(silence)
                due_s += _CHUNK_S
        self._write(silence * 50)

    def _write(self, pcm: bytes) -> None:
        assert self._player.stdin is not None
        self._player.stdin.write(pcm)
        self._player.stdin.flush()


@contextmanager
def _clicker(server: SoundServer, sink: str) -> Iterator[_Clicker]:
    player = subprocess.Popen(
        [
            *("pacat", "--raw", "--format=s16le", "--channels=1", f"--rate={SAMPLE_RATE}"),
            *("--latency-msec=20", "-d", sink),
        ],
        env=server.env,
        stdin=subprocess.PIPE,
    )
    try:
        yield _Clicker(player)
    finally:
        player.kill()
        player.communicate()


def _onsets(heard: Listening, lane: Lane) -> list[float]:
    """When the frames came in which a click begins, on the monotonic clock."""
    found: list[float] = []
    loud_s = -1.0
    for at_s, frame in heard.arrivals(lane):
        if np.abs(frame.samples).max() > 0.05:
            if frame.start_s > loud_s + _APART_S / 2:
                found.append(at_s + heard.zero_s)
            loud_s = frame.start_s
    return found


@pytest.mark.parametrize("lane", Lane, ids=str)
def test_a_click_arrives_within_a_fifth_of_a_second(
    server: SoundServer, tmp_path: Path, lane: Lane, note: Note
) -> None:
    """The player's own 20 ms and the frame's 32 count."""
    with listening(server, tmp_path) as heard, _clicker(server, _SINKS[lane]) as clicker:
        heard.await_both()
        clicker.play()
        heard.listen(1.0)
        onsets = _onsets(heard, lane)
    assert len(onsets) == _N_CLICKS
    late_ms = 1000 * np.subtract(onsets, clicker.clicked_s)
    p50, p95 = (float(np.percentile(late_ms, q)) for q in (50, 95))
    told = heard.health(lane)
    assert told is not None
    note(f"{lane.value}: a click arrives after {p50:.0f} ms, p95 {p95:.0f} (told: {told.delay_ms})")
    assert late_ms.min() > 0
    assert p50 < 200


def test_a_lane_takes_little_of_a_core(server: SoundServer, tmp_path: Path, note: Note) -> None:
    server.play_samples(tone(90), "call")
    server.play_samples(tone(90), "micfeed")
    with listening(server, tmp_path) as heard:
        heard.await_both()
        heard.listen(5.0)
        lanes = {name: psutil.Process(pid) for name, pid in heard.supervisor.pids.items()}
        before = {name: _cpu_s(lane) for name, lane in lanes.items()}
        began_s = monotonic()
        heard.listen(60.0)
        took_s = monotonic() - began_s
        for name, lane in lanes.items():
            share = (_cpu_s(lane) - before[name]) / took_s
            rss_mb = lane.memory_info().rss / 2**20
            note(f"{name} | {100 * share:.1f} % of a core over {took_s:.0f} s, {rss_mb:.0f} MB")
            assert share < 0.15


def _cpu_s(process: psutil.Process) -> float:
    used = process.cpu_times()
    return float(used.user + used.system)
