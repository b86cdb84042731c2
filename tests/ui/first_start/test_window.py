import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from kairo_desktop.ui.first_start.dots import Dots
from kairo_desktop.ui.first_start.steps import DONE, Step, after
from tests.ui.first_start.conftest import Home, Open, buttons, press, texts_in


def test_whole_path_leads_from_an_empty_home_to_ready(
    start: Open, home: Home, qtbot: QtBot
) -> None:
    home.put("bare")
    window = start()
    with qtbot.waitSignal(window.consented):
        press(window, "I understand")
    press(window, "Continue anyway")
    qtbot.waitUntil(lambda: "Download 1.3 GB" in buttons(window))
    press(window, "Download 1.3 GB")
    qtbot.waitUntil(lambda: buttons(window).get("Continue", QPushButton()).isEnabled())
    press(window, "Continue")
    press(window, "Play the sample")
    qtbot.waitUntil(lambda: "0.3 seconds after the question" in texts_in(window))
    press(window, "Continue")
    with qtbot.waitSignal(window.finished):
        press(window, "Done")
    assert home.remembered == [*Step, DONE]
    measured = "models prepare --json"
    fetched = "models pull qwen2.5-coder-1.5b-instruct whisper-tiny.en all-minilm-l6-v2 --json"
    assert home.calls == [measured, fetched, measured, "answer --realtime --json"]
    assert home.chosen == [
        {
            "llm.model": "qwen2.5-coder-1.5b-instruct",
            "asr.model": "whisper-tiny.en",
            "retrieval.model": "all-minilm-l6-v2",
        }
    ]
    assert not window.isVisible()


@pytest.mark.parametrize("step", list(Step))
def test_a_step_that_was_left_is_gone_on_with(start: Open, home: Home, step: Step) -> None:
    first = start(step)
    first.close()
    assert home.remembered[-1] == step
    again = start(Step(home.remembered[-1]))
    assert again.step is step


@pytest.mark.parametrize("step", list(Step)[:-1])
def test_every_step_can_be_passed_over(start: Open, home: Home, step: Step) -> None:
    home.put("hold", "measuring", "bare")
    window = start(step)
    ways = {Step.CONSENT: "Not now", Step.SOUND: "Continue anyway"}
    press(window, ways.get(step, "Skip"))
    assert window.step is after(step, consent_given=step is not Step.CONSENT)


def test_passing_consent_over_gives_none(start: Open, qtbot: QtBot) -> None:
    window = start()
    with qtbot.assertNotEmitted(window.consented):
        press(window, "Not now")


def test_what_was_passed_over_is_not_shown_as_done(start: Open) -> None:
    window = start()
    press(window, "Not now")
    press(window, "Skip")
    (dots,) = window.findChildren(Dots)
    picture = dots.grab().toImage()
    colors = [picture.pixelColor(3 + 14 * place, 3).name() for place in range(4)]
    ahead = picture.pixelColor(picture.width() - 4, 3).name()
    assert colors[:3] == [ahead] * 3
    assert colors[3] != ahead


def test_the_last_page_begins_to_listen_or_only_ends(start: Open, qtbot: QtBot) -> None:
    window = start(Step.READY)
    with qtbot.waitSignal(window.start_wanted):
        press(window, "Start listening")
    assert not window.isVisible()
    window = start(Step.READY)
    with qtbot.assertNotEmitted(window.start_wanted):
        press(window, "Done")


def test_without_consent_the_last_page_only_ends(start: Open, home: Home, qtbot: QtBot) -> None:
    home.put("hold", "measuring", "bare")
    window = start()
    for words in ("Not now", "Skip", "Skip"):
        press(window, words)
    assert "Start listening" not in buttons(window)
    with qtbot.assertNotEmitted(window.start_wanted):
        press(window, "Done")


def test_back_leads_to_the_step_before(start: Open, home: Home) -> None:
    window = start(Step.SAMPLE)
    press(window, "Back")
    assert window.step is Step.MODELS
    assert home.remembered[-1] == Step.MODELS


def test_later_closes_the_window_and_ends_what_it_began(
    start: Open, home: Home, qtbot: QtBot
) -> None:
    window = start(Step.SOUND)
    press(window, "Continue later")
    assert not window.isVisible()
    qtbot.waitUntil(lambda: home.lanes.opened[0].stopped)


