import pytest

from kairo_desktop.copilot.lines import read


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("The alarm is at 0.2. Scores come daily.", ["The alarm is at 0.2.", "Scores come daily."]),
        ("It cost about 1,500. We paid it.", ["It cost about 1,500.", "We paid it."]),
        ("Version 2.0.1 was out by then.", ["Version 2.0.1 was out by then."]),
        ("Python vs. Go was the question.", ["Python vs. Go was the question."]),
    ],
)
def test_a_figure_with_a_full_stop_may_end_a_sentence(text: str, lines: list[str]) -> None:
    assert [" ".join(line.words) for line in read(text, final=True).lines] == lines
