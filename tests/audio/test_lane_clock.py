"""A lane's time under every kind of interruption."""

from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kairo_desktop.audio.lane_clock import LaneClock
from kairo_desktop.types import FRAME_SAMPLES, SAMPLE_RATE, AudioFrame, Gap, Lane, Samples

_ZERO = 1000.0
_FRAME_S = FRAME_SAMPLES / SAMPLE_RATE


def _block(n: int = FRAME_SAMPLES, value: float = 1.0) -> Samples:
    return np.full(n, value, np.float32)


def _run(
    clock: LaneClock, at_s: Iterable[float], reason: str = "why", value: float = 1.0
) -> list[AudioFrame | Gap]:
    """A block of one frame at each time."""
    block = _block(value=value)
    return [item for t in at_s for item in clock.step(block, _ZERO + t, reason)]


def _steady(from_s: float, to_s: float, step_s: float = _FRAME_S) -> list[float]:
    return list(np.arange(from_s, to_s, step_s))


def _gaps(items: Iterable[AudioFrame | Gap]) -> list[Gap]:
    return [item for item in items if isinstance(item, Gap)]


def _check_law(items: Iterable[AudioFrame | Gap]) -> None:
    end_s: float | None = None
    for item in items:
        assert end_s is None or item.start_s == pytest.approx(end_s, abs=1e-6)
        if isinstance(item, Gap):
            assert item.end_s >= item.start_s
            end_s = item.end_s
        else:
            assert len(item.samples) == FRAME_SAMPLES
            end_s = item.start_s + _FRAME_S


def test_frames_follow_each_other_from_when_the_first_block_came() -> None:
    items = _run(LaneClock(Lane.MIC, _ZERO), _steady(2.0, 5.0))
    assert items[0].start_s == pytest.approx(2.0 - _FRAME_S)
    assert not _gaps(items)
    _check_law(items)


@settings(deadline=None)
@given(st.lists(st.integers(1, 3000), min_size=1, max_size=60))
def test_cuts_blocks_of_any_size_into_frames_and_loses_none(sizes: list[int]) -> None:
    clock, n = LaneClock(Lane.MIC, _ZERO), 0
    items: list[AudioFrame | Gap] = []
    for size in sizes:
        samples = np.arange(n, n + size, dtype=np.float32)
        n += size
        items += clock.step(samples, _ZERO + n / SAMPLE_RATE, "why")
    heard = [item.samples for item in items if isinstance(item, AudioFrame)]
    joined = np.concatenate([*heard, np.zeros(0, np.float32)])
    assert list(joined) == list(np.arange(len(joined)))
    assert not _gaps(items)
    _check_law(items)


@settings(deadline=None)
@given(st.lists(st.floats(0, 0.09), min_size=200, max_size=200))
def test_lateness_by_chance_makes_no_gap(late_s: list[float]) -> None:
    times = [t + late for t, late in zip(_steady(0, 6.4), late_s, strict=True)]
    assert not _gaps(_run(LaneClock(Lane.MIC, _ZERO), np.maximum.accumulate(times)))


def test_what_comes_in_a_burst_after_a_stall_is_not_lost() -> None:
    clock = LaneClock(Lane.MIC, _ZERO)
    items = _run(clock, _steady(0, 3))
    items += _run(clock, [8.0 + n * 0.001 for n in range(round(5 / _FRAME_S))])
    items += _run(clock, _steady(8.1, 12.0))
    assert not _gaps(items)
    _check_law(items)


def test_a_stall_that_lost_its_sound_is_a_gap_with_its_reason() -> None:
    clock = LaneClock(Lane.MIC, _ZERO)
    items = _run(clock, _steady(0, 3)) + _run(clock, _steady(8.0, 12.0), "the source was gone")
    (gap,) = _gaps(items)
    assert gap.reason == "the source was gone"
    assert gap.start_s == pytest.approx(3.0, abs=2 * _FRAME_S)
    assert gap.end_s == pytest.approx(8.0, abs=2 * _FRAME_S)
    _check_law(items)