def test_shown_again_it_goes_on_where_it_was_left(start: Open, home: Home) -> None:
    window = start(Step.SOUND)
    window.close()
    window.show()
    assert window.step is Step.SOUND
    assert len(home.lanes.opened) == 2


def test_shown_again_after_the_end_it_begins_anew(start: Open) -> None:
    window = start(Step.READY)
    press(window, "Done")
    window.show()
    assert window.step is Step.SOUND


def test_settings_can_be_asked_for_at_the_end(start: Open, qtbot: QtBot) -> None:
    window = start(Step.READY)
    with qtbot.waitSignal(window.notes_wanted):
        press(window, "Open the settings")


def test_enter_goes_on_and_escape_closes(start: Open) -> None:
    window = start(Step.READY)
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert not window.isVisible()
    window = start()
    QTest.keyClick(window, Qt.Key.Key_Return)
    assert window.step is Step.SOUND


def test_enter_presses_the_button_that_has_the_focus(start: Open, qtbot: QtBot) -> None:
    window = start(Step.SOUND)
    buttons(window)["Back"].setFocus()
    qtbot.waitUntil(buttons(window)["Back"].hasFocus)
    QTest.keyClick(window, Qt.Key.Key_Enter)
    assert window.step is Step.CONSENT


def test_other_keys_do_nothing(start: Open) -> None:
    window = start()
    QTest.keyClick(window, Qt.Key.Key_X)
    assert window.step is Step.CONSENT


@pytest.mark.parametrize("step", list(Step))
def test_every_button_is_reached_by_tab(start: Open, home: Home, step: Step, qtbot: QtBot) -> None:
    home.put("bare")
    window = start(step)
    if step is Step.MODELS:
        qtbot.waitUntil(lambda: "Download 1.3 GB" in buttons(window))
    reached: set[QWidget] = set()
    for _ in range(12):
        QTest.keyClick(window.focusWidget() or window, Qt.Key.Key_Tab)
        focused = window.focusWidget()
        if focused is not None:
            reached.add(focused)
    assert set(buttons(window).values()) <= reached


@pytest.mark.parametrize("step", list(Step))
def test_everything_has_a_name_for_those_who_do_not_see(start: Open, step: Step) -> None:
    window = start(step)
    dots = window.findChild(Dots)
    assert dots is not None
    assert dots.accessibleName() == f"Step {list(Step).index(step) + 1} of 5"
    for each in window.findChildren(QPushButton):
        assert not each.isVisible() or each.text()


@pytest.mark.parametrize("step", list(Step))
def test_no_words_are_cut_off(start: Open, step: Step) -> None:
    window = start(step)
    for each in window.findChildren(QLabel):
        if each.isVisible() and each.text():
            assert each.height() >= each.heightForWidth(each.width()) or not each.wordWrap()


def test_consent_says_what_the_user_answers_for(start: Open) -> None:
    said = texts_in(start())
    for words in ("law where you are", "other side's rules", "Your own responsibility"):
        assert words in said


def test_enter_does_nothing_while_this_machine_is_measured(
    start: Open, home: Home, qtbot: QtBot
) -> None:
    home.put("measuring", "bare")
    window = start(Step.SOUND)
    window.activateWindow()
    QTest.keyClick(window, Qt.Key.Key_Return)
    assert window.step is Step.MODELS
    for _ in range(2):
        QTest.keyClick(window, Qt.Key.Key_Return)
    assert (window.isVisible(), window.step) == (True, Step.MODELS)
    home.take_away("measuring")
    press(window, "Back")
    QTest.keyClick(window, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "Download 1.3 GB" in buttons(window))
    assert window.focusWidget() is buttons(window)["Download 1.3 GB"]


def test_enter_goes_on_after_the_button_that_pauses(start: Open, home: Home, qtbot: QtBot) -> None:
    home.put("bare", "hold")
    window = start(Step.MODELS)
    qtbot.waitUntil(lambda: "Download 1.3 GB" in buttons(window))
    press(window, "Download 1.3 GB")
    pause = buttons(window)["Pause"]
    pause.setFocus()
    pause.click()
    qtbot.waitUntil(lambda: "Resume" in buttons(window))
    assert not isinstance(window.focusWidget(), QPushButton)
    home.take_away("hold")
    QTest.keyClick(window, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "Continue" in buttons(window))
    assert window.isVisible()
