"""Which words are an echo: by text and time, and never the speaker's own."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.copilot.overheard import overheard
from kairo_desktop.types import Word

ASKED = "How would you shard the orders table?"
ANSWER = "I would take the customer as the key"


def said(text: str, start_s: float = 1.0) -> list[Word]:
    """Words of a quarter of a second each."""
    return [
        Word(word, start_s + 0.25 * n, start_s + 0.25 * (n + 1), 0.9)
        for n, word in enumerate(text.split())
    ]


def own(words: Sequence[Word], originals: Sequence[Word]) -> str:
    echoed = overheard(words, originals)
    return " ".join(word.text for word, is_echo in zip(words, echoed, strict=True) if not is_echo)


@pytest.mark.parametrize("delay_s", [0.0, 0.025, 0.3, 0.9])
def test_the_same_words_a_moment_later_are_an_echo(delay_s: float) -> None:
    assert own(said(ASKED.lower(), 1.0 + delay_s), said(ASKED)) == ""


def test_the_speakers_own_words_stay() -> None:
    assert own(said(ANSWER, 1.1), said(ASKED)) == ANSWER


def test_words_before_and_behind_an_echo_stay() -> None:
    words = said(f"Right. {ASKED} {ANSWER}", 0.75)
    assert own(words, said(ASKED)) == f"Right. {ANSWER}"


def test_who_repeats_a_question_when_it_is_over_is_heard() -> None:
    assert own(said(ASKED, 3.0), said(ASKED)) == ASKED
    assert own(said("Why a heap?", 1.8), said("Why a heap?")) == "Why a heap?"


def test_two_words_are_said_by_both() -> None:
    assert own(said("Right, okay."), said("Right, okay.")) == "Right, okay."


@pytest.mark.parametrize(
    ("heard", "left"),
    [
        ("how would you chart the orders table", ""),
        ("how would you shard your orders table", ""),
        ("wow would you shard the orders able", ""),
        ("how would you sharp the orders table", ""),
        ("how would you shard no orders table", "no"),
        ("how would you shard the yes orders table", "yes"),
        ("how would you elephants the orders table", "elephants"),
        ("okay would you shard the orders table", "okay"),
    ],
)
def test_misheard_words_go_with_the_echo_and_inserted_ones_stay(heard: str, left: str) -> None:
    assert own(said(heard), said(ASKED)) == left


def test_a_word_written_as_two_is_the_same_word() -> None:
    originals = [*said("your front"), Word("end", 1.5, 1.6, 0.9), *said("service was slow", 1.6)]
    words = [*said("your"), Word("frontend", 1.25, 1.6, 0.9), *said("service was slow", 1.6)]
    assert own(words, originals) == ""


def test_an_echo_may_be_broken_by_what_the_speaker_says_in_between() -> None:
    words = said(f"how would you shard {ANSWER} the orders table")
    originals = [*said("how would you shard"), *said("the orders table", 4.0)]
    assert own(words, originals) == ANSWER


def test_nothing_is_an_echo_of_nothing() -> None:
    assert overheard([], said(ASKED)) == []
    assert overheard(said(ASKED), []) == [False] * 7
    assert overheard(said("… … …"), said("… … …")) == [False] * 3


some_words = st.lists(st.sampled_from([*ASKED.split(), "yes", "no"]))


@given(some_words, st.floats(0.0, 6.0))
def test_words_that_the_other_never_said_stay(texts: list[str], at_s: float) -> None:
    words = said(" ".join(texts), at_s)
    assert not any(overheard(words, said("pick whatever flavor anybody happens to like most")))


@given(some_words, some_words)
def test_an_echo_is_found_whatever_is_said_behind_it(before: list[str], behind: list[str]) -> None:
    originals = said(f"{' '.join(before)} tell me about your last project")
    own_words = " ".join(f"{text}x" for text in behind)
    words = said(f"{' '.join(before)} tell me about your last project {own_words}", 1.1)
    assert own(words, originals) == own_words.strip()
