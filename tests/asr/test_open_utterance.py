"""What updates and careful readings see of an open utterance, and which words stand."""

import numpy as np
import pytest

from kairo_desktop.asr.open_utterance import OpenUtterance
from kairo_desktop.types import SAMPLE_RATE, Lane, SpeechChunk, VoiceState, Word


def _spoken(text: str, n_agreed: int) -> OpenUtterance:
    """An utterance with a word a second, heard to its end."""
    words = tuple(Word(word, i, i + 1.0, 0.9) for i, word in enumerate(text.split()))
    samples = np.zeros(len(words) * SAMPLE_RATE, np.float32)
    utterance = OpenUtterance(10.0)
    end_s = 10.0 + len(words)
    utterance.append(SpeechChunk(Lane.SYSTEM, 10.0, samples, VoiceState.SPEAKING, end_s))
    utterance.hear(words)
    utterance.agree(n_agreed)
    return utterance


def test_nothing_is_cut_within_the_window() -> None:
    utterance = _spoken("a b c. d e f", 5)
    utterance.trim(6.0)
    assert utterance.offset_s == 10.0
    assert [word.text for word in utterance.prefix] == ["a", "b", "c.", "d", "e"]


def test_it_is_cut_behind_the_last_agreed_sentence() -> None:
    utterance = _spoken("a b. c d. e f. g h", 5)
    utterance.trim(6.0)
    assert utterance.offset_s == pytest.approx(14.0)
    assert utterance.context == "a b. c d."
    assert [(word.text, word.start_s) for word in utterance.prefix] == [("e", 0.0)]


def test_within_a_sentence_the_last_agreed_words_stay_in_front() -> None:
    utterance = _spoken("a b c d e f g h", 5)
    utterance.trim(6.0)
    assert utterance.offset_s == pytest.approx(13.0)
    assert utterance.context == "a b c"
    assert [word.text for word in utterance.prefix] == ["d", "e"]
    assert len(utterance.samples) == 5 * SAMPLE_RATE


def test_with_too_few_agreed_words_it_waits_for_more() -> None:
    utterance = _spoken("a b c d e f g h", 2)
    utterance.trim(6.0)
    assert utterance.offset_s == 10.0


def test_words_nobody_agreed_on_stand_before_the_window_bursts() -> None:
    utterance = _spoken("a b c d e f g h i j", 0)
    utterance.trim(6.0)
    assert utterance.offset_s == pytest.approx(15.0)
    assert [word.text for word in utterance.agreed] == ["a", "b", "c", "d", "e"]
    assert [word.text for word in utterance.tentative] == ["f", "g", "h", "i", "j"]


def test_what_has_been_read_replaces_what_was_known_of_it() -> None:
    utterance = _spoken("a b c d e f g h", 3)
    utterance.commit(5 * SAMPLE_RATE, (Word("other", 1.0, 2.0, 0.9),))
    assert [(word.text, word.start_s) for word in utterance.committed] == [("other", 11.0)]
    assert [word.text for word in utterance.uncommitted] == ["f", "g", "h"]
    assert len(utterance.unread) == 3 * SAMPLE_RATE


def test_the_second_reading_goes_on_where_the_first_ended() -> None:
    utterance = _spoken("a b c d", 0)
    utterance.commit(3 * SAMPLE_RATE, (Word("one", 0.0, 1.0, 0.9),))
    utterance.commit(SAMPLE_RATE, (Word("two", 0.0, 1.0, 0.9),))
    assert [(word.text, word.start_s) for word in utterance.committed] == [
        ("one", 10.0),
        ("two", 13.0),
    ]
    assert utterance.read_to_s == utterance.end_s


def test_without_a_reading_what_is_known_stands() -> None:
    utterance = _spoken("a b c d", 2)
    utterance.commit(3 * SAMPLE_RATE, None)
    assert [word.text for word in utterance.committed] == ["a", "b", "c"]
    assert [word.text for word in utterance.uncommitted] == ["d"]
    utterance.commit(SAMPLE_RATE, None)
    assert [word.text for word in utterance.committed] == ["a", "b", "c", "d"]
    assert utterance.uncommitted == ()


def test_a_reading_leaves_the_sound_of_updates_alone() -> None:
    utterance = _spoken("a b c d", 2)
    utterance.commit(3 * SAMPLE_RATE, ())
    assert len(utterance.samples) == 4 * SAMPLE_RATE
    assert [word.text for word in utterance.prefix] == ["a", "b"]
