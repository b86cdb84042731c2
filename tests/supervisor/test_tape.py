import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.supervisor.tape import Tape, Taped, end_of
from kairo_desktop.types import FRAME_SAMPLES, AudioFrame, Gap, Lane
from tests.fakes.workers import FRAME_S, spoken

lanes = st.lists(st.sampled_from(list(Lane)), max_size=80)


def _frames(order: list[Lane]) -> list[Taped]:
    counts = dict.fromkeys(Lane, 0)
    frames: list[Taped] = []
    for lane in order:
        frames.append(AudioFrame(lane, counts[lane] * FRAME_S, np.zeros(FRAME_SAMPLES, np.float32)))
        counts[lane] += 1
    return frames


@given(lanes, st.integers(1, 20))
def test_keeps_the_last_stretch_of_each_lane_in_the_order_it_came(
    order: list[Lane], n_kept: int
) -> None:
    frames = _frames(order)
    tape = Tape(n_kept * FRAME_S)
    for frame in frames:
        tape.add(frame)
    expected = [
        frame
        for n, frame in enumerate(frames)
        if sum(1 for later in frames[n:] if later.lane is frame.lane) <= n_kept
    ]
    assert [id(frame) for frame in tape.since({})] == [id(frame) for frame in expected]
    assert tape.dropped == len(frames) - len(expected)


def test_gives_each_lane_from_its_own_time_on() -> None:
    tape = Tape()
    for frame in (*spoken([1] * 10), *spoken([1] * 10, Lane.MIC)):
        tape.add(frame)
    since = list(tape.since({Lane.SYSTEM: 8 * FRAME_S, Lane.MIC: 9 * FRAME_S}))
    assert [(item.lane, round(item.start_s / FRAME_S)) for item in since] == [
        (Lane.SYSTEM, 8),
        (Lane.SYSTEM, 9),
        (Lane.MIC, 9),
    ]


def test_a_lane_that_stands_still_does_not_keep_the_other_one_growing() -> None:
    tape = Tape(1.0)
    for frame in (*spoken([1], Lane.MIC), *spoken([1] * 1000)):
        tape.add(frame)
    assert len(list(tape.since({}))) <= 1 + 1.0 / FRAME_S + 1


def test_says_where_the_kept_audio_begins() -> None:
    tape = Tape(2 * FRAME_S)
    assert tape.begin_s(Lane.MIC) is None
    for frame in spoken([1] * 5, Lane.MIC):
        tape.add(frame)
    assert tape.begin_s(Lane.MIC) == 3 * FRAME_S


def test_a_gap_is_kept_at_its_place() -> None:
    tape = Tape()
    gap = Gap(Lane.MIC, 1.0, 2.0, "unplugged")
    tape.add(gap)
    assert list(tape.since({})) == [gap]
    assert end_of(gap) == 2.0
