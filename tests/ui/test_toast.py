"""A word in a corner of the screen."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from kairo_desktop.settings.overlay import OverlaySettings
from kairo_desktop.ui.theme import theme_of
from kairo_desktop.ui.toast import Toast


@pytest.fixture
def toast(qapp: object) -> Iterator[Toast]:
    toast = Toast(theme_of(OverlaySettings(), system_is_dark=False))
    yield toast
    toast.hide()


def _answers(toast: Toast) -> list[bool]:
    answers: list[bool] = []
    toast.answered.connect(answers.append)
    return answers


def _ask(toast: Toast, *, within_s: float = 60.0) -> None:
    toast.ask("Still there?", "It stops soon.", yes="Yes", no="No", within_s=within_s)


def _button(toast: Toast, text: str) -> QPushButton:
    return next(b for b in toast.findChildren(QPushButton) if b.text() == text)


def test_a_word_is_said_and_read_out(toast: Toast) -> None:
    toast.say("It is hidden.", "Ctrl+Alt+K brings it back.")
    assert toast.isVisible()
    assert toast.words == "It is hidden. Ctrl+Alt+K brings it back."
    assert toast.accessibleName() == toast.words


def test_a_word_goes_by_itself_or_by_a_click(toast: Toast, qtbot: QtBot) -> None:
    toast.say("One.")
    QTest.mouseClick(toast, Qt.MouseButton.LeftButton)
    assert not toast.isVisible()
    _ask(toast, within_s=0.05)
    qtbot.waitUntil(lambda: not toast.isVisible())


def test_words_follow_each_other_and_none_is_lost(
    toast: Toast, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kairo_desktop.ui.toast._LEAST_SHOWN_MS", 50)
    toast.say("One.")
    toast.say("Two.")
    toast.say("Three.")
    assert toast.words == "One."
    qtbot.waitUntil(lambda: toast.words == "Two.")
    qtbot.waitUntil(lambda: toast.words == "Three.")


def test_a_word_that_is_followed_stays_long_enough_to_be_read(toast: Toast) -> None:
    toast.say("One.")
    toast.say("Two.")
    toast.say("Three.")
    assert 3000 < toast._over.remainingTime() < 4500  # a coarse timer
    QTest.mouseClick(toast, Qt.MouseButton.LeftButton)
    assert 3000 < toast._over.remainingTime() < 4500  # a coarse timer
    QTest.mouseClick(toast, Qt.MouseButton.LeftButton)
    assert toast._over.remainingTime() > 8000


def test_a_question_comes_at_once_and_the_word_after_it(toast: Toast) -> None:
    toast.say("One.")
    toast.say("Two.")
    _ask(toast)
    assert toast.asks
    QTest.mouseClick(_button(toast, "Yes"), Qt.MouseButton.LeftButton)
    assert toast.words == "One."
    QTest.mouseClick(toast, Qt.MouseButton.LeftButton)
    assert toast.words == "Two."


def test_a_question_that_waits_is_withdrawn_too(toast: Toast) -> None:
    _ask(toast)
    toast.ask("Another?", "", yes="Yes", no="No", within_s=60.0)
    toast.withdraw()
    assert not toast.isVisible()


def test_what_follows_has_the_height_it_needs(toast: Toast) -> None:
    long, longer = "Long. " * 40, "Longer. " * 60
    toast.say("One.")
    short_height = toast.height()
    toast.say(long, longer)
    toast.ask("Why? " * 60, longer, yes="Yes", no="No", within_s=60.0)
    fresh = Toast(theme_of(OverlaySettings(), system_is_dark=False))
    fresh.ask("Why? " * 60, longer, yes="Yes", no="No", within_s=60.0)
    assert toast.height() == fresh.height() > 2 * short_height
    toast.withdraw()
    assert toast.height() == short_height


def test_a_question_is_not_talked_over(toast: Toast) -> None:
    _ask(toast)
    toast.say("By the way.")
    assert toast.words.startswith("Still there?")
    QTest.mouseClick(toast, Qt.MouseButton.LeftButton)
    assert toast.asks
    QTest.mouseClick(_button(toast, "Yes"), Qt.MouseButton.LeftButton)
    assert toast.words == "By the way."


@pytest.mark.parametrize(("text", "answer"), [("Yes", True), ("No", False)])
def test_an_answer_is_told(toast: Toast, text: str, *, answer: bool) -> None:
    answers = _answers(toast)
    _ask(toast)
    QTest.mouseClick(_button(toast, text), Qt.MouseButton.LeftButton)
    assert (answers, toast.isVisible()) == ([answer], False)


def test_no_answer_in_time_is_a_no(toast: Toast, qtbot: QtBot) -> None:
    answers = _answers(toast)
    _ask(toast, within_s=0.05)
    qtbot.waitUntil(lambda: answers == [False])


def test_a_question_that_is_withdrawn_has_no_answer(toast: Toast) -> None:
    answers = _answers(toast)
    _ask(toast)
    toast.withdraw()
    assert (answers, toast.isVisible()) == ([], False)
    toast.say("Something else.")
    toast.withdraw()
    assert toast.isVisible()


def test_the_same_word_is_said_once(toast: Toast) -> None:
    _ask(toast)
    for _ in range(3):
        toast.say("By the way.")
    _ask(toast)
    toast.withdraw()
    assert toast.words == "By the way."
    toast.say("By the way.")
    toast.hide()


def test_it_stands_inside_the_screen_whatever_it_says(toast: Toast) -> None:
    toast.say("Long. " * 40, "Longer. " * 60)
    free = toast.screen().availableGeometry()
    assert free.contains(toast.geometry())
    assert toast.height() > 200


def test_it_never_takes_the_keys(toast: Toast) -> None:
    assert toast.windowFlags() & Qt.WindowType.WindowDoesNotAcceptFocus
    assert toast.testAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
