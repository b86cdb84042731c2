"""What the board says of the session itself: its phase, its lanes, its faults."""

import pytest

from kairo_desktop.audio.health import LaneHealth, LaneState
from kairo_desktop.audio.levels import FLOOR_DB, LaneLevel
from kairo_desktop.session.events import Fault
from kairo_desktop.supervisor.messages import ChildReport, ChildState
from kairo_desktop.types import Gap, Lane
from kairo_desktop.ui.board import Board
from kairo_desktop.ui.views import Phase
from tests.ui.boards import phase_of, running, tell
from tests.ui.overlay.script import (
    answer,
    board_after,
    events,
    question,
)


def test_a_board_without_a_session_is_idle() -> None:
    assert Board().view.phase is Phase.IDLE


def test_a_session_loads_until_both_halves_are_ready() -> None:
    board = Board()
    board.begin(Lane)
    board.take(ChildReport("asr", ChildState.READY))
    board.take(ChildReport("llm", ChildState.STARTING))
    assert phase_of(board) is Phase.LOADING
    board.take(ChildReport("llm", ChildState.READY))
    assert phase_of(board) is Phase.LISTENING


def test_what_is_heard_while_models_load_is_said_to_be_heard() -> None:
    board = Board()
    board.begin(Lane)
    assert phase_of(board) is Phase.LOADING
    tell(board, LaneHealth(Lane.SYSTEM, LaneState.OK, "Speakers"))
    assert phase_of(board) is Phase.HEARING
    tell(board, *(LaneHealth(lane, LaneState.PAUSED, "Any") for lane in Lane))
    assert phase_of(board) is Phase.PAUSED
    tell(board, LaneHealth(Lane.SYSTEM, LaneState.LOST, "", "plug it in"))
    assert phase_of(board) is Phase.LOADING


def test_while_a_half_starts_again_it_is_said_that_somebody_is_heard() -> None:
    board = running()
    board.take(ChildReport("llm", ChildState.RESTARTING, "it ended"))
    assert phase_of(board) is Phase.HEARING


def test_a_child_that_gave_up_is_trouble() -> None:
    board = running()
    board.take(ChildReport("llm", ChildState.FAILED, "it ended four times"))
    assert phase_of(board) is Phase.TROUBLE
    assert "four times" in board.view.children[1].detail


@pytest.mark.parametrize("state", [LaneState.LOST, LaneState.DENIED, LaneState.STALLED])
def test_a_lane_that_is_not_heard_is_trouble(state: LaneState) -> None:
    view = board_after([LaneHealth(Lane.MIC, state, "", "plug it in")])
    assert view.phase is Phase.TROUBLE
    assert view.lanes[1].message == "plug it in"


def test_a_silent_lane_is_no_trouble() -> None:
    view = board_after([LaneHealth(Lane.MIC, LaneState.SILENT, "Headset", "it is muted")])
    assert view.phase is Phase.LISTENING


def test_paused_means_that_all_lanes_are() -> None:
    board = running()
    tell(board, LaneHealth(Lane.MIC, LaneState.PAUSED, "Headset"))
    assert phase_of(board) is Phase.LISTENING
    assert board.view.lanes[1].paused
    tell(board, LaneHealth(Lane.SYSTEM, LaneState.PAUSED, "Speakers"))
    assert phase_of(board) is Phase.PAUSED


def test_a_lane_that_is_left_out_neither_troubles_nor_keeps_from_pausing() -> None:
    board = Board()
    board.begin([Lane.SYSTEM])
    for name in ("asr", "llm"):
        board.take(ChildReport(name, ChildState.READY))
    tell(board, LaneHealth(Lane.SYSTEM, LaneState.PAUSED, "Speakers"))
    assert phase_of(board) is Phase.PAUSED
    assert [lane.heard for lane in board.view.lanes] == [True, False]


def test_a_meter_falls_to_the_floor_when_its_lane_is_not_heard() -> None:
    board = running()
    tell(board, LaneLevel(Lane.MIC, -20.0, -9.0), LaneHealth(Lane.MIC, LaneState.OK, "Headset"))
    assert board.view.lanes[1].level_db == -21.0
    tell(board, LaneHealth(Lane.MIC, LaneState.PAUSED, "Headset"))
    assert board.view.lanes[1].level_db == FLOOR_DB


def test_only_a_level_that_looks_otherwise_need_be_shown() -> None:
    board = running()
    told = [LaneLevel(Lane.MIC, rms_db, -5.0) for rms_db in (-20.0, -21.2, -30.0, -64.0, -90.0)]
    assert [board.take(event) for event in events(told)] == [True, False, True, True, False]


def test_a_fault_is_shown_until_the_next_answer() -> None:
    board = running()
    fault = Fault("decode_failed", "It could not answer.", "Ask again.")
    tell(board, fault, question("Why?"))
    assert board.view.fault == fault
    tell(board, answer(1))
    assert board.view.fault is None


def test_a_full_disk_is_shown_until_the_next_session() -> None:
    board = running()
    full = Fault("disk", "The session cannot be written.", "Free some room.")
    tell(board, full, question("Why?"), answer(1))
    assert board.view.fault == full
    other = Fault("decode_failed", "It could not answer.", "Ask again.")
    tell(board, other)
    assert board.view.fault == other
    tell(board, answer(1))
    assert board.view.fault == full
    board.begin(Lane)
    assert board.view.fault is None


def test_a_disk_that_is_written_to_again_is_no_fault_any_more() -> None:
    board = running()
    tell(board, Fault("disk", "The session cannot be written.", "Free some room."))
    board.recover()
    assert board.view.fault is None


@pytest.mark.parametrize("code", ["child_failed", "model_missing", "model_unfit"])
def test_that_the_model_is_gone_is_shown_until_the_next_session(code: str) -> None:
    board = running()
    gone = Fault(code, "The model is damaged. Questions and your notes are still shown.", "Get it.")
    tell(board, gone, question("Why?"), answer(1))
    board.recover()
    assert board.view.fault == gone
    board.begin(Lane)
    assert board.view.fault is None


def test_notes_that_cannot_be_used_are_counted_once_each() -> None:
    board = running()
    for file in ("a.xls", "b.xls", "a.xls"):
        tell(board, Fault("note_skipped", f"{file} is skipped.", "Save it as text."))
    assert board.view.n_skipped == 2
    tell(board, question("Why?"), answer(1))
    assert board.view.fault is None
    board.begin(Lane)
    assert board.view.n_skipped == 0


def test_a_gap_shows_nothing() -> None:
    assert board_after([Gap(Lane.MIC, 1.0, 2.0, "paused")]) == board_after([])
