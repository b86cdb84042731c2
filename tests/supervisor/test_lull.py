"""Quiet that lasts comes in pieces; nothing changes places, and nothing else waits."""

from collections.abc import Iterator, Sequence
from itertools import chain

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.audio.health import LaneHealth, LaneState
from kairo_desktop.audio.levels import LaneLevel
from kairo_desktop.supervisor.lull import Lull, QuietSound, lasting_quiet
from kairo_desktop.supervisor.messages import PathItem
from kairo_desktop.supervisor.worker import Parcel
from kairo_desktop.types import FRAME_SAMPLES, AudioFrame, Gap, Lane, SpeechState, VoiceState
from tests.fakes.workers import FRAME_S

_OK = LaneHealth(Lane.MIC, LaneState.OK, "Headset")


def _state(t_s: float, *, end_s: float | None = None, quiet: bool = True) -> SpeechState:
    return SpeechState(Lane.MIC, t_s, VoiceState.QUIET if quiet else VoiceState.SPEAKING, end_s)


def _frame(n: int, loudness: float = 0.0) -> AudioFrame:
    samples = np.full(FRAME_SAMPLES, loudness, np.float32)
    return AudioFrame(Lane.MIC, n * FRAME_S, samples)


def _sizes(parcels: Sequence[Parcel]) -> list[int]:
    return [len(parcel) if isinstance(parcel, tuple) else 1 for parcel in parcels]


def _items(parcels: Sequence[Parcel]) -> Iterator[PathItem]:
    return chain.from_iterable(
        parcel if isinstance(parcel, tuple) else (parcel,) for parcel in parcels
    )


@given(st.lists(st.tuples(st.booleans(), st.floats(0, 0.2)), max_size=60))
def test_all_comes_out_in_the_order_in_which_it_came(steps: list[tuple[bool, float]]) -> None:
    lull, t_s, given_items, seen = Lull(lasting_quiet), 10.0, list[PathItem](), list[Parcel]()
    for quiet, step_s in steps:
        t_s += step_s
        given_items.append(_state(t_s, end_s=0.0, quiet=quiet))
        seen += lull.step(given_items[-1:])
    seen += lull.flush()
    assert list(_items(seen)) == given_items


@given(st.lists(st.floats(0.001, 0.05), max_size=60))
def test_no_state_is_a_tenth_of_a_second_late(steps: list[float]) -> None:
    lull, t_s, waiting = Lull(lasting_quiet), 10.0, list[float]()
    for step_s in steps:
        t_s += step_s
        waiting.append(t_s)
        n_told = len(list(_items(list(lull.step([_state(t_s, end_s=0.0)])))))
        del waiting[:n_told]
        assert not waiting or t_s - waiting[0] < 0.1


def test_a_quiet_that_lasts_comes_in_pieces_of_four_frames() -> None:
    lull = Lull(lasting_quiet)
    parcels = list(lull.step(_state(5 + n * FRAME_S, end_s=1.0) for n in range(9)))
    assert _sizes(parcels) == [4, 4]
    assert _sizes(list(lull.flush())) == [1]
    assert not list(lull.flush())


def test_right_behind_speech_nothing_waits() -> None:
    parcels = list(Lull(lasting_quiet).step(_state(5 + n * FRAME_S, end_s=4.0) for n in range(9)))
    assert _sizes(parcels) == [1] * 9


def test_speech_takes_what_is_held_with_it() -> None:
    lull = Lull(lasting_quiet)
    assert not list(lull.step([_state(5.0), _state(5.0 + FRAME_S)]))
    assert _sizes(list(lull.step([_state(5.1, end_s=5.1, quiet=False)]))) == [3]


def test_sound_and_the_two_seconds_behind_it_do_not_wait() -> None:
    lull = Lull(QuietSound())
    n_behind = round(2.0 / FRAME_S)
    frames = [_frame(0, 0.1), *(_frame(n) for n in range(1, n_behind + 9))]
    parcels = list(lull.step(frames))
    assert _sizes(parcels) == [1] * (n_behind + 1) + [4, 4]
    assert _sizes(list(lull.step([_frame(n_behind + 9, 0.01)]))) == [1]


@pytest.mark.parametrize("news", [_OK, Gap(Lane.MIC, 9.0, 9.5, "unplugged")])
def test_news_of_a_quiet_lane_do_not_wait(news: PathItem) -> None:
    lull = Lull(QuietSound())
    list(lull.step(_frame(n) for n in range(100)))
    list(lull.flush())
    held = [_frame(n) for n in range(100, 102)]
    assert _sizes(list(lull.step([*held, news]))) == [3]


def test_a_level_waits_with_its_frame_and_not_before_the_first() -> None:
    lull, level = Lull(QuietSound()), LaneLevel(Lane.MIC, -80.0, -70.0)
    assert _sizes(list(lull.step([level]))) == [1]
    list(lull.step(_frame(n) for n in range(64)))
    list(lull.flush())
    assert _sizes(list(lull.step([_frame(64), level, _frame(65), level, _frame(66)]))) == []
    assert _sizes(list(lull.step([_frame(67)]))) == [6]
