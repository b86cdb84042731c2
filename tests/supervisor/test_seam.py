import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.supervisor.seam import Seam
from kairo_desktop.types import FRAME_SAMPLES, AudioFrame, Gap, Lane
from tests.fakes.workers import FRAME_S, spoken


def test_frames_that_follow_each_other_pass() -> None:
    seam = Seam()
    frames = [*spoken([1] * 200)]
    assert [piece for frame in frames for piece in seam.step(frame)] == frames


def test_lanes_begin_when_they_like() -> None:
    late = AudioFrame(Lane.MIC, 100.0, np.zeros(FRAME_SAMPLES, np.float32))
    assert list(Seam().step(late)) == [late]


def test_a_gap_that_has_a_name_is_not_named_again() -> None:
    seam = Seam()
    gap = Gap(Lane.SYSTEM, FRAME_S, 5.0, "unplugged")
    frame = AudioFrame(Lane.SYSTEM, 5.0, np.zeros(FRAME_SAMPLES, np.float32))
    items: list[AudioFrame | Gap] = [*spoken([1]), gap, frame]
    assert [piece for item in items for piece in seam.step(item)] == items


@given(st.lists(st.booleans(), max_size=50))
def test_every_hole_gets_a_gap_of_its_size(kept: list[bool]) -> None:
    frames = list(spoken([1] * len(kept)))
    seam = Seam()
    pieces = [
        piece
        for frame, keep in zip(frames, kept, strict=True)
        if keep
        for piece in seam.step(frame)
    ]
    heard_s = sum(FRAME_S for piece in pieces if isinstance(piece, AudioFrame))
    missing_s = sum(piece.end_s - piece.start_s for piece in pieces if isinstance(piece, Gap))
    inner = kept[kept.index(True) : len(kept) - kept[::-1].index(True)] if any(kept) else []
    assert abs(heard_s + missing_s - len(inner) * FRAME_S) < 1e-6
