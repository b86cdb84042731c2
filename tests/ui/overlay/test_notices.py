"""What the overlay says when something is wrong, and that a short notice says what to do."""

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from kairo_desktop.audio.advice import advice
from kairo_desktop.audio.health import LaneHealth, LaneState, Trouble
from kairo_desktop.session.events import Fault
from kairo_desktop.settings.overlay import OverlaySettings
from kairo_desktop.supervisor.messages import ChildState
from kairo_desktop.types import Lane
from kairo_desktop.ui.overlay.looks import looks_of
from kairo_desktop.ui.overlay.notice_line import NoticeLine
from kairo_desktop.ui.overlay.notices import Notice, Weight, notice_of, ordinary_notice
from kairo_desktop.ui.overlay.words import lane_name, lane_text
from kairo_desktop.ui.theme import theme_of
from kairo_desktop.ui.views import BoardView, ChildView, LaneView, Phase
from tests.ui.overlay.script import board_after


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
    assert notice == Notice(
        Weight.WARN, "The model 'x' is not installed. kairo models pull x", "kairo models pull x"
    )
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


@pytest.fixture
def line(qtbot: QtBot) -> NoticeLine:
    settings = OverlaySettings(theme="light", compact=True)
    line = NoticeLine(looks_of(theme_of(settings, system_is_dark=False), settings))
    qtbot.addWidget(line)
    line.resize(260, 30)
    return line


@pytest.mark.parametrize("lane", Lane)
@pytest.mark.parametrize("state", [LaneState.LOST, LaneState.STALLED, LaneState.DENIED])
@pytest.mark.parametrize(
    ("trouble", "cure"),
    [
        (Trouble.NO_SOURCE, "Plug it in again"),
        (Trouble.DENIED, "Start Kairo as the user"),
        (Trouble.WRONG_SOURCE, "in the recording tab of pavucontrol."),
        (Trouble.NO_SOUND, "Kairo connects to it again."),
    ],
)
def test_where_there_is_little_room_a_lane_says_what_to_do(
    line: NoticeLine, lane: Lane, state: LaneState, trouble: Trouble, cure: str
) -> None:
    message = advice(trouble, lane, source="Jabra Evolve2 65")
    line.show_notice(notice_of(board_after([LaneHealth(lane, state, "", message)])))
    assert cure in line.shown_text
    assert line.toolTip().endswith(message)


@pytest.mark.parametrize("lane", Lane)
def test_what_to_plug_in_again_is_named(line: NoticeLine, lane: Lane) -> None:
    message = advice(Trouble.NO_SOURCE, lane, source="Jabra Evolve2 65")
    line.show_notice(notice_of(board_after([LaneHealth(lane, LaneState.LOST, "", message)])))
    assert line.shown_text.startswith(f"{lane_name(lane)}: Plug it in again")


def test_a_notice_that_fits_is_said_in_full(line: NoticeLine) -> None:
    line.show_notice(notice_of(BoardView(fault=Fault("x", "It broke.", "Ask again."))))
    assert line.shown_text == "It broke. Ask again."
    line.show_notice(None)
    assert line.isHidden()


def test_the_first_of_two_ways_out_is_said_whole(line: NoticeLine) -> None:
    told = "It is gone, as far as anybody can see from here. "
    cure = "Bring it back, or choose another one somewhere else, and then yet another one."
    line.show_notice(notice_of(BoardView(fault=Fault("x", told, cure))))
    assert line.shown_text == "Bring it back."


@pytest.mark.parametrize("name", ["asr", "llm"])
@pytest.mark.parametrize("state", [ChildState.RESTARTING, ChildState.FAILED])
def test_what_a_child_does_is_never_cut(line: NoticeLine, name: str, state: ChildState) -> None:
    line.show_notice(notice_of(BoardView(children=(ChildView(name, state),))))
    assert line.shown_text.endswith(".")
