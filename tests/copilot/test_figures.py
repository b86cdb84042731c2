"""What counts as a figure, and what it counts."""

import pytest

from kairo_desktop.copilot.evidence import Evidence
from kairo_desktop.copilot.figures import figures_in


@pytest.mark.parametrize(
    ("text", "numeral", "units"),
    [
        ("I would do a 4th period.", "4th", ("period",)),
        ("my 3rd job", "3rd", ("job",)),
        ("in the 21ST week", "21ST", ("week",)),
        ("10k users", "10k", ("user",)),
        ("38 thousand users", "38 thousand", ("user",)),
    ],
)
def test_a_numeral_is_a_figure_with_its_ending(
    text: str, numeral: str, units: tuple[str, ...]
) -> None:
    (figure,) = figures_in(text)
    assert (figure.numeral, figure.units) == (numeral, units)


def test_an_ordinal_is_backed_where_a_note_counts_the_same_thing_by_it() -> None:
    (figure,) = figures_in("I would do a 4th period.")
    assert Evidence.of("We planned the 4th period.").has_figure(figure)
    assert not Evidence.of("We planned 4 weeks. The period was long.").has_figure(figure)


@pytest.mark.parametrize("text", ["in 2019", "p95", "the 95th percentile", "twice a day"])
def test_years_and_names_are_no_figures(text: str) -> None:
    assert list(figures_in(text)) == []