def test_sound_of_a_gap_that_was_told_already_is_dropped() -> None:
    clock = LaneClock(Lane.MIC, _ZERO)
    items = _run(clock, _steady(0, 3))
    items += clock.skip(_ZERO + 6.0, "no sound came")
    items += _run(clock, [8.0 + n * 0.001 for n in range(round(5 / _FRAME_S))])
    items += _run(clock, _steady(8.1, 9.0))
    (gap,) = _gaps(items)
    assert gap.end_s == 6.0
    _check_law(items)


def test_skipping_before_the_first_frame_says_nothing() -> None:
    assert not list(LaneClock(Lane.MIC, _ZERO).skip(_ZERO + 6.0, "paused"))


def test_skipping_what_has_been_heard_says_nothing() -> None:
    clock = LaneClock(Lane.MIC, _ZERO)
    _run(clock, _steady(0, 3))
    assert not list(clock.skip(_ZERO + 3.0, "paused"))


@pytest.mark.parametrize(("missing_s", "value"), [(0.2, 0.001), (0.5, 1.0)])
def test_missing_samples_are_found_by_the_clock(missing_s: float, value: float) -> None:
    clock = LaneClock(Lane.MIC, _ZERO)
    items = _run(clock, [*_steady(0, 6), *_steady(6 + missing_s, 14)], value=value)
    (gap,) = _gaps(items)
    assert gap.end_s - gap.start_s == pytest.approx(missing_s, abs=0.04)
    _check_law(items)


def test_a_few_missing_samples_wait_for_the_next_pause() -> None:
    clock = LaneClock(Lane.MIC, _ZERO)
    assert not _gaps(_run(clock, [*_steady(0, 6), *_steady(6.2, 14)]))
    (gap,) = _gaps(_run(clock, _steady(14, 15), value=0.0))
    assert gap.end_s - gap.start_s == pytest.approx(0.2, abs=0.04)


def test_a_slow_device_is_set_forward_each_tenth_of_a_second() -> None:
    items = _run(LaneClock(Lane.MIC, _ZERO), _steady(0, 60, _FRAME_S * 1.01), value=0.0)
    assert len(_gaps(items)) in (4, 5)
    _check_law(items)
    assert items[-1].start_s == pytest.approx(60, abs=0.2)


def test_a_fast_device_is_set_back_by_dropping() -> None:
    items = _run(LaneClock(Lane.MIC, _ZERO), _steady(0, 60, _FRAME_S * 0.99), value=0.0)
    assert {gap.reason for gap in _gaps(items)} == {"the device's clock is fast"}
    _check_law(items)
    assert items[-1].start_s == pytest.approx(60, abs=0.2)


def test_known_losses_are_a_gap_of_their_length() -> None:
    clock = LaneClock(Lane.MIC, _ZERO)
    items = _run(clock, _steady(0, 3))
    items += clock.lose(SAMPLE_RATE, "Kairo fell behind")
    items += _run(clock, _steady(4, 6))
    (gap,) = _gaps(items)
    assert gap.end_s - gap.start_s == pytest.approx(1.0)
    _check_law(items)


def test_losing_nothing_or_before_the_first_frame_says_nothing() -> None:
    clock = LaneClock(Lane.MIC, _ZERO)
    assert not list(clock.lose(100, "why"))
    _run(clock, _steady(0, 3))
    assert not list(clock.lose(0, "why"))


def test_a_block_that_does_not_follow_is_placed_anew() -> None:
    clock = LaneClock(Lane.MIC, _ZERO)
    items = _run(clock, _steady(0, 3))
    for n, t in enumerate(_steady(3.4, 4.5)):
        items += clock.step(_block(), _ZERO + t, "moved", resumed=n == 0)
    (gap,) = _gaps(items)
    assert gap.reason == "moved"
    assert gap.end_s == pytest.approx(3.4, abs=2 * _FRAME_S)
    _check_law(items)
