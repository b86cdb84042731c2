"""Every number of a point stands out with its sign and its unit, and nothing else does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.ui.overlay.figures import figures_in

_TEXTS = st.text("ab 12.%$(,s", max_size=40)


def _found(text: str, begin: int = 0) -> list[str]:
    return [text[start:end] for start, end in figures_in(text, begin)]


@given(_TEXTS, _TEXTS)
def test_figures_stay_as_they_are_while_words_arrive(text: str, more: str) -> None:
    before, after = figures_in(text), figures_in(text + more)
    assert before[:-1] == after[: len(before)][:-1]
    if before:
        assert before[-1][0] == after[len(before) - 1][0]


@given(_TEXTS, st.integers(0, 40))
def test_no_figure_stands_out_before_the_place_asked_for(text: str, begin: int) -> None:
    found = figures_in(text, begin)
    assert all(begin <= start < end <= len(text) for start, end in found)
    assert [end for _, end in found] == [end for _, end in figures_in(text) if end > begin]


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("Cut errors from 2.1 % to $3k in a B2B shop", ["2.1 %", "$3k"]),
        ("Down from 95 to 38 minutes, at 99.9%.", ["95", "38 minutes", "99.9%"]),
        ("Saved 1.2 million euros (about 40 %)", ["1.2 million euros", "40 %"]),
        ("In 2021, seven of 12 people; p95 < 400ms", ["2021", "12", "400ms"]),
        (
            "Über 3 Wochen, dann 2 Monaten, \u22125 Prozent",
            ["3 Wochen", "2 Monaten", "\u22125 Prozent"],
        ),
        ("<400 ms, ~2x and 24/7: 1,200 rps", ["<400 ms", "~2x", "24/7", "1,200 rps"]),
        ("Log4j, UTF-8 and % alone", []),
        ("A 5 some years ago, 5, years", ["5", "5"]),
    ],
)
def test_a_figure_is_a_number_with_its_sign_and_unit(text: str, figures: list[str]) -> None:
    assert _found(text) == figures


def test_a_unit_behind_the_lead_stands_out_with_its_number_in_it() -> None:
    text = "We cut builds 40 % in 2 days"
    assert _found(text, len("We cut builds 40")) == [" %", "2 days"]
