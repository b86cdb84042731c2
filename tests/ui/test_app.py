"""What happens on each wish, with a session, keys and a tray that are not real."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from kairo_desktop.app.desktop import Desktop
from kairo_desktop.app.forgotten import ForgottenWatch
from kairo_desktop.audio.health import LaneHealth, LaneState
from kairo_desktop.errors import DiskError, ModelMissing
from kairo_desktop.settings.overlay import OverlaySettings
from kairo_desktop.settings.schema import Settings
from kairo_desktop.settings.state import DesktopState
from kairo_desktop.settings.store import load_settings, settings_file
from kairo_desktop.supervisor.messages import ChildState
from kairo_desktop.types import Lane, UserCommand, Utterance
from kairo_desktop.ui.board import Board
from kairo_desktop.ui.commands import AppCommand
from kairo_desktop.ui.feed import Feed
from kairo_desktop.ui.hotkeys.door import Combination, combination_of
from kairo_desktop.ui.theme import theme_of
from kairo_desktop.ui.toast import Toast
from kairo_desktop.ui.views import Phase
from tests.fakes.desktop_world import CONSENTED, World
from tests.fakes.hand_clock import HandClock
from tests.fakes.scripted_session import ScriptedSession


@pytest.fixture
def world(tmp_path: Path) -> World:
    world = World(tmp_path)
    world.remember(CONSENTED)
    return world


@pytest.fixture
def desktop(world: World, qapp: object) -> Iterator[Desktop]:
    desktop = Desktop(Settings(), world.paths, world.outside())
    desktop.begin(AppCommand.SHOW)
    yield desktop
    _end(desktop)


def _end(desktop: Desktop) -> None:
    desktop.leave()
    QApplication.processEvents()
    desktop.put_away()


@pytest.fixture
def session(desktop: Desktop, world: World, qtbot: QtBot) -> ScriptedSession:
    """A session of the desktop, which hears both lanes."""
    desktop.do(AppCommand.START)
    qtbot.waitUntil(lambda: any(lane.heard for lane in desktop.view.lanes))
    session = world.sessions[0]
    session.report(("asr", ChildState.READY), ("llm", ChildState.READY))
    qtbot.waitUntil(lambda: desktop.view.phase is Phase.LISTENING)
    return session


def test_a_session_starts_and_stops(
    desktop: Desktop, session: ScriptedSession, world: World, qtbot: QtBot
) -> None:
    desktop.do(AppCommand.START)
    assert len(world.sessions) == 1
    desktop.do(AppCommand.STOP)
    qtbot.waitUntil(lambda: desktop.view.phase is Phase.IDLE)
    assert session.closed
    desktop.do(AppCommand.START)
    qtbot.waitUntil(lambda: len(world.sessions) == 2)


def test_a_start_while_one_is_still_ending_follows_it(
    desktop: Desktop, session: ScriptedSession, world: World, qtbot: QtBot
) -> None:
    desktop.do(AppCommand.STOP)
    desktop.do(AppCommand.START)
    qtbot.waitUntil(lambda: len(world.sessions) == 2)
    assert session.closed


def test_pausing_all_and_one_is_asked_of_the_session(
    desktop: Desktop, session: ScriptedSession
) -> None:
    for wish in (AppCommand.PAUSE, AppCommand.PAUSE_MIC, AppCommand.PAUSE, AppCommand.PAUSE):
        desktop.do(wish)
    asked = [(lane, paused) for lane, paused in _pairs(session.asked)]
    assert set(asked[:2]) == {(Lane.SYSTEM, True), (Lane.MIC, True)}
    assert asked[2] == (Lane.MIC, False)
    assert set(asked[3:5]) == {(Lane.SYSTEM, True), (Lane.MIC, True)}
    assert set(asked[5:]) == {(Lane.SYSTEM, False), (Lane.MIC, False)}


def _pairs(asked: list[object]) -> list[tuple[object, object]]:
    return [pair for pair in asked if isinstance(pair, tuple)]


def test_answers_are_asked_of_the_session(desktop: Desktop, session: ScriptedSession) -> None:
    desktop.do(AppCommand.ANSWER_NOW)
    desktop.do(AppCommand.AGAIN)
    assert session.asked == [UserCommand.ANSWER_NOW, UserCommand.AGAIN]


def test_all_four_sources_come_to_one_place(
    desktop: Desktop, session: ScriptedSession, world: World
) -> None:
    desktop.overlay.commanded.emit(AppCommand.ANSWER_NOW)
    desktop.tray.commanded.emit(AppCommand.ANSWER_NOW)
    combination = combination_of("Ctrl+Alt+Space")
    assert isinstance(combination, Combination)
    world.press(combination)
    desktop.do(AppCommand.ANSWER_NOW)
    assert session.asked == [UserCommand.ANSWER_NOW] * 4


def test_without_consent_nothing_is_heard(world: World, qtbot: QtBot) -> None:
    world.remember(DesktopState())
    desktop = Desktop(Settings(), world.paths, world.outside())
    desktop.begin(AppCommand.START)
    qtbot.wait(50)
    assert world.sessions == []
    desktop.windows.consented.emit()
    assert world.state.consent_given_at
    assert world.sessions == []
    desktop.windows.led_through.emit()
    qtbot.waitUntil(lambda: len(world.sessions) == 1)
    _end(desktop)


def test_a_start_is_forgotten_by_whoever_refuses_the_reminder(world: World, qtbot: QtBot) -> None:
    world.remember(DesktopState())
    desktop = Desktop(Settings(), world.paths, world.outside())
    desktop.begin(AppCommand.START)
    desktop.windows.led_through.emit()
    desktop.windows.consented.emit()
    desktop.windows.led_through.emit()
    qtbot.wait(50)
    assert world.sessions == []
    _end(desktop)


def test_the_first_start_is_gone_on_with(world: World, qapp: object) -> None:
    world.remember(DesktopState())
    desktop = Desktop(Settings(), world.paths, world.outside())
    desktop.begin(AppCommand.SHOW)
    desktop.windows.step_reached.emit("models")
    assert world.state.first_start_step == "models"
    _end(desktop)


def test_a_first_start_that_is_looked_at_again_stays_over(desktop: Desktop, world: World) -> None:
    desktop.windows.step_reached.emit("sound")
    assert world.state.first_start_step == "done"


def test_keys_reach_the_field_they_are_typed_into(desktop: Desktop, world: World) -> None:
    before = list(world.granted)
    assert before
    desktop.windows.waiting_for_keys.emit(True)  # noqa: FBT003 - a signal
    assert world.granted == []
    desktop.windows.waiting_for_keys.emit(False)  # noqa: FBT003 - a signal
    assert world.granted == before


def test_models_of_the_first_start_are_those_of_the_next_session(
    desktop: Desktop, world: World, qtbot: QtBot
) -> None:
    desktop.windows.models_chosen.emit({"llm.model": "smollm2-135m-instruct"})
    assert load_settings(world.paths).llm.model == "smollm2-135m-instruct"
    desktop.do(AppCommand.START)
    qtbot.waitUntil(lambda: world.settings_of_session != [])
    assert world.settings_of_session[0].llm.model == "smollm2-135m-instruct"


def test_compact_is_a_setting_and_is_saved(desktop: Desktop, world: World) -> None:
    desktop.do(AppCommand.COMPACT)
    assert load_settings(world.paths).overlay.compact
    desktop.do(AppCommand.COMPACT)
    assert not load_settings(world.paths).overlay.compact


def test_a_settings_file_that_is_broken_stays_and_is_said(desktop: Desktop, world: World) -> None:
    file = settings_file(world.paths)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("[overlay\n", encoding="utf-8")
    _read(desktop.toast)
    desktop.do(AppCommand.COMPACT)
    assert "settings.toml" in desktop.toast.words
    assert file.read_text(encoding="utf-8") == "[overlay\n"


def test_new_keys_are_grabbed_at_once_and_one_that_is_taken_is_said(
    desktop: Desktop, world: World
) -> None:
    assert "do nothing: Ctrl+Alt+R. Another program" in desktop.toast.words
    keys = Settings().hotkeys.model_copy(update={"toggle": "Ctrl+Alt+J", "again": ""})
    desktop.windows.settings_changed.emit(Settings().model_copy(update={"hotkeys": keys}))
    assert combination_of("Ctrl+Alt+J") in world.granted
    assert combination_of("Ctrl+Alt+K") not in world.granted


def test_keys_that_can_never_work_are_said_at_the_start(world: World, qapp: object) -> None:
    keys = Settings().hotkeys.model_copy(
        update={"toggle": "Ctrl+Alt+J", "pause": "Ctrl+Alt+J", "answer_now": "A", "again": "?!x"}
    )
    desktop = Desktop(Settings(hotkeys=keys), world.paths, world.outside())
    assert "do nothing: A, ?!x, Ctrl+Alt+J." in desktop.toast.words
    assert "Hotkeys" in desktop.toast.words
    assert combination_of("Ctrl+Alt+J") in world.granted
    _end(desktop)


def test_a_desktop_without_keys_of_its_own_is_no_fault(world: World, qapp: object) -> None:
    outside = replace(world.outside(), make_grabber=lambda _: None)
    desktop = Desktop(Settings(), world.paths, outside)
    assert not desktop.toast.words
    _end(desktop)


def test_a_new_look_is_the_overlays_at_once(desktop: Desktop) -> None:
    dark = Settings().overlay.model_copy(update={"theme": "high_contrast"})
    desktop.windows.settings_changed.emit(Settings().model_copy(update={"overlay": dark}))
    assert desktop.overlay.looks.theme.name == "high_contrast"


def test_a_session_that_breaks_off_is_said(
    desktop: Desktop, session: ScriptedSession, qtbot: QtBot
) -> None:
    _read(desktop.toast)
    session.fail(ModelMissing("The model is not installed.", cure="Pull it."))
    qtbot.waitUntil(lambda: "not installed" in desktop.toast.words)
    assert "Pull it." in desktop.toast.words


def test_the_place_and_click_through_are_remembered(
    desktop: Desktop, world: World, qtbot: QtBot
) -> None:
    desktop.overlay.resize(500, 400)
    desktop.do(AppCommand.CLICK_THROUGH)
    desktop.leave()
    assert world.state.click_through
    assert world.state.overlay_places[0].width == 500


def test_with_a_tray_hiding_says_nothing_and_without_one_how_to_get_back(
    desktop: Desktop, world: World, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    _read(desktop.toast)
    desktop.do(AppCommand.TOGGLE)
    assert not desktop.overlay.isVisible()
    assert not desktop.toast.isVisible()
    world.tray = False
    desktop.tray._look_for_tray()
    assert desktop.overlay.isVisible()
    desktop.do(AppCommand.HIDE)
    assert "kairo run --toggle" in desktop.toast.words


def test_leaving_ends_the_session_and_takes_no_wish_any_more(
    desktop: Desktop, session: ScriptedSession, world: World, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(desktop.left):
        desktop.do(AppCommand.QUIT)
        assert not desktop.overlay.isVisible()
    assert session.closed
    desktop.do(AppCommand.START)
    desktop.leave()
    assert len(world.sessions) == 1
    assert world.granted == []


def test_a_state_that_cannot_be_saved_is_no_reason_to_stop(
    desktop: Desktop, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise DiskError("full")

    monkeypatch.setattr("kairo_desktop.app.memory.save_state", refuse)
    desktop.do(AppCommand.CLICK_THROUGH)
    assert desktop.overlay.click_through


def test_a_pause_shows_in_the_tray(
    desktop: Desktop, session: ScriptedSession, qtbot: QtBot
) -> None:
    session.tell(*(LaneHealth(lane, LaneState.PAUSED, "Mic", "") for lane in Lane))
    qtbot.waitUntil(lambda: "paused" in desktop.tray.tooltip)


class _Watched:
    """A feed with a session, on a clock that is moved by hand."""

    def __init__(self, qtbot: QtBot, after_min: int) -> None:
        self.clock = HandClock()
        self.feed = Feed(Board(), clock=self.clock)
        self.toast = Toast(theme_of(OverlaySettings(), system_is_dark=False))
        self.watch = ForgottenWatch(self.feed, self.toast, lambda: after_min)
        self.session = ScriptedSession()
        self.feed.start(self.session.open)
        self.watch.start()
        qtbot.waitUntil(lambda: any(lane.heard for lane in self.feed.view.lanes))


@pytest.fixture
def watched(qtbot: QtBot) -> Iterator[_Watched]:
    watched = _Watched(qtbot, 60)
    yield watched
    watched.toast.hide()
    assert watched.feed.stop(5)


def _read(toast: Toast) -> None:
    """Click away what the toast says."""
    QTest.mouseClick(toast, Qt.MouseButton.LeftButton)


def _button(toast: Toast, text: str) -> QPushButton:
    return next(button for button in toast.findChildren(QPushButton) if button.text() == text)


def test_a_forgotten_session_is_asked_about_after_an_hour(watched: _Watched) -> None:
    watched.clock.now_s = 3599
    watched.watch.look()
    assert not watched.toast.asks
    watched.clock.now_s = 3601
    watched.watch.look()
    assert "60 minutes" in watched.toast.words


def test_somebody_who_is_there_is_left_alone_for_another_hour(watched: _Watched) -> None:
    watched.clock.now_s = 4000
    watched.watch.look()
    _button(watched.toast, "Go on listening").click()
    watched.clock.now_s = 7000
    watched.watch.look()
    assert not watched.toast.asks
    assert watched.session.n_ends == 0


def test_a_word_counts_as_somebody(watched: _Watched, qtbot: QtBot) -> None:
    watched.clock.now_s = 3000
    watched.session.tell(Utterance(Lane.SYSTEM, 0, "Hello.", 0.0, 1.0))
    qtbot.waitUntil(lambda: watched.feed.quiet_s == 0)
    watched.clock.now_s = 4000
    watched.watch.look()
    assert not watched.toast.asks


def test_no_answer_stops_it(watched: _Watched, qtbot: QtBot) -> None:
    watched.clock.now_s = 4000
    watched.watch.look()
    with qtbot.waitSignal(watched.feed.ended):
        _button(watched.toast, "Stop").click()
    assert not watched.toast.asks


def test_who_does_not_want_to_be_asked_is_not(qtbot: QtBot) -> None:
    watched = _Watched(qtbot, 0)
    watched.clock.now_s = 1e6
    watched.watch.look()
    assert not watched.toast.asks
    assert watched.feed.stop(5)
