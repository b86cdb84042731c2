"""Keys are listened to as the settings want them."""

from dataclasses import replace

from kairo_desktop.app.desktop import Desktop
from kairo_desktop.settings.schema import Settings
from kairo_desktop.ui.hotkeys.door import combination_of
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
