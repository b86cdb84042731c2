"""Word error rate and the normaliser behind it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.bench.wer import (
    _ONES,
    _TENS,
    Score,
    bootstrap_wer,
    edits,
    normalize,
    pooled_wer,
    spoken,
)

_WORDS = st.lists(st.sampled_from("abc"), max_size=8)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("It's 50% faster, um, right?", "its fifty percent faster right"),
        ("the 15th century", "the fifteenth century"),
        ("in 1995", "in nineteen ninety-five"),
        ("in 1900", "in nineteen hundred"),
        ("1.4 million", "one point four million"),
        ("400 ms", "four hundred ms"),
        ("the 21st and the 20th", "the twenty first and the twentieth"),
        ("$2,500,000", "dollar two million five hundred thousand"),
        ("9999999999999", "nine nine nine nine nine nine nine nine nine nine nine nine nine"),
        ("picture-books", "picture books"),
    ],
)
def test_spellings_of_the_same_words_are_equal(one: str, other: str) -> None:
    assert normalize(one) == normalize(other)


@given(st.integers(0, 10**12 - 1))
def test_numbers_are_read_back_as_they_were_spoken(number: int) -> None:
    values = {word: value for value, word in enumerate(_ONES)}
    values |= {word: 10 * tens for tens, word in enumerate(_TENS) if word}
    total = group = 0
    for word in spoken(number).split():
        match word:
            case "hundred":
                group *= 100
            case "thousand" | "million" | "billion":
                total += group * {"thousand": 10**3, "million": 10**6, "billion": 10**9}[word]
                group = 0
            case _:
                group += values[word]
    assert total + group == number


@given(_WORDS, _WORDS, _WORDS)
def test_edits_are_a_distance(one: list[str], two: list[str], three: list[str]) -> None:
    assert (edits(one, two) == 0) == (one == two)
    assert edits(one, two) == edits(two, one)
    assert edits(one, three) <= edits(one, two) + edits(two, three)


def test_rates_are_pooled_over_words_not_averaged_over_clips() -> None:
    scores = [Score(1, 1), Score(0, 99)]
    assert pooled_wer(scores) == 0.01
    assert pooled_wer([Score.of("", "")]) == 0.0
    assert Score.of("a b", "a c") == Score(1, 2)


def test_the_interval_holds_the_rate() -> None:
    scores = [Score(n % 3, 10) for n in range(30)]
    interval = bootstrap_wer(scores, np.random.default_rng(0))
    assert interval.low < pooled_wer(scores) < interval.high
