import pytest
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.copilot.wording import content_words, sentences, tokens


def test_leaves_fillers_and_stutters_out() -> None:
    assert tokens("So, um, so what's what's the, uh, plan?") == ("so", "what", "'s", "the", "plan")


def test_a_restart_of_two_words_counts_once() -> None:
    assert tokens("what is what is the plan") == ("what", "is", "the", "plan")


@pytest.mark.parametrize("text", ["Don't you?", "don\u2019t you", "DONT you"])
def test_contractions_read_the_same_however_written(text: str) -> None:
    assert tokens(text) == ("do", "n't", "you")


def test_splits_sentences_at_their_marks_only() -> None:
    assert sentences("So what? It costs 3.5 cents. Right") == (
        "So what?",
        "It costs 3.5 cents.",
        "Right",
    )
    assert sentences("  ") == ()


def test_content_words_say_what_it_is_about() -> None:
    assert content_words("How would you design a rate limiter?") == {"design", "rate", "limiter"}


@given(st.text())
def test_any_text_has_lower_case_tokens(text: str) -> None:
    assert all(token == token.lower() and " " not in token for token in tokens(text))


def test_words_of_other_languages_stay_whole() -> None:
    assert tokens("Können Sie das für mich erklären?")[:2] == ("können", "sie")
