"""What comes from the sound library's thread is kept until it is taken, or counted as lost."""

import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kairo_desktop.audio.intake import Intake
from kairo_desktop.types import FRAME_SAMPLES, SAMPLE_RATE, Samples
from tests.fakes.hand_clock import HandClock

_KEPT = 30 * SAMPLE_RATE


def _block(n: int = FRAME_SAMPLES, value: float = 0.5) -> Samples:
    return np.full(n, value, np.float32)


def _open(clock: HandClock | None = None) -> Intake:
    intake = Intake(clock=clock or HandClock())
    intake.open()
    return intake


def test_is_shut_in_the_beginning() -> None:
    intake = Intake(clock=HandClock())
    intake.put(_block())
    assert intake.take(0) == []
    assert intake.signs.last_s is None


def test_gives_blocks_in_order_with_their_times() -> None:
    clock = HandClock()
    intake = _open(clock)
    for n in range(3):
        clock.now_s = float(n)
        intake.put(_block(value=n + 1))
    blocks = intake.take(0)
    assert [(block.at_s, float(block.samples[0])) for block in blocks] == [(0, 1), (1, 2), (2, 3)]
    assert intake.take(0) == []


def test_first_block_after_opening_is_marked() -> None:
    intake = _open()
    intake.put(_block())
    intake.put(_block())
    intake.shut()
    intake.put(_block())
    intake.open()
    intake.put(_block())
    assert [block.resumed for block in intake.take(0)] == [True, False, True]


def test_opening_may_wait_for_older_sound_to_pass() -> None:
    clock = HandClock(10.0)
    intake = Intake(clock=clock)
    intake.open(after_s=0.2)
    intake.put(_block())
    clock.now_s = 10.3
    intake.open(after_s=0.2)
    intake.put(_block())
    assert len(intake.take(0)) == 1


@settings(deadline=None)
@given(st.lists(st.integers(1, _KEPT), min_size=1, max_size=12))
def test_what_is_too_much_is_counted_as_lost_in_front_of_the_rest(sizes: list[int]) -> None:
    intake = _open()
    for size in sizes:
        intake.put(_block(size))
    blocks = intake.take(0)
    n_kept = sum(len(block.samples) for block in blocks)
    assert n_kept == min(sum(sizes), _KEPT)
    assert sum(block.n_lost for block in blocks) == sum(sizes) - n_kept
    assert all(block.n_lost == 0 for block in blocks[1:])


def test_signs_tell_since_when_nothing_but_zeros_came() -> None:
    clock = HandClock()
    intake = _open(clock)
    for t, value in enumerate([0.5, 0.0, 0.0, 0.1, 0.0]):
        clock.now_s = float(t)
        intake.put(_block(value=value))
        expected = {1: 1.0, 2: 1.0, 4: 4.0}.get(t)
        assert intake.signs.silent_since_s == expected
    intake.shut()
    assert intake.signs.silent_since_s is None


def test_signs_count_overflows_and_know_the_usual_delay() -> None:
    intake = _open()
    for n in range(64):
        assert intake.signs.delay_ms is None
        intake.put(_block(), delay_s=0.5 if n == 0 else 0.04, overflowed=n % 32 == 0)
    assert intake.signs.delay_ms == pytest.approx(40)
    assert intake.signs.n_overflows == 2


def test_whoever_waits_is_woken_by_sound() -> None:
    intake = Intake()
    intake.open()
    threading.Timer(0.05, lambda: intake.put(_block())).start()
    assert len(intake.take(20)) == 1


def test_an_empty_block_is_nothing() -> None:
    intake = _open()
    intake.put(_block(0))
    assert intake.take(0) == []
