"""How a reading that stops before the speech does is told."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.asr.cut_short import n_covered
from kairo_desktop.types import SAMPLE_RATE, Word


def _said(text: str, start_s: float = 0.0, probability: float = 0.9) -> tuple[Word, ...]:
    """Two words a second."""
    starts = [(start_s + i / 2, word) for i, word in enumerate(text.split())]
    return tuple(Word(word, at_s, at_s + 0.5, probability) for at_s, word in starts)


_KNOWN = _said("what an engine And so my fellow")
_N = 5 * SAMPLE_RATE


def test_speech_behind_the_end_of_a_reading_shows_where_it_stopped() -> None:
    assert n_covered(_said("what an engine"), _KNOWN, _N) == 1.5 * SAMPLE_RATE


def test_it_is_cut_in_the_middle_of_a_pause() -> None:
    known = (*_said("what an engine"), *_said("And so my fellow", 2.5))
    assert n_covered(_said("what an engine"), known, _N) == 2 * SAMPLE_RATE


@pytest.mark.parametrize(
    "reading",
    [
        (),
        _said("what an engine and so my"),
        _said("what, engine. So my Fellow,"),
        _said("and so my fellow"),
    ],
    ids=["none", "near the end", "other times", "another text"],
)
def test_a_reading_that_says_nothing_or_comes_to_the_end_covers_all(
    reading: tuple[Word, ...],
) -> None:
    assert n_covered(reading, _KNOWN, _N) == _N


@pytest.mark.parametrize(
    "behind", [_said("thanks", 4.0), _said("thank you all", 3.0, 0.4)], ids=["one", "doubtful"]
)
def test_too_little_behind_it_is_no_speech(behind: tuple[Word, ...]) -> None:
    reading = _said("what an engine")
    assert n_covered(reading, (*reading, *behind), _N) == _N


_TIMES = st.lists(st.floats(0.0, 40.0), max_size=30).map(sorted)


@given(_TIMES, _TIMES, st.integers(1, 25 * SAMPLE_RATE))
def test_some_of_the_piece_is_always_covered(
    read_s: list[float], known_s: list[float], n_samples: int
) -> None:
    reading = [Word("a", at_s, at_s, 0.9) for at_s in read_s]
    known = [Word("b", at_s, at_s, 0.9) for at_s in known_s]
    assert 0 < n_covered(reading, known, n_samples) <= n_samples
