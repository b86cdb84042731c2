"""Every number of a point stands out with its sign and its unit, and nothing else does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.ui.overlay.figures import figures_in, open_figure, unbroken

_TEXTS = st.text("ab 12.%$(,s", max_size=40)


def _found(text: str) -> list[str]:
    return [text[start:end] for start, end in figures_in(text)]


@given(_TEXTS, _TEXTS)
def test_figures_stay_as_they_are_while_words_arrive(text: str, more: str) -> None:
    before, after = figures_in(text), figures_in(text + more)
    assert before[:-1] == after[: len(before)][:-1]
    if before:
        assert before[-1][0] == after[len(before) - 1][0]


@pytest.mark.parametrize("growing", [False, True])
@given(_TEXTS)
def test_what_is_painted_differs_in_spaces_alone(growing: bool, text: str) -> None:  # noqa: FBT001 - a fact
    painted = unbroken(text, figures_in(text), growing=growing)
    assert painted.replace("\u00a0", " ") == text


@pytest.mark.parametrize(
    ("text", "painted"),
    [
        ("from 840 ms to 70 % of it", "from 840_ms to 70_% of it"),
        ("in 6 weeks, (1.2 k)", "in 6_weeks, (1.2_k)"),
        ("after 120 milliseconds", "after 120 milliseconds"),
        ("the 3 of us", "the 3 of us"),
    ],
)
def test_no_line_breaks_a_short_figure(text: str, painted: str) -> None:
    assert unbroken(text, figures_in(text)) == painted.replace("_", "\u00a0")


@pytest.mark.parametrize(
    ("text", "begin"),
    [
        ("from 840", 5),
        ("from 840 ", 5),
        ("from 840 m", 5),
        ("from 840 ms o", 5),
        ("from 840 ms for", None),
        ("from 840 participants", None),
        ("from it", None),
    ],
)
def test_a_figure_is_open_while_its_unit_may_come(text: str, begin: int | None) -> None:
    assert open_figure(text, figures_in(text)) == begin


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
