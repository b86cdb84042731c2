"""Sessions begin, pause and end as the user wishes."""

from pytestqt.qtbot import QtBot

from kairo_desktop.app.desktop import Desktop
from kairo_desktop.audio.health import LaneHealth, LaneState
from kairo_desktop.errors import ModelMissing
from kairo_desktop.settings.schema import Settings
from kairo_desktop.settings.state import DesktopState
from kairo_desktop.settings.store import load_settings
from kairo_desktop.types import Lane, UserCommand
from kairo_desktop.ui.commands import AppCommand
from kairo_desktop.ui.settings.profile_page import ProfilePage
from kairo_desktop.ui.views import Phase
from tests.app.driving import end, read
from tests.fakes.desktop_world import World
from tests.fakes.scripted_session import ScriptedSession


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


def test_without_consent_nothing_is_heard(world: World, qtbot: QtBot) -> None:
    world.remember(DesktopState())
    desktop = Desktop(Settings(), world.paths, world.outside())
    desktop.begin(AppCommand.START)
    qtbot.wait(50)
    assert world.sessions == []
    desktop.windows.consented.emit()
    assert world.state.consent_given_at
    assert world.sessions == []
    desktop.windows.start_wanted.emit()
    qtbot.waitUntil(lambda: len(world.sessions) == 1)
    end(desktop)


def test_a_start_before_the_consent_is_not_remembered(world: World) -> None:
    world.remember(DesktopState())
    desktop = Desktop(Settings(), world.paths, world.outside())
    desktop.begin(AppCommand.START)
    desktop.windows.consented.emit()
    desktop.begin(AppCommand.SHOW)
    assert not desktop._feed.running
    assert world.sessions == []
    end(desktop)


def test_notes_are_asked_for_on_their_own_page(desktop: Desktop) -> None:
    desktop.windows.notes_wanted.emit()
    settings = desktop.windows._settings
    assert settings is not None
    assert isinstance(settings.page, ProfilePage)


def test_a_session_that_breaks_off_is_said(
    desktop: Desktop, session: ScriptedSession, qtbot: QtBot
) -> None:
    read(desktop.toast)
    session.fail(ModelMissing("The model is not installed.", cure="Pull it."))
    qtbot.waitUntil(lambda: "not installed" in desktop.toast.words)
    assert "Pull it." in desktop.toast.words


def test_a_pause_shows_in_the_tray(
    desktop: Desktop, session: ScriptedSession, qtbot: QtBot
) -> None:
    session.tell(*(LaneHealth(lane, LaneState.PAUSED, "Mic", "") for lane in Lane))
    qtbot.waitUntil(lambda: "paused" in desktop.tray.tooltip)


def test_models_of_the_first_start_are_those_of_the_next_session(
    desktop: Desktop, world: World, qtbot: QtBot
) -> None:
    desktop.windows.models_chosen.emit({"llm.model": "smollm2-135m-instruct"})
    assert load_settings(world.paths).llm.model == "smollm2-135m-instruct"
    desktop.do(AppCommand.START)
    qtbot.waitUntil(lambda: world.settings_of_session != [])
    assert world.settings_of_session[0].llm.model == "smollm2-135m-instruct"
