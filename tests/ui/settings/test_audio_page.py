import pytest
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from kairo_desktop.audio.health import LaneHealth, LaneState
from kairo_desktop.audio.levels import LaneLevel
from kairo_desktop.types import Lane
from kairo_desktop.ui.settings.dialog import SettingsDialog
from kairo_desktop.ui.settings.editors import ChoiceEditor
from kairo_desktop.ui.settings.meter import Meter
from kairo_desktop.ui.settings.pages import PageName
from tests.fakes.hand_clock import HandClock
from tests.sound_server import until
from tests.ui.settings.conftest import Open, Toys, child, row_of, texts_in

_MIC = "audio.mic_source"
_SYSTEM = "audio.system_source"


@pytest.fixture
def dialog(window: Open, qtbot: QtBot) -> SettingsDialog:
    opened = window()
    opened.show_page(PageName.AUDIO)
    qtbot.waitUntil(lambda: "sources" in row_of(opened, "Not there?").message)
    return opened


def _choices(dialog: SettingsDialog, key: str) -> list[str]:
    editor = child(row_of(dialog, key), ChoiceEditor)
    return [editor.itemText(at) for at in range(editor.count())]


def test_sources_are_offered_by_what_people_call_them(dialog: SettingsDialog, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: row_of(dialog, "Not there?").message == "3 sources found.")
    assert _choices(dialog, _SYSTEM) == ["System default (Speakers)", "Speakers", "Off"]
    assert _choices(dialog, _MIC) == [
        "System default (Headset)",
        "Headset",
        "Webcam (muted)",
        "Off",
    ]


def test_both_lanes_are_opened_while_the_page_is_shown_and_closed_when_it_is_left(
    dialog: SettingsDialog, toys: Toys
) -> None:
    (lanes,) = toys.lanes.opened
    assert lanes.started
    assert lanes.choices == {Lane.SYSTEM: "default", Lane.MIC: "default"}
    assert lanes.latency_s == pytest.approx(0.064)
    dialog.show_page(PageName.OVERLAY)
    until(lambda: lanes.stopped)
    dialog.show_page(PageName.AUDIO)
    assert len(toys.lanes.opened) == 2
    dialog.close()
    until(lambda: toys.lanes.opened[-1].stopped)


def test_meters_move_and_say_how_each_lane_fares(
    dialog: SettingsDialog, toys: Toys, qtbot: QtBot
) -> None:
    system, mic = row_of(dialog, _SYSTEM), row_of(dialog, _MIC)
    toys.lanes.opened[0].reports.extend(
        [
            LaneLevel(Lane.MIC, -20.0, -12.0),
            LaneHealth(Lane.MIC, LaneState.OK, "Headset"),
            LaneHealth(Lane.SYSTEM, LaneState.LOST, "", "No sound server is running."),
        ]
    )
    qtbot.waitUntil(lambda: child(mic, Meter).lit > 0.7)
    assert child(system, Meter).lit == 0
    assert "Heard: Headset" in texts_in(mic)
    assert "⚠  No sound server is running." in texts_in(system)
    assert child(mic, Meter).accessibleDescription() == "8 of 10"
    dialog.show_page(PageName.OVERLAY)
    assert child(mic, Meter).lit == 0


def test_another_choice_is_heard_at_once_and_one_left_out_is_not(
    dialog: SettingsDialog, toys: Toys, qtbot: QtBot
) -> None:
    child(row_of(dialog, _MIC), ChoiceEditor).edited.emit("in2")
    until(lambda: toys.lanes.opened[0].stopped)
    assert toys.lanes.opened[1].choices[Lane.MIC] == "in2"
    child(row_of(dialog, _MIC), ChoiceEditor).edited.emit("off")
    assert set(toys.lanes.opened[2].choices) == {Lane.SYSTEM}
    assert "Left out" in texts_in(row_of(dialog, _MIC))
    child(row_of(dialog, _SYSTEM), ChoiceEditor).edited.emit("off")
    assert len(toys.lanes.opened) == 3
    child(row_of(dialog, _SYSTEM), ChoiceEditor).edited.emit("default")
    assert set(toys.lanes.opened[3].choices) == {Lane.SYSTEM}


def test_a_source_that_is_unplugged_stays_chosen(dialog: SettingsDialog, qtbot: QtBot) -> None:
    child(row_of(dialog, _MIC), ChoiceEditor).edited.emit("gone")
    row = row_of(dialog, "Not there?")
    qtbot.waitUntil(lambda: "found" in row.message)
    child(row, QAbstractButton).click()
    qtbot.waitUntil(lambda: "found" in row.message)
    assert "gone (not there now)" in _choices(dialog, _MIC)


def test_without_a_sound_server_the_reason_is_said(window: Open, toys: Toys, qtbot: QtBot) -> None:
    (toys.folder / "deaf").touch()
    dialog = window()
    dialog.show_page(PageName.AUDIO)
    row = row_of(dialog, "Not there?")
    qtbot.waitUntil(lambda: row.message == "⚠  No sound server is running. Start it.")
    assert _choices(dialog, _MIC) == ["System default", "Off"]


def test_what_ails_everything_is_said_once(window: Open, toys: Toys, qtbot: QtBot) -> None:
    (toys.folder / "deaf").touch()
    dialog = window()
    dialog.show_page(PageName.AUDIO)
    gone = "No sound server is running."
    toys.lanes.opened[0].reports.extend(LaneHealth(lane, LaneState.LOST, "", gone) for lane in Lane)
    qtbot.waitUntil(lambda: "Start it." in row_of(dialog, "Not there?").message)
    qtbot.waitUntil(lambda: "Nothing is heard" in texts_in(row_of(dialog, _MIC)))
    assert _said(dialog, gone) == 1


def test_what_ails_both_lanes_is_said_once_until_one_of_them_is_heard(
    dialog: SettingsDialog, toys: Toys, qtbot: QtBot
) -> None:
    gone, reports = "The sound server refuses Kairo.", toys.lanes.opened[0].reports
    reports.extend(LaneHealth(lane, LaneState.DENIED, "", gone) for lane in Lane)
    qtbot.waitUntil(lambda: gone in row_of(dialog, "Not there?").message)
    assert _said(dialog, gone) == 1
    reports.append(LaneHealth(Lane.MIC, LaneState.OK, "Headset"))
    qtbot.waitUntil(lambda: gone in texts_in(row_of(dialog, _SYSTEM)))
    assert _said(dialog, gone) == 1
    assert row_of(dialog, "Not there?").message == "3 sources found."


def _said(dialog: SettingsDialog, text: str) -> int:
    rows = (row_of(dialog, name) for name in (_SYSTEM, _MIC, "Not there?"))
    return sum(texts_in(row).count(text) for row in rows)


def test_a_meter_falls_at_a_steady_rate(qtbot: QtBot) -> None:
    clock = HandClock()
    meter = Meter("x", clock=clock)
    qtbot.addWidget(meter)
    meter.show_level(0.0)
    assert meter.lit == 1.0
    clock.now_s += 1.0
    meter.show_level(-96.0)
    assert meter.lit == 0.5
    clock.now_s += 9.0
    meter.show_level(-96.0)
    assert meter.lit == 0.0
