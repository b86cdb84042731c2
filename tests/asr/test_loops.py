"""Loops of a recognizer, told from people's repetitions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.asr.loops import before_loop, compression_ratio, loop_start, most_tokens, normal
from kairo_desktop.types import Word


def _words(text: str) -> list[Word]:
    return [Word(word, 0.0, 0.1, 0.9) for word in text.split()]


@pytest.mark.parametrize(
    "text", ["", "no", "no, no, no", "it is what it is", "very very good", "one two one two three"]
)
def test_people_may_repeat_themselves(text: str) -> None:
    assert loop_start(_words(text)) is None


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("right right right right right", "right"),
        ("how are you How are you, how are you", "how are you"),
        ("well I see I see I see I", "well I see"),
    ],
)
def test_a_loop_is_cut_where_it_begins_to_repeat(text: str, kept: str) -> None:
    words = tuple(_words(text))
    assert [word.text for word in before_loop(words)] == kept.split()


def test_words_without_a_loop_are_left_alone() -> None:
    words = tuple(_words("no, no, no"))
    assert before_loop(words) == words


def test_more_sound_may_hold_more_tokens() -> None:
    assert 8 <= most_tokens(0.1) < most_tokens(5.0) <= 48


@given(
    st.lists(st.integers(0, 9).map(str), min_size=1, max_size=12, unique=True), st.integers(4, 8)
)
def test_any_phrase_said_over_and_over_is_a_loop(phrase: list[str], times: int) -> None:
    words = _words(" ".join(phrase * times))
    assert loop_start(words) == len(phrase)


def test_repeating_text_compresses_well() -> None:
    assert compression_ratio("") == 1.0
    assert compression_ratio("so we go " * 30) > 2.4 > compression_ratio("What is a heap?")


def test_words_are_compared_by_their_letters() -> None:
    assert normal("Don't,") == normal("dont")
