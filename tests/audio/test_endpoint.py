"""Where utterances begin and end."""

from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.audio.endpoint import Endpointer
from kairo_desktop.settings.audio import AudioSettings
from kairo_desktop.types import (
    FRAME_SAMPLES,
    AudioFrame,
    Gap,
    Lane,
    SpeechChunk,
    SpeechFrame,
    SpeechState,
    VoiceState,
)
from tests.fakes.tone_source import FRAME_S

_SETTINGS = AudioSettings(min_speech_ms=96, preroll_ms=256, close_ms=480)
_CLOSE_FRAMES = 15
_PREROLL_FRAMES = 8


def _lane(steps: Iterable[float | None]) -> list[SpeechFrame | Gap]:
    """A frame per probability, its samples all equal to its index; None is a gap of one frame."""
    lane: list[SpeechFrame | Gap] = []
    for index, probability in enumerate(steps):
        start_s = index * FRAME_S
        if probability is None:
            lane.append(Gap(Lane.MIC, start_s, start_s + FRAME_S, "overflow"))
            continue
        samples = np.full(FRAME_SAMPLES, index, np.float32)
        lane.append(SpeechFrame(AudioFrame(Lane.MIC, start_s, samples), probability))
    return lane


def _run(steps: Iterable[float | None]) -> list[SpeechChunk | SpeechState]:
    endpointer = Endpointer(Lane.MIC, _SETTINGS)
    out = [piece for item in _lane(steps) for piece in endpointer.step(item)]
    return [*out, *endpointer.flush()]


def _chunks(pieces: Iterable[SpeechChunk | SpeechState]) -> list[SpeechChunk]:
    return [piece for piece in pieces if isinstance(piece, SpeechChunk)]


def _states(pieces: Iterable[SpeechChunk | SpeechState]) -> list[SpeechState]:
    return [piece for piece in pieces if isinstance(piece, SpeechState)]


def _frame_numbers(chunks: Iterable[SpeechChunk]) -> list[int]:
    return [int(n) for chunk in chunks for n in chunk.samples[::FRAME_SAMPLES]]


_PROBABILITIES = st.lists(
    st.one_of(st.sampled_from([0.0, 0.2, 0.9, 1.0]), st.none()), min_size=1, max_size=120
)


@given(_PROBABILITIES)
def test_chunks_never_overlap_and_hold_what_the_lane_said_at_their_time(
    steps: list[float | None],
) -> None:
    numbers = []
    for chunk in _chunks(_run(steps)):
        own = _frame_numbers([chunk])
        assert own == [round(chunk.start_s / FRAME_S) + i for i in range(len(own))]
        numbers += own
    assert numbers == sorted(set(numbers))


@given(_PROBABILITIES)
def test_chunks_of_an_utterance_follow_each_other_without_a_hole(
    steps: list[float | None],
) -> None:
    previous: SpeechChunk | None = None
    for chunk in _chunks(_run(steps)):
        if previous is not None and previous.state is not VoiceState.QUIET:
            assert abs(chunk.start_s - previous.end_s) < 1e-9
        previous = chunk
    assert previous is None or previous.state is VoiceState.QUIET


@given(_PROBABILITIES)
def test_every_frame_gives_one_state_before_its_chunk(steps: list[float | None]) -> None:
    endpointer = Endpointer(Lane.MIC, _SETTINGS)
    for index, item in enumerate(_lane(steps)):
        pieces = list(endpointer.step(item))
        assert len(_states(pieces)) == 1
        state, *chunks = pieces
        if isinstance(item, Gap):
            *chunks, state = pieces
        assert isinstance(state, SpeechState)
        assert abs(state.t_s - (index + 1) * FRAME_S) < 1e-9
        for chunk in chunks:
            assert isinstance(chunk, SpeechChunk)
            assert chunk.state is state.state


@given(_PROBABILITIES)
def test_speech_that_is_long_enough_is_never_lost(steps: list[float | None]) -> None:
    kept = set(_frame_numbers(_chunks(_run(steps))))
    loud = [step is not None and step >= 0.5 for step in steps]
    for index in range(len(loud) - 2):
        if all(loud[index : index + 3]):
            assert {index, index + 1, index + 2} <= kept


def test_a_click_gives_no_chunk_and_no_end_of_speech() -> None:
    pieces = _run([0.0] * 10 + [1.0, 1.0] + [0.0] * 30)
    assert not _chunks(pieces)
    assert VoiceState.STARTING in {state.state for state in _states(pieces)}
    assert _states(pieces)[-1].speech_end_s is None


def test_the_first_chunk_carries_the_sound_from_before_the_speech() -> None:
    first = _chunks(_run([0.0] * 20 + [1.0] * 10))[0]
    assert _frame_numbers([first]) == list(range(20 - _PREROLL_FRAMES, 23))
    assert first.state is VoiceState.SPEAKING


def test_an_utterance_closes_after_enough_silence_and_says_where_speech_ended() -> None:
    chunks = _chunks(_run([1.0] * 10 + [0.0] * 40))
    assert len(_frame_numbers(chunks)) == 10 + _CLOSE_FRAMES
    assert chunks[-1].state is VoiceState.QUIET
    assert chunks[-1].speech_end_s == pytest.approx(10 * FRAME_S)


def test_a_pause_shorter_than_the_close_stays_one_utterance() -> None:
    chunks = _chunks(_run([1.0] * 10 + [0.0] * (_CLOSE_FRAMES - 1) + [1.0] * 10))
    assert [c.state for c in chunks].count(VoiceState.QUIET) == 1
    assert VoiceState.STOPPING in {c.state for c in chunks}


def test_a_gap_in_the_middle_of_a_word_closes_the_utterance_at_once() -> None:
    pieces = _run([1.0] * 10 + [None] + [0.0] * 5)
    closing = _chunks(pieces)[-1]
    assert closing.state is VoiceState.QUIET
    assert len(closing.samples) == 0
    assert closing.start_s == pytest.approx(10 * FRAME_S)


def test_flush_closes_an_open_utterance_and_is_silent_otherwise() -> None:
    endpointer = Endpointer(Lane.MIC, _SETTINGS)
    assert not list(endpointer.flush())
    for item in _lane([1.0] * 10):
        list(endpointer.step(item))
    closing, state = endpointer.flush()
    assert isinstance(closing, SpeechChunk)
    assert closing.state is VoiceState.QUIET
    assert isinstance(state, SpeechState)
    assert not list(endpointer.flush())
