from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from kairo_desktop.ui.first_start.point_line import PointLine
from kairo_desktop.ui.first_start.sample import Turn
from kairo_desktop.ui.first_start.steps import Step
from kairo_desktop.ui.first_start.turn_card import TurnCard
from kairo_desktop.ui.first_start.window import FirstStart
from tests.ui.first_start.conftest import Home, Open, buttons, press, texts_in


def _points(window: FirstStart) -> list[str]:
    return [line.text for line in window.findChildren(PointLine) if line.isVisible()]


def test_nothing_plays_before_it_is_asked_to(start: Open, home: Home) -> None:
    window = start(Step.SAMPLE)
    assert home.calls == []
    assert "A first answer in half a minute" in texts_in(window)


def test_points_appear_as_they_would_in_a_call(start: Open, home: Home, qtbot: QtBot) -> None:
    home.put("hold")
    window = start(Step.SAMPLE)
    press(window, "Play the sample")
    assert "Loading the models" in texts_in(window)
    qtbot.waitUntil(lambda: len(_points(window)) == 3)
    said = texts_in(window)
    assert "“Tell me about a hard bug you fixed.”" in said
    assert "From the notes – Checkout errors: 2.1 % to 0.3 %" in said
    assert "Skip" not in buttons(window)
    home.take_away("hold")
    qtbot.waitUntil(lambda: "Play it again" in buttons(window))
    assert "0.3 seconds after the question" in texts_in(window)
    assert home.calls == ["answer --realtime --json"]


def test_sample_can_be_played_again(start: Open, home: Home, qtbot: QtBot) -> None:
    window = start(Step.SAMPLE)
    press(window, "Play the sample")
    qtbot.waitUntil(lambda: "Play it again" in buttons(window))
    press(window, "Play it again")
    qtbot.waitUntil(lambda: len(home.calls) == 2 and "Play it again" in buttons(window))


def test_going_on_while_it_plays_ends_it(start: Open, home: Home, qtbot: QtBot) -> None:
    home.put("hold")
    window = start(Step.SAMPLE)
    press(window, "Play the sample")
    qtbot.waitUntil(lambda: len(_points(window)) == 3)
    press(window, "Continue")
    assert window.step is Step.READY
    press(window, "Back")
    assert "Play the sample" in buttons(window)


def test_failure_is_said_with_its_cure_and_can_be_tried_again(
    start: Open, home: Home, qtbot: QtBot
) -> None:
    home.put("tired")
    window = start(Step.SAMPLE)
    press(window, "Play the sample")
    qtbot.waitUntil(lambda: "The model is not installed." in texts_in(window))
    assert {"Play the sample", "Skip"} <= buttons(window).keys()
    home.take_away("tired")
    press(window, "Play the sample")
    qtbot.waitUntil(lambda: len(_points(window)) == 3)
    assert "not installed" not in texts_in(window)


def test_question_that_is_taken_back_leaves_no_card(start: Open, home: Home, qtbot: QtBot) -> None:
    home.put("hold", "hasty")
    window = start(Step.SAMPLE)
    press(window, "Play the sample")
    qtbot.waitUntil(lambda: len(_points(window)) == 3)
    assert "Tell me about a hard" not in [card.question for card in window.findChildren(TurnCard)]


def test_how_fast_it_was_is_said_as_it_was(qapp: QApplication) -> None:
    card = TurnCard()
    card.show_turn(Turn(1, "Why?", done=True, first_words_ms=0.0))
    assert "as soon as the question was over" in card.speed
    card.show_turn(Turn(1, "Why?"))
    assert card.speed == ""
