"""How finished speech is cut and read."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kairo_desktop.asr.transcriber import Listening, Transcript
from kairo_desktop.asr.whole import LONGEST_S, first_piece, pieces, read_whole
from kairo_desktop.types import SAMPLE_RATE, Samples
from tests.fakes.scripted_transcriber import ScriptedTranscriber, transcript
from tests.fakes.tone_source import silence, tone


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 90 * SAMPLE_RATE), st.integers(0, 2**32 - 1))
def test_pieces_join_to_the_sound_and_none_is_too_long(n_samples: int, seed: int) -> None:
    sound = np.random.default_rng(seed).random(n_samples, np.float32)
    cut = list(pieces(sound))
    assert all(0 < len(piece) <= LONGEST_S * SAMPLE_RATE for piece in cut)
    assert np.array_equal(np.concatenate([*cut, silence(0)]), sound)


def test_a_long_sound_is_cut_where_it_is_quiet() -> None:
    sound = np.concatenate([tone(19, 200), silence(0.5), tone(20, 200)])
    assert 19.0 <= first_piece(sound) / SAMPLE_RATE <= 19.5


@settings(deadline=None, max_examples=20)
@given(st.integers(26, 60), st.integers(26, 60))
def test_sound_that_follows_does_not_move_the_first_cut(some_s: int, more_s: int) -> None:
    sound = np.random.default_rng(0).random(60 * SAMPLE_RATE, np.float32)
    assert first_piece(sound[: some_s * SAMPLE_RATE]) == first_piece(sound[: more_s * SAMPLE_RATE])


def test_it_is_read_with_care_in_the_full_window_behind_the_vocabulary_alone() -> None:
    def script(_samples: Samples, listening: Listening) -> Transcript:
        assert listening.margin_s is None
        assert listening.beam > 1
        assert (listening.prefix, listening.context) == ((), "RabbitMQ")
        return transcript("Why a queue?")

    words = read_whole(ScriptedTranscriber(script), silence(2), "RabbitMQ")
    assert [word.text for word in words] == ["Why", "a", "queue?"]


@pytest.mark.parametrize(
    ("heard", "words"),
    [
        (transcript("thank you", sure=False), []),
        (transcript("so we " * 12), ["so", "we"]),
    ],
)
def test_what_the_recognizer_doubts_or_repeats_is_left_out(
    heard: Transcript, words: list[str]
) -> None:
    read = read_whole(ScriptedTranscriber(lambda _samples, _listening: heard), silence(1))
    assert [word.text for word in read] == words
