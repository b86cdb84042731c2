"""Cutting notes: nothing is lost, headings are found, windows stay small."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.retrieval.chunk import MAX_PIECES, chunk_note, count_pieces
from kairo_desktop.retrieval.read import Note

_STRUCTURE = ["# Title", "## Section two", "**Bold**", "Plain label", "===", "---", "```", "", "  "]
_PROSE = ["- an item of a list", "2. second step", "A sentence. And another!", "Mr. Doe, 3.14 s"]
_LONG = ["word " * 90, "Clause one, clause two; clause three: " * 12, "x" * 900]
_LINES = st.sampled_from([*_STRUCTURE, *_PROSE, *_LONG])
_NOTES = st.lists(_LINES, max_size=25).map("\n".join) | st.text(max_size=400)


@given(_NOTES)
def test_chunks_rejoin_to_the_note(text: str) -> None:
    chunks = chunk_note(Note("a.md", text))
    assert "".join(chunk.text for chunk in chunks) == (text if chunks else "")
    assert chunks or not text.strip()


@given(_NOTES)
def test_every_chunk_says_something_and_keeps_its_words(text: str) -> None:
    for chunk in chunk_note(Note("a.md", text)):
        assert chunk.body
        assert chunk.body == chunk.body.strip()
        assert chunk.body in chunk.text


@given(st.lists(st.text(string.ascii_letters + ".,; ", max_size=80), max_size=40).map("\n".join))
def test_no_chunk_is_longer_than_a_window(text: str) -> None:
    assert all(count_pieces(chunk.body) <= MAX_PIECES for chunk in chunk_note(Note("a.txt", text)))


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("# Quotes\n\nThey were slow.", "Quotes"),
        ("Top\n===\n\n## Inner ##\nText of it.", "Inner"),
        ("# A\n\n**Engineer, Acme, 2021 - now**\n- Did things.", "Engineer, Acme, 2021 - now"),
        ("Why Acme / questions\n\n- I know them.", "Why Acme / questions"),
        ("# A\n\nEDUCATION:\n\nMSc, 2018.", "EDUCATION"),
        ("Just a sentence, no heading at all.", ""),
        ("```\n# a comment\nrun it\n```\n", ""),
        ("- first point of a list", ""),
    ],
)
def test_finds_the_nearest_heading(text: str, heading: str) -> None:
    assert chunk_note(Note("a.md", text))[-1].heading == heading


def test_gives_every_chunk_the_title_of_the_note() -> None:
    chunks = chunk_note(Note("a.md", "# Title\n\nOne.\n\n## Two\n\nText.\n\n## Three\n\nMore."))
    assert [chunk.title for chunk in chunks] == ["Title"] * 3
    assert [chunk.heading for chunk in chunks] == ["Title", "Two", "Three"]


def test_takes_the_heading_out_of_the_body() -> None:
    (chunk,) = chunk_note(Note("a.md", "# Title\n\nText of it.\n"))
    assert chunk.body == "Text of it."


def test_keeps_a_note_that_is_only_a_heading() -> None:
    (chunk,) = chunk_note(Note("a.md", "# Nothing but this\n"))
    assert chunk.body == "# Nothing but this"


def test_hangs_a_trailing_heading_on_the_last_chunk() -> None:
    (chunk,) = chunk_note(Note("a.md", "# A\n\nText.\n\n## Empty\n"))
    assert chunk.text.endswith("## Empty\n")
    assert chunk.body == "Text."


def test_cuts_long_paragraphs_between_sentences() -> None:
    text = "This sentence has exactly seven words here. " * 20
    chunks = chunk_note(Note("a.txt", text))
    assert len(chunks) > 2
    assert all(chunk.body.endswith(".") for chunk in chunks)


def test_makes_windows_of_about_equal_size() -> None:
    text = "This sentence has exactly seven words here. " * 9
    sizes = [count_pieces(chunk.body) for chunk in chunk_note(Note("a.txt", text))]
    assert max(sizes) - min(sizes) <= count_pieces("This sentence has exactly seven words here.")
