"""The anchor: a short stretch of exactly what the note says."""

import string

from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.retrieval.anchor import MAX_ANCHOR_WORDS, anchor_of
from kairo_desktop.types import Anchor, Passage


def _text(body: str, question: str = "") -> str:
    anchor = anchor_of((Passage("a.md", "A", body),), question)
    assert anchor is not None
    return anchor.text


def test_no_passage_gives_no_anchor() -> None:
    assert anchor_of((), "Why?") is None


def test_names_file_and_heading() -> None:
    passage = Passage("notes/a.md", "Ledger", "Closing took one day.")
    assert anchor_of((passage,), "") == Anchor("notes/a.md", "Ledger", "Closing took one day.")


def test_prefers_the_sentence_with_figures() -> None:
    body = "We changed it. Latency went from 2.3 s to 410 ms. Everybody was happy."
    assert _text(body) == "Latency went from 2.3 s to 410 ms."


def test_prefers_the_sentence_that_the_question_asks_for() -> None:
    body = "Why: in 2019 some 640 people paid twice.\n\nWhy not Redis: a failover loses writes."
    assert _text(body, "Why not just use Redis for failover?") == (
        "Why not Redis: a failover loses writes."
    )


def test_takes_list_marks_and_bold_labels_off() -> None:
    assert _text("1. Measured for 3 weeks.") == "Measured for 3 weeks."
    assert _text("**Result.** Down to 9 pages.") == "Down to 9 pages."


def test_gives_a_clause_of_a_sentence_that_is_too_long() -> None:
    long = "After many meetings with all the people who had been against it from the beginning"
    assert _text(f"{long}, we shipped it in 5 months and 2 days.") == (
        "we shipped it in 5 months and 2 days."
    )


def test_prefers_the_figure_that_changed() -> None:
    body = "In 2021 it took 9 people. No-shows went from 14.2 to 10.9 percent in 7 months."
    assert _text(body) == "No-shows went from 14.2 to 10.9 percent in 7 months."


def test_cuts_a_long_sentence_before_the_phrase_that_does_not_fit() -> None:
    shown = "Sales told everybody that our customers opened another tab while they were waiting"
    assert _text(f"{shown} for the slow page of quotes") == shown


def test_cuts_a_long_sentence_without_clauses() -> None:
    assert len(_text("word " * 40).split()) == MAX_ANCHOR_WORDS


def test_looks_only_into_the_best_file() -> None:
    best = Passage("a.md", "A", "No figure in here.")
    other = Passage("b.md", "B", "Up by 12 percent to 3,000.")
    anchor = anchor_of((best, other), "")
    assert anchor is not None
    assert anchor.file == "a.md"


def test_a_passage_of_marks_alone_gives_no_anchor() -> None:
    assert anchor_of((Passage("a.md", "", "- \n* "),), "") is None


@given(st.text(string.ascii_letters + string.digits + " .,;:-*#\n", max_size=300))
def test_says_nothing_that_the_note_does_not_say(body: str) -> None:
    anchor = anchor_of((Passage("a.md", "A", body),), "What was the result?")
    if anchor is not None:
        assert 0 < len(anchor.text.split()) <= MAX_ANCHOR_WORDS
        assert " ".join(anchor.text.split()) in " ".join(body.split())


def test_a_number_with_separators_is_one_figure() -> None:
    text = "- Salary: I want 62,000 kronor a month.\n- Earliest start: mid-January."
    found = anchor_of((Passage("a.md", "Practical", text),), "When could you start?")
    assert found is not None
    assert found.text == "Earliest start: mid-January."
