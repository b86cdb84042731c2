import pytest
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.copilot.labels import LABELS, Labels, without_link, without_own_label
from kairo_desktop.copilot.lines import Line

WORDS = st.sampled_from(["Goal:", "Goal", "My", "notes:", "Main", "components:", "ship", "it"])


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Goal: ship it", "Ship it"),
        ("main Components: ship it", "Ship it"),
        ("My notes: 46 queries", "46 queries"),
        ("My notes say so", "My notes say so"),
        ("Edge cases: none", "Edge cases: none"),
        ("Optimistic: check late", "Optimistic: check late"),
        ("Goals", "Goals"),
        ("Goal:", ""),
    ],
)
def test_a_label_is_taken_off(text: str, left: str) -> None:
    assert Labels.of().taken_off(Line(tuple(text.split()), "", closed=True)).words == tuple(
        left.split()
    )


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Hiring: I hired two people.", "I hired two people."),
        ("Gap to admit: my German is weak.", "My German is weak."),
        ("What I did. I left early.", "I left early."),
        (
            "What I still find hard: stopping a debate.",
            "What I still find hard: stopping a debate.",
        ),
        ("What happened. The queue was full.", "The queue was full."),
        ("Questions for them: who decides?", "Who decides?"),
        ("What happened.", "What happened."),
        ("It failed. I left early.", "It failed. I left early."),
        ("Hiring:", "Hiring:"),
        (
            "I told them what they had asked for: we lost.",
            "I told them what they had asked for: we lost.",
        ),
    ],
)
def test_a_label_of_somebodys_own_goes_in_front_of_what_he_did(text: str, left: str) -> None:
    line = Line(tuple(text.split()), "", closed=True)
    assert " ".join(without_own_label(line).words) == left


@pytest.mark.parametrize(
    ("words", "rest"),
    [("", "Go"), ("", "My"), ("My", ""), ("My", "not"), ("Main", "compon"), ("", "Goal:*")],
)
def test_what_may_become_a_label_waits(words: str, rest: str) -> None:
    line = Line(tuple(words.split()), rest, closed=False)
    assert Labels.of().taken_off(line) == Line((), "", closed=False)


def test_what_follows_a_label_may_grow() -> None:
    assert Labels.of().taken_off(Line(("Goal:",), "shi", closed=False)) == Line(
        (), "Shi", closed=False
    )


@given(st.lists(WORDS, max_size=5), st.integers(0, 5))
def test_what_is_left_of_a_line_only_grows(words: list[str], n: int) -> None:
    whole = Labels.of(LABELS).taken_off(Line(tuple(words), "", closed=True))
    begun = Labels.of(LABELS).taken_off(Line(tuple(words[:n]), "", closed=False))
    assert whole.words[: len(begun.words)] == begun.words


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("and that is when clients retry", "That is when clients retry"),
        ("And that is when", "That is when"),
        ("but it held", "It held"),
        ("But it held", "But it held"),
        ("soap and water", "soap and water"),
        ("", ""),
    ],
)
def test_a_point_begins_with_itself(text: str, left: str) -> None:
    line = Line(tuple(text.split()), "", closed=True)
    assert " ".join(without_link(line).words) == left
