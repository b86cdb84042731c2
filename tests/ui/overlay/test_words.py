"""What the overlay says, and that it says something of everything."""

from dataclasses import replace

import pytest

from kairo_desktop.audio.health import LaneState
from kairo_desktop.types import Kind, Lane, QuestionState, Source, Trace
from kairo_desktop.ui.overlay.words import (
    connections_text,
    empty_text,
    kind_text,
    lane_text,
    phase_text,
    plain_text,
    sources_text,
    state_text,
    told_sources,
    trace_text,
)
from kairo_desktop.ui.views import LaneView, Phase
from tests.ui.overlay.script import POINTS, answer, board_after, point, question


def test_every_phase_kind_and_state_has_words() -> None:
    assert len({phase_text(phase) for phase in Phase}) == len(Phase)
    assert all(all(empty_text(phase)) for phase in Phase)
    assert len({kind_text(kind) for kind in Kind}) == len(Kind)
    lane = LaneView(Lane.MIC, heard=True)
    assert len({lane_text(replace(lane, state=state)) for state in LaneState}) == len(LaneState)


def test_only_what_is_not_settled_is_said_of_a_question() -> None:
    (card,) = board_after([question("Why?")]).cards
    assert state_text(card) == ""
    assert state_text(replace(card, state=QuestionState.TENTATIVE))
    assert state_text(replace(card, state=QuestionState.WITHDRAWN)) == "taken back"


@pytest.mark.parametrize(
    ("trace", "text"),
    [
        (Trace(0.0), ""),
        (
            Trace(0.0, first_words_ms=310.4, done_ms=2640.0),
            "First words after 0.3 s · all after 2.6 s",
        ),
        (Trace(0.0, first_words_ms=-40.0), "First words before the question ended"),
        (Trace(0.0, drafted=80, accepted=50), ""),
    ],
)
def test_a_trace_says_what_was_measured(trace: Trace, text: str) -> None:
    assert trace_text(trace) == text


def test_sources_are_named_without_their_folders() -> None:
    sources = (Source("a/b/notes.md", "Search"), Source("cv.pdf", ""))
    assert sources_text(replace(point(0, "I"), sources=sources)) == "notes.md › Search · cv.pdf"
    assert sources_text(point(0, "I", final=False)) == ""


def test_the_notes_of_points_are_named_where_they_change() -> None:
    one, other = (Source("a.md", "Search"),), (Source("b.md", ""),)
    points = [
        replace(point(index, "I"), sources=sources)
        for index, sources in enumerate((one, one, other, (), (), one))
    ]
    growing = point(6, "I", final=False)
    assert told_sources([*points, growing]) == [
        "a.md › Search",
        "",
        "b.md",
        "not from your notes",
        "",
        "a.md › Search",
        "",
    ]
    assert told_sources([replace(point(0, "I"), sources=())]) == [""]


def test_connections_are_counted() -> None:
    assert [connections_text(n) for n in (0, 1, 2)] == [
        "0 connections",
        "1 connection",
        "2 connections",
    ]


def test_a_question_can_be_pasted() -> None:
    (card,) = board_after([question("Why?"), answer(1, POINTS[:2])]).cards
    assert plain_text(card) == f"Why?\n- {POINTS[0]}\n- {POINTS[1]}"
