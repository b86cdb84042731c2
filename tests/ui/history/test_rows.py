from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.store.records import (
    Match,
    MatchKind,
    SavedSession,
    SavedTurn,
    SessionState,
    Span,
    Story,
)
from kairo_desktop.types import Lane, Utterance
from kairo_desktop.ui.history.rows import Row, RowKind, marked, rows_of, shown_hits, snippet
from tests.store.telling import ANSWER, GREETING, POINT, QUESTION, REPLY, SECOND, STARTED

_TURN = SavedTurn(QUESTION, (POINT, SECOND), not_in_notes=True, trace=ANSWER.trace)


def _story(*lines: Utterance, turns: tuple[SavedTurn, ...] = ()) -> Story:
    session = SavedSession(1, "Acme", STARTED, None, SessionState.ENDED, len(lines), len(turns))
    return Story(session, lines, turns)


def _said(lane: Lane, number: int) -> Utterance:
    return Utterance(lane, number, f"line {number}", number * 1.0, number + 0.5)


def test_rows_come_in_the_order_of_speech_and_answers_stay_together() -> None:
    late = replace(REPLY, utterance_id=1, start_s=6.5, end_s=7.0)
    rows = rows_of(_story(GREETING, REPLY, late, turns=(_TURN,)))
    assert [row.kind for row in rows] == [
        *(RowKind.LINE, RowKind.LINE),
        *(RowKind.QUESTION, RowKind.POINT, RowKind.POINT, RowKind.CLOSING),
        RowKind.LINE,
    ]
    assert rows[3].sources == POINT.sources
    assert (rows[5].trace, rows[5].not_in_notes) == (ANSWER.trace, True)


def test_a_speaker_is_named_where_he_begins_and_after_an_answer() -> None:
    lines = [_said(Lane.SYSTEM, 0), _said(Lane.SYSTEM, 1), _said(Lane.MIC, 2), _said(Lane.MIC, 7)]
    rows = rows_of(_story(*lines, turns=(_TURN,)))
    assert [row.opens for row in rows if row.kind is RowKind.LINE] == [True, False, True, True]


def test_an_empty_session_has_no_rows() -> None:
    assert rows_of(_story()) == ()


def test_marks_stand_on_their_rows_and_on_no_others() -> None:
    rows = rows_of(_story(GREETING, REPLY, turns=(_TURN,)))
    spans = (Span(0, 4),)
    matches = [
        Match(1, MatchKind.LINE, REPLY.text, 2.5, 0, Lane.MIC, spans=spans),
        Match(1, MatchKind.POINT, SECOND.text, 6.0, 1, index=1, spans=spans),
    ]
    with_marks = marked(rows, matches)
    assert [row.text for row in with_marks if row.spans] == [REPLY.text, SECOND.text]
    assert marked(with_marks, []) == rows
    assert [list(shown_hits(rows, match)) for match in matches] == [[1], [4]]


def test_a_match_of_a_row_that_is_gone_stands_nowhere() -> None:
    gone = Match(1, MatchKind.QUESTION, "?", 0.0, 99)
    assert list(shown_hits(rows_of(_story(GREETING)), gone)) == []


@pytest.mark.parametrize(
    ("text", "spans", "shown"),
    [
        ("short", (), "short"),
        ("one two three four five six", (), "one two…"),
        ("one two three four five six", (Span(24, 27),), "…five six"),
        ("one two three four five six", (Span(8, 13),), "…two three…"),
        ("a" * 40, (), "a" * 10 + "…"),
        ("a" * 40, (Span(0, 40),), "a" * 10 + "…"),
    ],
)
def test_a_snippet_is_cut_at_words_around_its_first_mark(
    text: str, spans: tuple[Span, ...], shown: str
) -> None:
    assert snippet(text, spans, 10).text == shown


@given(st.text("abc ", max_size=120), st.data())
def test_marks_of_a_snippet_stand_on_what_they_marked(text: str, data: st.DataObject) -> None:
    edges = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=6, unique=True)))
    spans = [Span(a, b) for a, b in zip(edges[::2], edges[1::2], strict=False)]
    piece = snippet(text, spans, 30)
    assert len(piece.text) <= 32
    original = [text[span.start : span.end] for span in spans]
    kept = [piece.text[span.start : span.end] for span in piece.spans]
    assert all(words in original for words in kept)
    assert piece.text.strip("…") in text


def test_a_row_knows_nothing_of_an_answer_it_has_none_of() -> None:
    row = Row(RowKind.LINE, "x", 0.0, 1, Lane.MIC)
    assert (row.trace, row.sources, row.spans) == (None, (), ())
