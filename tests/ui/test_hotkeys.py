"""Combinations, and which wish each of them stands for."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt

from kairo_desktop.settings.hotkeys import HotkeySettings
from kairo_desktop.ui.commands import AppCommand
from kairo_desktop.ui.hotkeys.door import Combination, KeyGrabber, Refusal, combination_of
from kairo_desktop.ui.hotkeys.hotkeys import Hotkeys, grabber_of_this_system
from kairo_desktop.ui.hotkeys.wording import words_of

_CTRL_ALT_K = Combination(ctrl=True, alt=True, shift=False, meta=False, key=Qt.Key.Key_K)
_NOTHING = HotkeySettings(toggle="", answer_now="", again="", pause="", click_through="")


class _Keyboard:
    """Grants everything but what it refuses."""

    def __init__(self, **refused: Refusal) -> None:
        self.refused = {combination_of(text): why for text, why in refused.items()}
        self.granted: list[Combination] = []
        self.closed = False
        self.press: Callable[[Combination], None] = lambda _: None

    def make(self, pressed: Callable[[Combination], None]) -> KeyGrabber:
        self.press = pressed
        return self

    def grab(self, combination: Combination) -> Refusal | None:
        if (refusal := self.refused.get(combination)) is None:
            self.granted.append(combination)
        return refusal

    def release_all(self) -> None:
        self.granted.clear()

    def close(self) -> None:
        self.closed = True


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Ctrl+Alt+K", _CTRL_ALT_K),
        (
            "Meta+Shift+F5",
            Combination(ctrl=False, alt=False, shift=True, meta=True, key=Qt.Key.Key_F5),
        ),
        ("F9", Combination(ctrl=False, alt=False, shift=False, meta=False, key=Qt.Key.Key_F9)),
        ("K", Refusal.PLAIN),
        ("Shift+K", Refusal.PLAIN),
        ("Return", Refusal.PLAIN),
        ("Ctrl+Alt", Refusal.UNREADABLE),
        ("Ctrl+K, Ctrl+B", Refusal.UNREADABLE),
        ("nonsense", Refusal.UNREADABLE),
    ],
)
def test_a_combination_is_what_qt_writes(text: str, meant: Combination | Refusal) -> None:
    assert combination_of(text) == meant


def test_the_defaults_are_all_granted_and_stand_for_their_wishes(qapp: object) -> None:
    keyboard = _Keyboard()
    hotkeys = Hotkeys(make=keyboard.make)
    wishes: list[AppCommand] = []
    hotkeys.pressed.connect(wishes.append)
    assert hotkeys.apply(HotkeySettings()) == {}
    for combination in list(keyboard.granted):
        keyboard.press(combination)
    assert wishes == [
        AppCommand.TOGGLE,
        AppCommand.ANSWER_NOW,
        AppCommand.AGAIN,
        AppCommand.PAUSE,
        AppCommand.CLICK_THROUGH,
    ]


def test_one_that_is_refused_leaves_the_others(qapp: object) -> None:
    keyboard = _Keyboard(**{"Ctrl+Alt+K": Refusal.TAKEN})
    refused = Hotkeys(make=keyboard.make).apply(
        HotkeySettings(again="Ctrl+Alt+P", pause="Ctrl+Alt+P", click_through="K")
    )
    assert refused == {
        AppCommand.TOGGLE: Refusal.TAKEN,
        AppCommand.PAUSE: Refusal.TWICE,
        AppCommand.CLICK_THROUGH: Refusal.PLAIN,
    }
    assert len(keyboard.granted) == 2


def test_an_empty_setting_grabs_nothing(qapp: object) -> None:
    keyboard = _Keyboard()
    assert Hotkeys(make=keyboard.make).apply(_NOTHING) == {}
    assert keyboard.granted == []


def test_new_settings_give_the_old_combinations_back(qapp: object) -> None:
    keyboard = _Keyboard()
    hotkeys = Hotkeys(make=keyboard.make)
    wishes: list[AppCommand] = []
    hotkeys.pressed.connect(wishes.append)
    hotkeys.apply(HotkeySettings())
    hotkeys.apply(_NOTHING.model_copy(update={"again": "Ctrl+Alt+K"}))
    assert keyboard.granted == [_CTRL_ALT_K]
    keyboard.press(_CTRL_ALT_K)
    assert wishes == [AppCommand.AGAIN]


def test_a_desktop_without_keys_refuses_each(qapp: object) -> None:
    refused = Hotkeys(make=lambda _: None, make_portal=lambda *_: None).apply(HotkeySettings())
    assert set(refused.values()) == {Refusal.NO_SYSTEM}
    assert len(refused) == len(HotkeySettings.model_fields)


def test_after_the_end_no_key_is_a_wish(qapp: object) -> None:
    keyboard = _Keyboard()
    hotkeys = Hotkeys(make=keyboard.make)
    wishes: list[AppCommand] = []
    hotkeys.pressed.connect(wishes.append)
    hotkeys.apply(HotkeySettings())
    hotkeys.close()
    keyboard.press(_CTRL_ALT_K)
    assert (keyboard.closed, wishes) == (True, [])
    hotkeys.close()


def test_every_refusal_has_words_of_its_own(qapp: object) -> None:
    words = [words_of(refusal) for refusal in Refusal]
    assert len(set(words)) == len(Refusal)
    assert all(text.endswith((".", "--toggle")) for text in words)


@pytest.mark.parametrize(
    "environment",
    [
        {"XDG_SESSION_TYPE": "wayland", "DISPLAY": ":4711"},
        {"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":4711"},
        {"DISPLAY": ""},
    ],
)
def test_a_desktop_that_hears_only_its_own_windows_gives_no_keys(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str]
) -> None:
    monkeypatch.delenv("XDG_SESSION_TYPE", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert grabber_of_this_system(lambda _: None) is None


def test_a_screen_that_does_not_answer_gives_no_keys(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, qapp: object
) -> None:
    monkeypatch.setenv("XDG_SESSION_TYPE", "x11")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", ":4711")
    assert grabber_of_this_system(lambda _: None) is None
    assert "no X server" in caplog.text
    caplog.clear()
