"""Keys are listened to as the settings want them."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from kairo_desktop.app.desktop import Desktop
from kairo_desktop.settings.hotkeys import HotkeySettings
from kairo_desktop.settings.schema import Settings
from kairo_desktop.ui.commands import AppCommand
from kairo_desktop.ui.hotkeys.door import Combination, KeyPortal, Refusal, combination_of
from kairo_desktop.ui.settings.dialog import SettingsDialog
from kairo_desktop.ui.settings.pages import PageName
from tests.app.driving import end
from tests.fakes.desktop_world import World


def test_keys_reach_the_field_they_are_typed_into(desktop: Desktop, world: World) -> None:
    before = list(world.granted)
    assert before
    desktop.windows.waiting_for_keys.emit(True)  # noqa: FBT003 - a signal
    assert world.granted == []
    desktop.windows.waiting_for_keys.emit(False)  # noqa: FBT003 - a signal
    assert world.granted == before


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
    end(desktop)


def test_a_desktop_without_keys_of_its_own_is_no_fault(world: World, qapp: object) -> None:
    outside = replace(world.outside(), make_grabber=lambda _: None)
    desktop = Desktop(Settings(), world.paths, outside)
    assert not desktop.toast.words
    end(desktop)


class _Portal:
    """A desktop that is asked for keys, and answers when the test does."""

    def __init__(self) -> None:
        self.asked: list[set[AppCommand]] = []
        self.refuse: Callable[[Mapping[AppCommand, Refusal]], None] = lambda _: None
        self.closed = False

    def make(
        self,
        pressed: Callable[[AppCommand], None],
        refused: Callable[[Mapping[AppCommand, Refusal]], None],
    ) -> KeyPortal:
        self.refuse = refused
        return self

    def bind(self, wanted: Mapping[AppCommand, Combination]) -> None:
        self.asked.append(set(wanted))

    def close(self) -> None:
        self.closed = True


def test_what_a_desktop_refuses_later_stands_in_the_settings_and_in_no_toast(
    world: World, qtbot: QtBot
) -> None:
    portal = _Portal()
    outside = replace(world.outside(), make_grabber=lambda _: None, make_portal=portal.make)
    desktop = Desktop(Settings(), world.paths, outside)
    assert len(portal.asked[-1]) == len(HotkeySettings.model_fields)
    desktop.do(AppCommand.SETTINGS)
    desktop.windows.open_settings(Settings())
    (dialog,) = (w for w in QApplication.topLevelWidgets() if isinstance(w, SettingsDialog))
    dialog.show_page(PageName.HOTKEYS)
    portal.refuse({AppCommand.TOGGLE: Refusal.DENIED, AppCommand.PAUSE: Refusal.SILENT})
    said = [label.text() for label in dialog.page.findChildren(QLabel) if label.isVisible()]
    assert sum("did not grant these keys" in text for text in said) == 1
    assert sum("does not answer" in text for text in said) == 1
    assert not desktop.toast.words
    portal.refuse({})
    assert not any("does not answer" in label.text() for label in dialog.page.findChildren(QLabel))
    end(desktop)
    assert portal.closed


def test_a_key_that_does_not_work_is_no_way_back(world: World, qapp: object) -> None:
    world.tray = False
    outside = replace(world.outside(), make_grabber=lambda _: None)
    desktop = Desktop(Settings(), world.paths, outside)
    desktop.begin(AppCommand.SHOW)
    desktop.do(AppCommand.HIDE)
    assert desktop.toast.words.endswith("It comes back with: kairo run --toggle")
    end(desktop)


def test_a_setting_of_a_later_kairo_is_no_key(world: World, qapp: object) -> None:
    keys = HotkeySettings.model_validate({"dance": "Ctrl+Alt+D"})
    desktop = Desktop(Settings(hotkeys=keys), world.paths, world.outside())
    assert combination_of("Ctrl+Alt+D") not in world.granted
    assert combination_of("Ctrl+Alt+K") in world.granted
    end(desktop)
