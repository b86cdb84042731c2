"""What happens on each wish, with a session, keys and a tray that are not real."""

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from kairo_desktop.app.desktop import Desktop
from kairo_desktop.errors import DiskError
from kairo_desktop.settings.schema import Settings
from kairo_desktop.settings.state import DesktopState
from kairo_desktop.settings.store import load_settings, settings_file
from kairo_desktop.supervisor.messages import Connections
from kairo_desktop.supervisor.network import note_connections
from kairo_desktop.types import UserCommand
from kairo_desktop.ui.commands import AppCommand
from kairo_desktop.ui.hotkeys.door import Combination, combination_of
from kairo_desktop.ui.settings.dialog import SettingsDialog
from tests.app.driving import end, read
from tests.fakes.desktop_world import World
from tests.fakes.scripted_session import ScriptedSession


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


def test_the_first_start_is_gone_on_with(world: World, qapp: object) -> None:
    world.remember(DesktopState())
    desktop = Desktop(Settings(), world.paths, world.outside())
    desktop.begin(AppCommand.SHOW)
    desktop.windows.step_reached.emit("models")
    assert world.state.first_start_step == "models"
    end(desktop)


def test_a_first_start_that_is_looked_at_again_stays_over(desktop: Desktop, world: World) -> None:
    desktop.windows.step_reached.emit("sound")
    assert world.state.first_start_step == "done"


def test_compact_is_a_setting_and_is_saved(desktop: Desktop, world: World) -> None:
    desktop.do(AppCommand.COMPACT)
    assert load_settings(world.paths).overlay.compact
    desktop.do(AppCommand.COMPACT)
    assert not load_settings(world.paths).overlay.compact


def test_a_settings_file_that_is_broken_stays_and_is_said(desktop: Desktop, world: World) -> None:
    file = settings_file(world.paths)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("[overlay\n", encoding="utf-8")
    read(desktop.toast)
    desktop.do(AppCommand.COMPACT)
    assert "settings.toml" in desktop.toast.words
    assert file.read_text(encoding="utf-8") == "[overlay\n"


def test_a_new_look_is_the_overlays_at_once(desktop: Desktop) -> None:
    dark = Settings().overlay.model_copy(update={"theme": "high_contrast"})
    desktop.windows.settings_changed.emit(Settings().model_copy(update={"overlay": dark}))
    assert desktop.overlay.looks.theme.name == "high_contrast"


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
    read(desktop.toast)
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


def test_the_settings_open_where_the_overlay_does_not_cover_them(desktop: Desktop) -> None:
    free = desktop.overlay.screen().availableGeometry()
    desktop.overlay.setGeometry(free.x() + free.width() - 320, free.y(), 300, 400)
    desktop.do(AppCommand.SETTINGS)
    (dialog,) = (w for w in QApplication.topLevelWidgets() if isinstance(w, SettingsDialog))
    assert free.contains(dialog.geometry())
    assert dialog.geometry().left() == free.left()
    moved = dialog.geometry().translated(0, 10)
    dialog.close()
    dialog.setGeometry(moved)
    desktop.do(AppCommand.HIDE)
    desktop.do(AppCommand.SETTINGS)
    assert dialog.geometry() == moved


def test_what_a_window_fetches_is_counted_in_the_overlay(desktop: Desktop, qtbot: QtBot) -> None:
    desktop.do(AppCommand.SETTINGS)
    before = desktop.view.connections.count
    note_connections(object(), Connections(3, ("hub.example",)))
    qtbot.waitUntil(lambda: "hub.example" in desktop.view.connections.hosts)
    assert desktop.view.connections.count >= before + 3
