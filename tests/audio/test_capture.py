"""A lane from blocks to what the session sees, on a backend that does as it is told."""

from collections.abc import Iterator

import numpy as np
import pytest

from kairo_desktop.audio.backend import ServerState
from kairo_desktop.audio.capture import Captured, LaneCaptor
from kairo_desktop.audio.health import LaneHealth, LaneState
from kairo_desktop.audio.levels import LaneLevel
from kairo_desktop.errors import DeviceLost
from kairo_desktop.types import FRAME_SAMPLES, SAMPLE_RATE, AudioFrame, Gap, Lane
from tests.fakes.hand_clock import HandClock
from tests.fakes.scripted_capture import ScriptedCapture

_FRAME_S = FRAME_SAMPLES / SAMPLE_RATE


class _Run:
    """A captor and the time that passes for it."""

    def __init__(self, choice: str = "default") -> None:
        self.clock = HandClock(100.0)
        self.capture = ScriptedCapture()
        self.captor = LaneCaptor(Lane.MIC, choice, self.capture, 100.0, clock=self.clock)

    def hear(self, seconds: float, value: float = 0.3) -> list[Captured]:
        """Sound for so long."""
        return list(self._hear(seconds, value))

    def wait(self, seconds: float) -> list[Captured]:
        """Nothing for so long."""
        items: list[Captured] = []
        for _ in range(round(seconds / 0.1)):
            self.clock.now_s += 0.1
            items += self.captor.listen(0)
        return items

    def _hear(self, seconds: float, value: float) -> Iterator[Captured]:
        for _ in range(round(seconds / _FRAME_S)):
            self.clock.now_s += _FRAME_S
            self.capture.intake.put(np.full(FRAME_SAMPLES, value, np.float32))
            yield from self.captor.listen(0)


@pytest.fixture
def run() -> _Run:
    return _Run()


def _states(items: list[Captured]) -> list[LaneState]:
    return [item.state for item in items if isinstance(item, LaneHealth)]


def _gaps(items: list[Captured]) -> list[Gap]:
    return [item for item in items if isinstance(item, Gap)]


def test_every_frame_comes_with_its_level(run: _Run) -> None:
    items = run.hear(2.0)
    frames = [item for item in items if isinstance(item, AudioFrame)]
    levels = [item for item in items if isinstance(item, LaneLevel)]
    assert len(frames) == len(levels) == round(2.0 / _FRAME_S)
    assert not _gaps(items)


def test_health_is_told_once_and_when_it_changes(run: _Run) -> None:
    run.wait(0.1)
    assert set(_states(run.hear(1.0))) == {LaneState.OK}
    assert _states(run.hear(1.0)) == []
    assert _states(run.wait(2.0)) == [LaneState.STALLED]
    assert LaneState.OK in _states(run.hear(1.0))


def test_delay_is_told_as_soon_as_it_is_known(run: _Run) -> None:
    told = [item for item in run.hear(4.0) if isinstance(item, LaneHealth)]
    assert told[0].delay_ms is None
    assert told[-1].delay_ms == 0


def test_a_stall_is_given_up_after_two_seconds(run: _Run) -> None:
    run.hear(1.0)
    assert not _gaps(run.wait(1.9))
    (gap,) = _gaps(run.wait(0.5))
    assert gap.reason == "no sound came"
    (rest,) = _gaps(run.hear(1.0))
    assert rest.start_s == gap.end_s


def test_a_lost_source_is_a_gap_at_once_and_another_when_it_is_back(run: _Run) -> None:
    run.hear(1.0)
    run.capture.set(wanted=None, bound=None)
    run.capture.intake.shut()
    lost = run.wait(3.0)
    assert _states(lost) == [LaneState.LOST]
    (gap,) = _gaps(lost)
    assert gap.reason == "the source was gone"
    run.capture.set(wanted=run.capture.source, bound="mic")
    run.capture.intake.open()
    back = run.hear(1.0)
    assert _states(back)[-1] is LaneState.OK
    (rest,) = _gaps(back)
    assert (rest.reason, rest.start_s) == ("the source was gone", gap.end_s)


def test_a_short_move_is_a_gap_without_trouble(run: _Run) -> None:
    run.hear(1.0)
    run.capture.intake.shut()
    run.wait(0.3)
    run.capture.intake.open()
    items = run.hear(1.0)
    (gap,) = _gaps(items)
    assert gap.reason == "the lane was connected anew"
    assert _states(items) == []


def test_pause_stops_at_the_source_and_says_so(run: _Run) -> None:
    run.hear(1.0)
    run.captor.pause(paused=True)
    run.captor.pause(paused=True)
    paused = run.hear(2.0)
    assert _states(paused) == [LaneState.PAUSED]
    assert [gap.reason for gap in _gaps(paused)] == ["paused"]
    assert not any(isinstance(item, AudioFrame | LaneLevel) for item in paused)
    run.captor.pause(paused=False)
    assert any(isinstance(item, AudioFrame) for item in run.hear(1.0))
    assert run.capture.calls == ["pause", "resume"]


def test_a_stream_that_is_silent_without_reason_is_opened_again(run: _Run) -> None:
    run.hear(1.0)
    run.wait(10.0)
    assert run.capture.calls == ["reopen", "reopen"]


def test_words_stand_while_another_stream_is_tried(run: _Run) -> None:
    run.hear(1.0)
    assert _states(run.wait(4.5)) == [LaneState.STALLED]
    run.capture.set(opened_s=run.clock.now_s)
    assert _states(run.wait(2.0)) == []
    assert _states(run.hear(1.0))[0] is LaneState.OK


def test_a_library_that_hangs_on_a_server_that_answers_ends_the_process(run: _Run) -> None:
    run.hear(1.0)
    run.capture.set(stuck_s=6.0)
    with pytest.raises(DeviceLost):
        run.wait(0.1)


def test_a_library_that_hangs_with_its_server_is_waited_for(run: _Run) -> None:
    run.hear(1.0)
    run.capture.set(stuck_s=6.0, server=ServerState.FROZEN)
    assert _states(run.wait(0.1)) == [LaneState.STALLED]


def test_fallen_behind_is_a_gap(run: _Run) -> None:
    run.hear(1.0)
    for _ in range(round(32 / _FRAME_S)):
        run.clock.now_s += _FRAME_S
        run.capture.intake.put(np.full(FRAME_SAMPLES, 0.3, np.float32))
    gap = _gaps(list(run.captor.listen(0)))[0]
    assert gap.reason == "Kairo fell behind"
    assert gap.end_s - gap.start_s == pytest.approx(2.0, abs=0.1)


def test_a_chosen_source_that_is_missing_is_named() -> None:
    run = _Run("usb-mic")
    run.capture.set(wanted=None, bound=None)
    (told,) = [item for item in run.wait(0.1) if isinstance(item, LaneHealth)]
    assert told.source == ""
    assert "usb-mic" in told.message


def test_close_waits_for_nothing(run: _Run) -> None:
    run.captor.close()
    assert run.capture.calls == ["close"]
