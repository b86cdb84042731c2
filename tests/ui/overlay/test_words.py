"""What the overlay says, and that it says something of everything."""

from dataclasses import replace

import pytest

from kairo_desktop.audio.health import LaneHealth, LaneState
from kairo_desktop.session.events import Fault
from kairo_desktop.supervisor.messages import ChildState
from kairo_desktop.types import Kind, Lane, QuestionState, Source, Trace
from kairo_desktop.ui.overlay.words import (
    Notice,
    Weight,
    connections_text,
    empty_text,
    kind_text,
    lane_text,
    notice_of,
    ordinary_notice,
    phase_text,
    plain_text,
    sources_text,
    state_text,
    trace_text,
)
from kairo_desktop.ui.views import BoardView, ChildView, LaneView, Phase
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


def test_connections_are_counted() -> None:
    assert [connections_text(n) for n in (0, 1, 2)] == [
        "0 connections",
        "1 connection",
        "2 connections",
    ]


def test_all_well_needs_no_notice() -> None:
    assert notice_of(board_after([])) is None


@pytest.mark.parametrize("name", ["asr", "llm"])
def test_a_child_that_starts_again_is_a_hint_and_one_that_gave_up_a_warning(name: str) -> None:
    again = notice_of(BoardView(children=(ChildView(name, ChildState.RESTARTING),)))
    given_up = notice_of(BoardView(children=(ChildView(name, ChildState.FAILED),)))
    assert again is not None
    assert given_up is not None
    assert (again.weight, given_up.weight) == (Weight.INFO, Weight.WARN)


def test_a_child_that_says_why_it_does_not_start_is_quoted() -> None:
    fault = Fault("model_missing", "The model 'x' is not installed.", "kairo models pull x")
    gone = ChildView("llm", ChildState.FAILED, fault.message)
    notice = notice_of(BoardView(children=(gone,), fault=fault))
    assert notice == Notice(Weight.WARN, "The model 'x' is not installed. kairo models pull x")
    other = notice_of(BoardView(children=(gone,), fault=replace(fault, message="A disk is full.")))
    assert other is not None
    assert "keeps stopping" in other.text


def test_a_capture_child_that_starts_again_is_left_to_its_lane() -> None:
    assert notice_of(BoardView(children=(ChildView("mic", ChildState.RESTARTING),))) is None


def test_a_lost_lane_says_what_to_do() -> None:
    notice = notice_of(board_after([LaneHealth(Lane.MIC, LaneState.LOST, "", "Plug it in.")]))
    assert notice is not None
    assert notice.weight is Weight.WARN
    assert notice.text.endswith("Plug it in.")


def test_a_silent_lane_is_told_by_its_sign_alone() -> None:
    view = board_after([LaneHealth(Lane.MIC, LaneState.SILENT, "Headset", "Is it muted?")])
    assert notice_of(view) is None
    assert "Is it muted?" in lane_text(view.lanes[1])
    assert view.lanes[1].ailing


def test_a_paused_lane_is_no_news() -> None:
    view = board_after([LaneHealth(Lane.MIC, LaneState.PAUSED, "", "It is paused.")])
    assert notice_of(view) is None


def test_a_fault_says_what_happened_and_what_to_do() -> None:
    notice = notice_of(BoardView(fault=Fault("x", "It broke.", "Ask again.")))
    assert notice is not None
    assert notice.text == "It broke. Ask again."


def test_a_fault_goes_before_silence_and_only_a_full_disk_before_a_lost_lane() -> None:
    silent = LaneView(Lane.SYSTEM, heard=True, state=LaneState.SILENT, message="Silent.")
    lost = LaneView(Lane.MIC, heard=True, state=LaneState.LOST, message="Plug it in.")
    for code, lanes, said in (
        ("x", (silent,), "It broke."),
        ("x", (silent, lost), "Your microphone: Plug it in."),
        ("disk", (silent, lost), "It broke."),
    ):
        notice = notice_of(BoardView(lanes=lanes, fault=Fault(code, "It broke.")))
        assert notice is not None
        assert notice.text == said


def test_a_question_can_be_pasted() -> None:
    (card,) = board_after([question("Why?"), answer(1, POINTS[:2])]).cards
    assert plain_text(card) == f"Why?\n- {POINTS[0]}\n- {POINTS[1]}"


@pytest.mark.parametrize(("n_skipped", "text"), [(1, "a.xls is skipped. Save it."), (3, "3 note")])
def test_several_skipped_notes_are_one_notice(n_skipped: int, text: str) -> None:
    fault = Fault("note_skipped", "a.xls is skipped.", "Save it.")
    notice = notice_of(BoardView(fault=fault, n_skipped=n_skipped))
    assert notice is not None
    assert notice.text.startswith(text)


def test_a_window_that_cannot_float_says_so_while_nothing_is_heard() -> None:
    notice = ordinary_notice(Phase.IDLE, "wayland-egl")
    assert notice is not None
    assert "beside the call" in notice.text
    assert ordinary_notice(Phase.LISTENING, "wayland") is None
    assert ordinary_notice(Phase.IDLE, "xcb") is None
