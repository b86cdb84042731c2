"""Where the sound of an open utterance is cut, and what is carried over the cut."""

import numpy as np
import pytest

from kairo_desktop.asr.open_utterance import OpenUtterance
from kairo_desktop.types import SAMPLE_RATE, Lane, SpeechChunk, VoiceState, Word


def _spoken(text: str, n_committed: int) -> OpenUtterance:
    """An utterance with a word a second, heard to its end."""
    words = tuple(Word(word, i, i + 1.0, 0.9) for i, word in enumerate(text.split()))
    samples = np.zeros(len(words) * SAMPLE_RATE, np.float32)
    utterance = OpenUtterance(10.0)
    end_s = 10.0 + len(words)
    utterance.append(SpeechChunk(Lane.SYSTEM, 10.0, samples, VoiceState.SPEAKING, end_s))
    utterance.hear(words)
    utterance.commit(n_committed)
    return utterance


def test_nothing_is_cut_within_the_window() -> None:
    utterance = _spoken("a b c. d e f", 5)
    utterance.trim(6.0)
    assert utterance.offset_s == 10.0
    assert [word.text for word in utterance.prefix] == ["a", "b", "c.", "d", "e"]


def test_it_is_cut_behind_the_last_committed_sentence() -> None:
    utterance = _spoken("a b. c d. e f. g h", 5)
    utterance.trim(6.0)
    assert utterance.offset_s == pytest.approx(14.0)
    assert utterance.context == "a b. c d."
    assert [(word.text, word.start_s) for word in utterance.prefix] == [("e", 0.0)]


def test_within_a_sentence_the_last_committed_words_stay_in_front() -> None:
    utterance = _spoken("a b c d e f g h", 5)
    utterance.trim(6.0)
    assert utterance.offset_s == pytest.approx(13.0)
    assert utterance.context == "a b c"
    assert [word.text for word in utterance.prefix] == ["d", "e"]
    assert len(utterance.samples) == 5 * SAMPLE_RATE


def test_with_too_few_committed_words_it_waits_for_more() -> None:
    utterance = _spoken("a b c d e f g h", 2)
    utterance.trim(6.0)
    assert utterance.offset_s == 10.0


def test_words_nobody_agreed_on_are_committed_before_the_window_bursts() -> None:
    utterance = _spoken("a b c d e f g h i j", 0)
    utterance.trim(6.0)
    assert utterance.offset_s == pytest.approx(15.0)
    assert [word.text for word in utterance.committed] == ["a", "b", "c", "d", "e"]
    assert [word.text for word in utterance.tentative] == ["f", "g", "h", "i", "j"]
