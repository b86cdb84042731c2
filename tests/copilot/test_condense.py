from hypothesis import given, settings
from hypothesis import strategies as st

from kairo_desktop.copilot.condense import condense, tidy

RESUME = """# Ada Example

## Summary
Engineer for **payments**.

## Work
- Cut latency from 2.3 s to 410 ms
- Attended meetings
- Led 4 people
"""


@settings(deadline=None)
@given(st.text(max_size=300), st.integers(0, 300))
def test_what_is_kept_fits_and_is_made_of_the_texts_own_words(text: str, limit: int) -> None:
    kept = condense(text, lambda body: len(body) <= limit)
    assert len(kept) <= limit
    words = iter(tidy(text).split())
    assert all(word in words for word in kept.split())


def test_a_text_that_fits_is_kept_whole_without_its_markup() -> None:
    assert condense(RESUME, lambda body: len(body) < 1000) == (
        "Ada Example\nSummary\nEngineer for payments.\nWork\n"
        "- Cut latency from 2.3 s to 410 ms\n- Attended meetings\n- Led 4 people"
    )


def test_lines_with_numbers_stay_longest() -> None:
    kept = condense(RESUME, lambda body: len(body) <= 70)
    assert "410 ms" in kept
    assert "Ada Example" in kept
    assert "meetings" not in kept


def test_one_long_line_is_chosen_from_by_sentences() -> None:
    text = (
        "I am an engineer. " + "This sentence says very little to anybody. " * 8 + "I saved 40 %."
    )
    kept = condense(text, lambda body: len(body) <= 40)
    assert kept == "I am an engineer.\nI saved 40 %."
