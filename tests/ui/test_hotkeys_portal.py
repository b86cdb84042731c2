"""Keys asked of a desktop, on a bus of their own and a portal that is a toy."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from kairo_desktop.settings.hotkeys import HotkeySettings
from kairo_desktop.ui.commands import AppCommand
from kairo_desktop.ui.hotkeys import portal
from kairo_desktop.ui.hotkeys.door import Combination, Refusal, combination_of
from kairo_desktop.ui.hotkeys.hotkeys import Hotkeys, portal_of_this_system
from kairo_desktop.ui.hotkeys.portal import PortalKeys
from kairo_desktop.ui.hotkeys.triggers import trigger_of
from tests.session_bus import session_bus

pytestmark = pytest.mark.real

_ALL = set(map(AppCommand, ("toggle", "answer-now", "again", "pause", "click-through")))


class _Desk:
    """A bus, a portal on it, and hotkeys that ask there."""

    def __init__(self, bus: str) -> None:
        self.bus = bus
        self.portal: subprocess.Popen[str] | None = None
        self.pressed: list[AppCommand] = []
        self.refused: list[Mapping[AppCommand, Refusal]] = []

    def start(self, way: str) -> None:
        """Start a portal that answers that way."""
        env = os.environ | {"DBUS_SESSION_BUS_ADDRESS": self.bus}
        self.portal = subprocess.Popen(
            [sys.executable, "-m", "tests.fakes.toy_portal", way],
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.told() == {"ready": way}

    def told(self) -> dict[str, Any]:
        """What the portal tells next."""
        assert self.portal is not None
        assert self.portal.stdout is not None
        told: dict[str, Any] = json.loads(self.portal.stdout.readline())
        return told

    def press(self, name: str) -> None:
        """Press a shortcut on the desktop."""
        assert self.portal is not None
        assert self.portal.stdin is not None
        self.portal.stdin.write(f"{name}\n")
        self.portal.stdin.flush()

    def hotkeys(self) -> Hotkeys:
        """Hotkeys of a system on which nothing can be grabbed."""
        hotkeys = Hotkeys(make=lambda _: None, make_portal=self._make)
        hotkeys.pressed.connect(self.pressed.append)
        hotkeys.refused.connect(self.refused.append)
        return hotkeys

    def _make(
        self,
        pressed: Callable[[AppCommand], None],
        refused: Callable[[Mapping[AppCommand, Refusal]], None],
    ) -> PortalKeys:
        return PortalKeys(pressed, refused, self.bus)

    def end(self) -> None:
        """End the portal."""
        if self.portal is not None:
            self.portal.kill()
            self.portal.communicate()


@pytest.fixture
def desk(qapp: object) -> Iterator[_Desk]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="kb-")))
        desk = _Desk(stack.enter_context(session_bus(folder)))
        stack.callback(desk.end)
        yield desk


def test_what_the_desktop_grants_is_a_wish_when_it_is_pressed(qtbot: QtBot, desk: _Desk) -> None:
    desk.start("grant")
    hotkeys = desk.hotkeys()
    assert hotkeys.apply(HotkeySettings(again="")) == {}
    qtbot.waitUntil(lambda: desk.refused == [{}])
    assert desk.told()["asked"] == "CreateSession"
    asked = desk.told()
    assert asked["asked"] == "BindShortcuts"
    shortcuts = dict(asked["with"][1])
    assert set(shortcuts) == {str(wish) for wish in _ALL - {AppCommand.AGAIN}}
    assert shortcuts["toggle"] == {
        "description": ["s", "Show or hide the overlay."],
        "preferred_trigger": ["s", "CTRL+ALT+k"],
    }
    desk.press("toggle")
    desk.press("answer-now")
    desk.press("again")
    desk.press("nonsense")
    desk.press("pause")
    qtbot.waitUntil(lambda: len(desk.pressed) == 3)
    assert desk.pressed == [AppCommand.TOGGLE, AppCommand.ANSWER_NOW, AppCommand.PAUSE]
    hotkeys.close()
    assert desk.told()["asked"] == "Close"


@pytest.mark.parametrize(
    ("way", "refused"), [("named", {}), ("nameless", dict.fromkeys(_ALL, Refusal.NAMELESS))]
)
def test_a_portal_that_wants_to_know_the_program_is_told(
    qtbot: QtBot, desk: _Desk, way: str, refused: Mapping[AppCommand, Refusal]
) -> None:
    desk.start(way)
    hotkeys = desk.hotkeys()
    hotkeys.apply(HotkeySettings())
    qtbot.waitUntil(lambda: desk.refused == [refused])
    hotkeys.close()


def test_other_keys_are_asked_for_in_a_session_of_their_own(qtbot: QtBot, desk: _Desk) -> None:
    desk.start("grant")
    hotkeys = desk.hotkeys()
    hotkeys.apply(HotkeySettings())
    qtbot.waitUntil(lambda: len(desk.refused) == 1)
    hotkeys.apply(HotkeySettings(toggle="Meta+F5"))
    qtbot.waitUntil(lambda: len(desk.refused) == 2)
    asked = [desk.told() for _ in range(5)]
    assert [each["asked"] for each in asked] == [
        *("CreateSession", "BindShortcuts", "Close", "CreateSession", "BindShortcuts")
    ]
    assert asked[1]["with"][0] != asked[4]["with"][0]
    assert dict(asked[4]["with"][1])["toggle"]["preferred_trigger"] == ["s", "LOGO+F5"]
    hotkeys.close()


def test_one_that_is_not_granted_leaves_the_others(qtbot: QtBot, desk: _Desk) -> None:
    desk.start("part")
    hotkeys = desk.hotkeys()
    assert hotkeys.apply(HotkeySettings(pause="K")) == {AppCommand.PAUSE: Refusal.PLAIN}
    qtbot.waitUntil(lambda: len(desk.refused) == 1)
    (refused,) = desk.refused
    assert refused.pop(AppCommand.PAUSE) is Refusal.PLAIN  # type: ignore[attr-defined] # it is one
    assert set(refused) == _ALL - {AppCommand.TOGGLE, AppCommand.PAUSE}
    assert set(refused.values()) == {Refusal.DENIED}
    desk.press("toggle")
    qtbot.waitUntil(lambda: desk.pressed == [AppCommand.TOGGLE])
    hotkeys.close()


@pytest.mark.parametrize(
    ("way", "why"), [("refuse", Refusal.DENIED), ("lacking", Refusal.NO_SYSTEM)]
)
def test_a_desktop_that_refuses_all_is_told(
    qtbot: QtBot, desk: _Desk, way: str, why: Refusal
) -> None:
    desk.start(way)
    hotkeys = desk.hotkeys()
    hotkeys.apply(HotkeySettings())
    qtbot.waitUntil(lambda: desk.refused == [dict.fromkeys(_ALL, why)])
    hotkeys.close()


def test_a_desktop_without_a_portal_is_told(qtbot: QtBot, desk: _Desk) -> None:
    hotkeys = desk.hotkeys()
    hotkeys.apply(HotkeySettings())
    qtbot.waitUntil(lambda: desk.refused == [dict.fromkeys(_ALL, Refusal.NO_SYSTEM)])
    hotkeys.close()


def test_a_portal_that_never_answers_is_waited_for_a_while_and_holds_up_nothing(
    qtbot: QtBot, desk: _Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(portal, "_ANSWER_MS", 300)
    desk.start("silent")
    hotkeys = desk.hotkeys()
    assert hotkeys.apply(HotkeySettings()) == {}
    qtbot.waitUntil(lambda: desk.refused == [dict.fromkeys(_ALL, Refusal.SILENT)], timeout=8000)
    hotkeys.close()


def test_a_session_that_the_desktop_ends_is_told(qtbot: QtBot, desk: _Desk) -> None:
    desk.start("grant")
    hotkeys = desk.hotkeys()
    hotkeys.apply(HotkeySettings())
    qtbot.waitUntil(lambda: desk.refused == [{}])
    desk.press("close")
    qtbot.waitUntil(lambda: desk.refused[1:] == [dict.fromkeys(_ALL, Refusal.DENIED)])
    hotkeys.close()


def test_a_bus_that_goes_is_told_and_nothing_is_asked_any_more(
    qtbot: QtBot, qapp: object, tmp_path: Path
) -> None:
    with TemporaryDirectory(prefix="kb-") as folder:
        with session_bus(Path(folder)) as bus:
            desk = _Desk(bus)
            hotkeys = desk.hotkeys()
        hotkeys.apply(HotkeySettings())
        qtbot.waitUntil(lambda: desk.refused[-1:] == [dict.fromkeys(_ALL, Refusal.SILENT)])
        hotkeys.apply(HotkeySettings())
        hotkeys.close()


@pytest.mark.parametrize("address", ["", "unix:path=/nowhere/bus", "tcp:host=localhost,port=1"])
def test_without_a_bus_there_is_nobody_to_ask(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/nowhere")
    assert portal_of_this_system(lambda _: None, lambda _: None) is None


@pytest.mark.parametrize(
    ("text", "trigger"),
    [
        ("Ctrl+Alt+Space", "CTRL+ALT+space"),
        ("Ctrl+Shift+1", "CTRL+SHIFT+1"),
        ("Meta+F12", "LOGO+F12"),
        ("Alt+,", "ALT+comma"),
        ("Ctrl+ä", ""),
    ],
)
def test_a_combination_is_written_as_desktops_write_it(text: str, trigger: str) -> None:
    combination = combination_of(text)
    assert isinstance(combination, Combination)
    assert trigger_of(combination) == trigger


def test_keys_of_every_row_have_names() -> None:
    keys = [Qt.Key.Key_A, Qt.Key.Key_Return, Qt.Key.Key_PageUp, Qt.Key.Key_MediaPlay]
    held = [Combination(ctrl=True, alt=False, shift=False, meta=False, key=key) for key in keys]
    assert [trigger_of(each) for each in held] == [
        *("CTRL+a", "CTRL+Return", "CTRL+Page_Up", "CTRL+XF86AudioPlay")
    ]
