"""Nothing is lost while the machine is busy, and nothing grows."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psutil
import pytest

from kairo_desktop.types import FRAME_SAMPLES, SAMPLE_RATE, Lane
from tests.audio.courses import Note
from tests.audio.listening import Listening, listening
from tests.fakes.tone_source import tone
from tests.sound_server import SoundServer, until

# Faults and hogs take minutes and lean on the machine being free: the long tier runs them.
pytestmark = [pytest.mark.real, pytest.mark.long]

_CPU_HOGS = 4
_GIL_HOGS = 2


@contextmanager
def _cpu_hogs() -> Iterator[None]:
    """Processes that never rest; they end with the context."""
    hogs = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(_CPU_HOGS)]
    try:
        yield
    finally:
        for hog in hogs:
            hog.kill()
            hog.wait()


@contextmanager
def _gil_hogs() -> Iterator[None]:
    """Threads of this very process that never rest."""
    over = threading.Event()

    def hog() -> None:
        n = 0
        while not over.is_set():
            n += sum(range(1000))

    threads = [threading.Thread(target=hog) for _ in range(_GIL_HOGS)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()


def _check_no_frame_is_missing(heard: Listening, since_s: float, seconds: float) -> None:
    """Frames are as many as the clock says, to within a thousandth."""
    for lane in Lane:
        assert not heard.gaps(lane)
        frames = [f for f in heard.frames(lane, since_s) if f.start_s < since_s + seconds]
        counted_s = len(frames) * FRAME_SAMPLES / SAMPLE_RATE
        assert counted_s == pytest.approx(seconds, abs=0.001 * seconds)
        health = heard.health(lane)
        assert health is not None
        assert health.n_overflows == 0


def test_no_frame_is_lost_in_a_minute_beside_hogs(
    server: SoundServer, tmp_path: Path, note: Note
) -> None:
    server.play_samples(tone(80), "call")
    with ExitStack() as stack:
        heard = stack.enter_context(listening(server, tmp_path))
        heard.await_both()
        stack.enter_context(_cpu_hogs())
        stack.enter_context(_gil_hogs())
        since_s = heard.listen(60.0)
        _check_no_frame_is_missing(heard, since_s, 60.0)
        for lane in Lane:
            late_s = heard.lateness_s(lane, since_s)
            note(f"{lane.value}: beside hogs no frame lost in 60 s, {late_s:.2f} s late at most")
            assert late_s < 3.0  # six hogs share two cores with us


def test_a_supervisor_that_is_stopped_for_a_while_loses_nothing(
    server: SoundServer, tmp_path: Path
) -> None:
    """The pipe is full after a second of sound; the child keeps the rest."""
    with listening(server, tmp_path) as heard:
        heard.await_both()
        since_s = heard.now_s()
        with heard.deaf():
            until(lambda: heard.now_s() > since_s + 4)
        heard.listen(1.0)
        for lane in Lane:
            assert not heard.gaps(lane)


@pytest.mark.timeout(900)
def test_ten_minutes_leave_memory_flat(server: SoundServer, tmp_path: Path, note: Note) -> None:
    server.play_samples(tone(30), "call")
    with listening(server, tmp_path) as heard:
        heard.await_both()
        heard.listen(60.0)
        before = _memory_mb(heard)
        for _ in range(9):
            heard.listen(60.0)
            heard.forget(30.0)
        after = _memory_mb(heard)
        for lane in Lane:
            assert not heard.gaps(lane)
    for name in before:
        note(f"{name} | {before[name]:.1f} MB after a minute, {after[name]:.1f} after ten")
        assert after[name] - before[name] < 3


def _memory_mb(heard: Listening) -> dict[str, float]:
    return {
        name: psutil.Process(pid).memory_info().rss / 2**20
        for name, pid in heard.supervisor.pids.items()
    }
