import pytest
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.copilot.features import features


@pytest.mark.parametrize("text", ["", "...", "um, uh"])
def test_text_without_words_is_empty(text: str) -> None:
    assert features(text) == {"empty"}


def test_opening_is_seen_behind_what_leads_in() -> None:
    found = features("Okay, so how would you test that?")
    assert "first:how would you" in found
    assert "first:after okay" in found


def test_case_and_marks_change_nothing_but_the_marks() -> None:
    with_marks = features("How would you test that?")
    bare = features("how would you test that")
    assert {name for name in with_marks ^ bare if not name.startswith("mark:")} == set()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("What would you do if the database", "clause:if no verb"),
        ("What would you do if the database crashed", "clause:if verb last"),
        ("What would you do if it crashed on a Sunday", "clause:if verb"),
        ("How would you test the", "last:open"),
        ("the", "last:alone"),
        ("Actually, forget that one.", "retraction"),
        ("Was it cheap? No.", "mark:asked before"),
        ("It was cheap.", "mark:states"),
        ("Sure, sure", "acknowledgement"),
        ("Say we have a queue.", "first:setup"),
        ("We wrote it ourselves.", "only self"),
    ],
)
def test_grammar_shows(text: str, name: str) -> None:
    assert name in features(text)


def test_frames_keep_function_words_and_endings() -> None:
    assert "frame:of the *s" in features("the price of the small wheels")


@given(st.text())
def test_any_text_has_features(text: str) -> None:
    assert features(text)
