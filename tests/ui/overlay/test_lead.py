"""What stands out at the head of a point is a phrase."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.ui.overlay.lead import lead_is_open, lead_length

_WORDS = st.lists(st.sampled_from(["Cut", "p95", "with", "the", "Über", "42", "of"]), max_size=7)


@given(words=_WORDS, n=st.integers(0, 5))
def test_the_lead_is_of_the_first_words_and_ends_with_none_that_leans_on_the_next(
    words: list[str], n: int
) -> None:
    text = " ".join(words)
    lead = text[: lead_length(text, n)].split()
    assert lead == words[: len(lead)]
    assert len(lead) <= n
    assert not lead or lead[-1] not in {"with", "the", "of", "Über"}
    assert all(word in {"with", "the", "of", "Über"} for word in words[len(lead) : n])


@given(words=_WORDS, more=_WORDS, n=st.integers(0, 5))
def test_the_lead_only_grows_and_only_while_it_is_open(
    words: list[str], more: list[str], n: int
) -> None:
    text = " ".join(words)
    longer = " ".join([*words, *more])
    grown = lead_length(longer, n) - lead_length(text, n)
    assert grown >= 0
    if not lead_is_open(text, n) and grown:
        assert lead_length(text, n) == len(text)


@pytest.mark.parametrize(
    ("text", "lead"),
    [
        ("Found it with a flame graph first", "Found it"),
        ("Shipped behind a flag, one region a day", "Shipped behind a flag,"),
        ("Ask who carries the pager", "Ask who carries"),
        ("What I would do differently", "What I would do"),
        ("Die mittlere Antwortzeit sank von 840 ms", "Die mittlere Antwortzeit sank"),
        ("Eingeführt hinter einem Schalter, eine Region", "Eingeführt hinter einem Schalter,"),
        ("In the", ""),
        ("", ""),
    ],
)
def test_it_ends_where_a_reader_would_pause(text: str, lead: str) -> None:
    assert text[: lead_length(text, 4)] == lead
