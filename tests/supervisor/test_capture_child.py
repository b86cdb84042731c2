"""A lane's place in the session: time goes on over its processes, pauses are remembered."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kairo_desktop.audio.health import LaneHealth, LaneState
from kairo_desktop.audio.levels import LaneLevel
from kairo_desktop.errors import SettingsError
from kairo_desktop.supervisor.capture_child import CaptureChild, CaptureJob
from kairo_desktop.supervisor.messages import PathItem, PauseLane
from kairo_desktop.types import (
    FRAME_SAMPLES,
    SAMPLE_RATE,
    AudioFrame,
    Gap,
    Lane,
    SpeechState,
    VoiceState,
)

_FRAME_S = FRAME_SAMPLES / SAMPLE_RATE
_JOB = CaptureJob(Lane.MIC, "default", 12.5, 0.064)


def _frame(start_s: float) -> AudioFrame:
    return AudioFrame(Lane.MIC, start_s, np.zeros(FRAME_SAMPLES, np.float32))


def _process(begins_s: float, n_frames: int) -> list[AudioFrame]:
    return [_frame(begins_s + n * _FRAME_S) for n in range(n_frames)]


def _end_s(item: AudioFrame | Gap) -> float:
    return item.end_s if isinstance(item, Gap) else item.start_s + _FRAME_S


def test_job_survives_the_wire() -> None:
    assert CaptureJob.from_json(_JOB.to_json()) == _JOB


def test_a_job_of_another_version_is_refused() -> None:
    with pytest.raises(SettingsError):
        CaptureJob.from_json("{}")


@settings(deadline=None)
@given(st.lists(st.tuples(st.floats(0, 20), st.integers(0, 30)), max_size=6))
def test_time_never_goes_back_and_every_hole_has_its_gap(runs: list[tuple[float, int]]) -> None:
    child, seen = CaptureChild(_JOB), list[AudioFrame | Gap]()
    for begins_s, n_frames in runs:
        for item in _process(begins_s, n_frames):
            out = list(child.receive(item))
            seen += [piece for piece in out if isinstance(piece, AudioFrame | Gap)]
        list(child.lost())
    for before, after in pairwise(seen):
        assert after.start_s == pytest.approx(_end_s(before), abs=_FRAME_S / 2 + 1e-9)


def test_a_new_process_is_a_gap_that_says_so() -> None:
    child = CaptureChild(_JOB)
    for frame in _process(0.0, 10):
        assert list(child.receive(frame)) == [frame]
    (told,) = child.lost()
    assert isinstance(told, LaneHealth)
    assert told.state is LaneState.STALLED
    gap, _ = child.receive(_frame(2.0))
    assert isinstance(gap, Gap)
    assert (gap.end_s, gap.reason) == (2.0, "capture was started again")
    assert gap.start_s == pytest.approx(10 * _FRAME_S)


def test_a_gap_of_a_new_process_reaches_back_to_the_old_one() -> None:
    child = CaptureChild(_JOB)
    list(child.receive(_frame(0.0)))
    list(child.lost())
    (gap,) = child.receive(Gap(Lane.MIC, 5.0, 6.0, "paused"))
    assert gap == Gap(Lane.MIC, _FRAME_S, 6.0, "paused")


def test_a_gap_that_is_over_already_is_not_told() -> None:
    child = CaptureChild(_JOB)
    list(child.receive(_frame(5.0)))
    assert not list(child.receive(Gap(Lane.MIC, 1.0, 2.0, "paused")))


@pytest.mark.parametrize(
    "item", [LaneLevel(Lane.MIC, -20.0, -10.0), LaneHealth(Lane.MIC, LaneState.OK, "Headset")]
)
def test_levels_and_health_pass(item: PathItem) -> None:
    assert list(CaptureChild(_JOB).receive(item)) == [item]


def test_what_no_lane_says_does_not_pass() -> None:
    state = SpeechState(Lane.MIC, 1.0, VoiceState.QUIET)
    assert not list(CaptureChild(_JOB).receive(state))


def test_only_its_own_pause_reaches_it() -> None:
    child = CaptureChild(_JOB)
    own, other = PauseLane(Lane.MIC, paused=True), PauseLane(Lane.SYSTEM, paused=True)
    assert list(child.send(own)) == [own]
    assert not list(child.send(other))
    assert not list(child.send(_frame(0.0)))


def test_a_new_process_is_paused_if_the_lane_is() -> None:
    child = CaptureChild(_JOB)
    assert not list(child.resume())
    list(child.send(PauseLane(Lane.MIC, paused=True)))
    assert list(child.resume()) == [PauseLane(Lane.MIC, paused=True)]
    list(child.send(PauseLane(Lane.MIC, paused=False)))
    assert not list(child.resume())
