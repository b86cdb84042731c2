"""The topic of a question, without its framing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.retrieval.words import content_words, core_question, count_said


@pytest.mark.parametrize(
    ("question", "core"),
    [
        ("Okay, so tell me about a time you had to say no.", "say no."),
        ("Could you walk me through your testing?", "testing"),
        ("What's your experience with feature stores?", "feature stores"),
        ("and what was the catch with that approach", "the catch with that approach"),
        ("Why a heap?", "Why a heap"),
        ("What's the time complexity?", "the time complexity"),
        ("Tell me about a time", "Tell me about a time"),
    ],
)
def test_takes_the_framing_off(question: str, core: str) -> None:
    assert core_question(question) == core


@given(st.text(max_size=80))
def test_the_core_is_a_part_of_the_question_and_never_nothing(text: str) -> None:
    assert core_question(text) in text
    assert bool(core_question(text)) == bool(text)


@pytest.mark.parametrize(
    ("text", "n"),
    [("", 0), ("Tell me about a time when you", 0), ("So, um,", 0), ("Why not use Redis?", 4)],
)
def test_counts_only_what_was_said_past_the_framing(text: str, n: int) -> None:
    assert count_said(text) == n


def test_content_words_come_once_in_lower_case_without_filling() -> None:
    text = "You haven\u2019t worked in fraud, so why should fraud, P95 or 46 matter?"
    assert content_words(text) == ("fraud", "p95", "46", "matter")


def test_a_bare_follow_up_has_no_content_words() -> None:
    assert content_words("And why was that?") == ()
