"""Which words two hypotheses agree on."""

from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.asr.agreement import num_agreed
from kairo_desktop.types import Word


def _words(text: str) -> list[Word]:
    return [Word(word, 0.0, 0.1, 0.9) for word in text.split()]


def test_case_and_punctuation_do_not_count() -> None:
    assert num_agreed(_words("So, what is"), _words("so what was it")) == 2


def test_nothing_agrees_with_silence() -> None:
    assert num_agreed([], _words("hello")) == 0


@given(st.lists(st.sampled_from("ab"), max_size=8), st.lists(st.sampled_from("ab"), max_size=8))
def test_it_is_the_longest_common_beginning(one: list[str], other: list[str]) -> None:
    n = num_agreed(_words(" ".join(one)), _words(" ".join(other)))
    assert one[:n] == other[:n]
    assert one[n : n + 1] != other[n : n + 1] or n == len(one) == len(other)
