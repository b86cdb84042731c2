import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import QLocale

from kairo_desktop.store.figures import Figures, Waits
from kairo_desktop.store.records import Match, MatchKind, SavedSession, SessionState
from kairo_desktop.types import Lane, Source, Trace
from kairo_desktop.ui.history import wording
from kairo_desktop.ui.history.rows import Row, RowKind

_NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
_SESSION = SavedSession(1, "Acme", _NOW, None, SessionState.RUNNING, 2, 1)
_POINT = Row(RowKind.POINT, "Use  a heap.", 5.0, 1)


def _ended(seconds: float, state: SessionState = SessionState.ENDED) -> SavedSession:
    return replace(_SESSION, ended_at=_NOW + timedelta(seconds=seconds), state=state)


@pytest.mark.parametrize(
    ("session", "length"),
    [
        (_ended(12), "12 s"),
        (_ended(-5), "0 s"),
        (_ended(61 * 42), "43 min"),
        (_ended(3 * 3600 + 65), "3 h 01 min"),
        (_SESSION, "2 min"),
        (replace(_SESSION, state=SessionState.INTERRUPTED), ""),
    ],
)
def test_a_length_is_as_exact_as_one_cares_for(session: SavedSession, length: str) -> None:
    assert wording.length(session, _NOW + timedelta(minutes=2)) == length


def test_a_session_is_told_in_one_line() -> None:
    told = wording.one_session(_ended(600, SessionState.RECOVERED), _NOW)
    assert told.endswith("10 min  ·  1 question  ·  Recovered")
    assert "Broke off" in wording.one_session(
        replace(_SESSION, state=SessionState.INTERRUPTED, n_turns=3), _NOW
    )


def test_a_day_of_another_year_says_its_year() -> None:
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom))
    try:
        this_year = datetime.now(UTC).replace(month=6, day=15, hour=12)
        assert str(this_year.year) not in wording.day(this_year)
        assert wording.day(datetime(2019, 6, 15, 12, tzinfo=UTC)).startswith("15 Jun 2019, ")
    finally:
        QLocale.setDefault(before)


@pytest.mark.parametrize(
    ("kind", "name"),
    [(MatchKind.LINE, "Line"), (MatchKind.QUESTION, "Question"), (MatchKind.POINT, "Point")],
)
def test_a_found_place_says_what_it_is(kind: MatchKind, name: str) -> None:
    match = Match(1, kind, "words\nto find", 61.0, 0)
    assert wording.one_match(match) == f"{name}, 1:01: words to find"


@pytest.mark.parametrize(
    ("row", "told"),
    [
        (Row(RowKind.CLOSING, "", 1.0, 1), "No answer was finished."),
        (Row(RowKind.CLOSING, "", 1.0, 1, trace=Trace(1.0)), ""),
        (
            Row(RowKind.CLOSING, "", 1.0, 1, trace=Trace(1.0, first_words_ms=-30.0, done_ms=1500)),
            "first words after 0 ms  ·  whole answer after 1.5 s",
        ),
        (
            Row(RowKind.CLOSING, "", 1.0, 1, trace=Trace(1.0), not_in_notes=True),
            "Not in your notes",
        ),
        (_POINT, "Point: Use a heap."),
        (replace(_POINT, sources=(Source("a.md", ""),)), "Point: Use a heap., from a.md"),
    ],
)
def test_a_row_is_read_aloud(row: Row, told: str) -> None:
    assert wording.one_row(row) == told


def test_figures_leave_out_what_nobody_waited_for() -> None:
    waits = Waits(310.0, 1250.0, None)
    figures = Figures(3, 2, waits, Waits())
    assert wording.figures(figures) == "2 of 3 answered  ·  first words after 310 ms"
    assert wording.all_figures(figures) == (
        "2 of 3 answered\nfirst words: half within 310 ms, nearly all within 1.2 s, the first –"
    )


def test_copied_rows_read_as_text_and_one_alone_is_nothing_but_its_words() -> None:
    line = Row(RowKind.LINE, "Why a heap?", 4.0, 0, Lane.SYSTEM)
    question = Row(RowKind.QUESTION, "Why a heap?", 5.0, 1)
    foot = Row(RowKind.CLOSING, "", 5.0, 1)
    assert wording.copied([_POINT, foot]) == "Use a heap."
    assert wording.copied([foot]) == ""
    assert wording.copied([line, question, _POINT, foot, replace(line, at_s=9.0)]) == (
        "Interviewer (0:04): Why a heap?\n\nWhy a heap?\n• Use a heap.\n\n"
        "Interviewer (0:09): Why a heap?"
    )


def test_the_foot_of_an_answer_says_when_its_question_came_again() -> None:
    foot = Row(RowKind.CLOSING, "", 5.0, 1, trace=Trace(5.0), asked_again_s=(90.0, 600.0))
    assert re.match(r"Asked again at 1:30(,| and) 10:00", wording.closing(foot))
    assert wording.closing(replace(foot, trace=None, asked_again_s=(90.0,))) == (
        "Asked again at 1:30  ·  No answer was finished."
    )
    assert "Asked again at 1:30" in wording.one_row(foot)
