from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from kairo_desktop.audio.health import LaneHealth, LaneState
from kairo_desktop.audio.levels import LaneLevel
from kairo_desktop.settings.audio import AudioSettings
from kairo_desktop.settings.schema import Settings
from kairo_desktop.types import Lane
from kairo_desktop.ui.first_start.loudspeaker import Loudspeaker
from kairo_desktop.ui.first_start.steps import Step
from kairo_desktop.ui.settings.meter import Meter
from tests.ui.first_start.conftest import Home, Open, buttons, press, texts_in


def _ok(lane: Lane, source: str) -> LaneHealth:
    return LaneHealth(lane, LaneState.OK, source)


def test_both_lanes_are_opened_with_the_sources_of_the_settings(start: Open, home: Home) -> None:
    start(Step.SOUND, Settings(audio=AudioSettings(mic_source="webcam")))
    assert home.lanes.opened[0].choices == {Lane.MIC: "webcam", Lane.SYSTEM: "default"}
    assert home.lanes.opened[0].started


def test_lane_that_is_left_out_is_not_opened(start: Open, home: Home) -> None:
    window = start(Step.SOUND, Settings(audio=AudioSettings(mic_source="off")))
    assert home.lanes.opened[0].choices == {Lane.SYSTEM: "default"}
    assert "Left out in the settings." in texts_in(window)


def test_meters_move_and_what_was_heard_is_ticked(start: Open, home: Home, qtbot: QtBot) -> None:
    window = start(Step.SOUND)
    reports = home.lanes.opened[0].reports
    reports.extend([_ok(Lane.MIC, "Headset"), _ok(Lane.SYSTEM, "Speakers")])
    qtbot.waitUntil(lambda: "Listening to Headset" in texts_in(window))
    reports.extend([LaneLevel(Lane.MIC, -20, -10), LaneLevel(Lane.SYSTEM, -60, -50)])
    qtbot.waitUntil(lambda: "Heard, by Headset" in texts_in(window))
    assert all(meter.lit > 0 for meter in window.findChildren(Meter))
    assert "Listening to Speakers" in texts_in(window)
    assert "Continue anyway" in buttons(window)
    reports.append(LaneLevel(Lane.SYSTEM, -20, -10))
    qtbot.waitUntil(lambda: "Continue" in buttons(window))


def test_what_ails_both_lanes_is_said_once(start: Open, home: Home, qtbot: QtBot) -> None:
    window = start(Step.SOUND)
    message = "No sound server is running. Start PulseAudio or PipeWire."
    for lane in Lane:
        report = LaneHealth(lane, LaneState.LOST, "", message)
        home.lanes.opened[0].reports.append(report)
    below = "Nothing is heard. The line below says why."
    qtbot.waitUntil(lambda: texts_in(window).count(below) == 2)
    assert texts_in(window).count(f"⚠  {message}") == 1
    press(window, "Continue anyway")
    assert window.step is Step.MODELS


def test_a_lane_that_ails_alone_says_why_itself(start: Open, home: Home, qtbot: QtBot) -> None:
    window = start(Step.SOUND)
    report = LaneHealth(Lane.MIC, LaneState.LOST, "", "There is no Headset. Plug it in again.")
    home.lanes.opened[0].reports.extend([_ok(Lane.SYSTEM, "Speakers"), report])
    qtbot.waitUntil(lambda: f"⚠  {report.message}" in texts_in(window))
    assert "Listening to Speakers" in texts_in(window)


def test_source_that_is_still_being_opened_says_so(start: Open, home: Home, qtbot: QtBot) -> None:
    window = start(Step.SOUND)
    home.lanes.opened[0].reports.append(_ok(Lane.MIC, "Headset"))
    qtbot.waitUntil(lambda: "Listening to Headset" in texts_in(window))
    home.lanes.opened[0].reports.append(LaneHealth(Lane.MIC, LaneState.STALLED, "Headset"))
    qtbot.waitUntil(lambda: texts_in(window).count("Opening …") == 2)


def test_devices_are_closed_when_the_step_is_left_and_opened_anew(
    start: Open, home: Home, qtbot: QtBot
) -> None:
    window = start(Step.SOUND)
    press(window, "Continue anyway")
    qtbot.waitUntil(lambda: home.lanes.opened[0].stopped)
    press(window, "Back")
    assert len(home.lanes.opened) == 2


@pytest.fixture
def player(tmp_path: Path) -> Path:
    """A player that plays until it is ended."""
    program = tmp_path / "player"
    program.write_text("#!/bin/sh\nexec sleep 60\n", encoding="utf-8")
    program.chmod(0o755)
    return program


def test_loudspeaker_plays_and_falls_silent(player: Path, qtbot: QtBot) -> None:
    speaker = Loudspeaker(player, players=("no-such-player", str(player)))
    with qtbot.waitSignal(speaker.changed):
        speaker.play()
    assert speaker.playing
    speaker.stop()
    assert not speaker.playing


def test_where_one_player_fails_the_next_one_plays(tmp_path: Path, qtbot: QtBot) -> None:
    broken, works = tmp_path / "broken", tmp_path / "works"
    broken.write_text("#!/bin/sh\nexit 1\n")
    works.write_text("#!/bin/sh\nexec sleep 60\n")
    for player in (broken, works):
        player.chmod(0o755)
    speaker = Loudspeaker(works, players=(str(broken), str(works)))
    speaker.play()
    qtbot.wait(200)
    qtbot.waitUntil(lambda: speaker.playing)
    speaker.stop()
    assert not speaker.playing


def test_without_a_player_there_is_no_test_sound(tmp_path: Path) -> None:
    speaker = Loudspeaker(tmp_path, players=("no-such-player",))
    assert not speaker.available
    speaker.play()
    assert not speaker.playing


def test_test_sound_is_stopped_by_the_same_button(
    start: Open, player: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    (player.parent / "pw-play").symlink_to(player)
    monkeypatch.setenv("PATH", f"{player.parent}:/usr/bin:/bin")
    window = start(Step.SOUND)
    press(window, "Play a test sound")
    qtbot.waitUntil(lambda: "Stop the sound" in buttons(window))
    press(window, "Stop the sound")
    qtbot.waitUntil(lambda: "Play a test sound" in buttons(window))


def test_a_sound_that_nothing_plays_says_what_to_do_instead(
    start: Open, player: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    player.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    (player.parent / "pw-play").symlink_to(player)
    monkeypatch.setenv("PATH", str(player.parent))
    window = start(Step.SOUND)
    press(window, "Play a test sound")
    qtbot.waitUntil(lambda: "Play a video or music instead" in texts_in(window))
    assert "Play a test sound" in buttons(window)
