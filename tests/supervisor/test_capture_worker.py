"""One lane as a worker: it hears until it is told that the session is over."""

from pathlib import Path

import pytest

from kairo_desktop.audio.backend_file import FileLane
from kairo_desktop.audio.capture import LaneCaptor
from kairo_desktop.errors import InputError
from kairo_desktop.supervisor.capture_child import CaptureJob
from kairo_desktop.supervisor.capture_worker import CaptureWorker, open_captor
from kairo_desktop.supervisor.messages import Past, PauseLane
from kairo_desktop.types import Lane, UserCommand
from tests.fakes.hand_clock import HandClock
from tests.fakes.scripted_capture import ScriptedCapture
from tests.fakes.tone_source import tone, write_wav


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
