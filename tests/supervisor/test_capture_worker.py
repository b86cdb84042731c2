"""One lane as a worker: it hears until it is told that the session is over."""

from pathlib import Path

import numpy as np
import pytest

from kairo_desktop.audio.backend_file import FileLane
from kairo_desktop.audio.capture import LaneCaptor
from kairo_desktop.audio.levels import LaneLevel
from kairo_desktop.errors import InputError
from kairo_desktop.supervisor.capture_child import CaptureJob
from kairo_desktop.supervisor.capture_worker import CaptureWorker, _Levels, open_captor
from kairo_desktop.supervisor.messages import Past, PauseLane
from kairo_desktop.types import FRAME_SAMPLES, AudioFrame, Lane, UserCommand
from tests.fakes.hand_clock import HandClock
from tests.fakes.scripted_capture import ScriptedCapture
from tests.fakes.tone_source import tone, write_wav
from tests.fakes.workers import FRAME_S


@pytest.fixture
def capture() -> ScriptedCapture:
    return ScriptedCapture()


@pytest.fixture
def worker(capture: ScriptedCapture) -> CaptureWorker:
    captor = LaneCaptor(Lane.MIC, "default", capture, 0.0, clock=HandClock())
    return CaptureWorker(captor, "default")


def test_always_has_work_until_the_end(worker: CaptureWorker) -> None:
    assert worker.work() is not None
    assert not list(worker.flush())
    assert worker.work() is None


def test_of_three_levels_the_loudest_is_told_unless_it_was_told_last() -> None:
    levels = [LaneLevel(Lane.MIC, float(db), -1.0) for db in (-40, -20, -30, -20, -50, -50, -9)]
    frame = AudioFrame(Lane.MIC, 0.0, np.zeros(FRAME_SAMPLES, np.float32))
    thinned = _Levels()
    heard = [item for level in levels for item in thinned.step((frame, level))]
    assert [item for item in heard if item is not frame] == [levels[1]]
    assert heard.count(frame) == len(levels)
    louder = [LaneLevel(Lane.MIC, -8.0, -1.0)] * 2
    assert list(thinned.step(louder)) == louder[:1]


def test_what_waits_in_a_lull_comes_at_the_end(
    worker: CaptureWorker, capture: ScriptedCapture
) -> None:
    items = [AudioFrame(Lane.MIC, n * FRAME_S, np.zeros(512, np.float32)) for n in range(66)]
    seen = list(worker._lull.step(items))
    assert [*seen, *worker.flush()][-1] == tuple(items[len(seen) :])


def test_takes_nothing_but_pauses(worker: CaptureWorker, capture: ScriptedCapture) -> None:
    assert not list(worker.resume(Past()))
    assert not list(worker.step(UserCommand.AGAIN))
    assert not list(worker.step(PauseLane(Lane.MIC, paused=True)))
    worker.close()
    assert capture.calls == ["pause", "close"]


def test_a_recording_is_named_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "file:a.wav"
    write_wav(path, tone(0.2))
    captor = open_captor(CaptureJob(Lane.MIC, f"file:{path}", 0.0, 0.064))
    assert isinstance(captor._capture, FileLane)
    captor.close()
    with pytest.raises(InputError):
        open_captor(CaptureJob(Lane.MIC, "file:/none.wav", 0.0, 0.064))
