from PySide6.QtWidgets import QProgressBar
from pytestqt.qtbot import QtBot

from kairo_desktop.ui.first_start.steps import Step
from kairo_desktop.ui.first_start.window import FirstStart
from tests.ui.first_start.conftest import Home, Open, buttons, press, texts_in


def _offered(window: FirstStart, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: "Download 1.3 GB" in buttons(window))


def test_while_measuring_nothing_can_be_pressed_but_ways_out(start: Open, home: Home) -> None:
    home.put("measuring")
    window = start(Step.MODELS)
    assert not buttons(window)["Continue"].isEnabled()
    assert "being measured" in buttons(window)["Continue"].toolTip()
    assert {"Skip", "Back", "Continue later"} <= buttons(window).keys()


def test_installed_models_need_no_download(start: Open, home: Home, qtbot: QtBot) -> None:
    window = start(Step.MODELS)
    qtbot.waitUntil(lambda: "All models are here" in texts_in(window))
    qtbot.waitUntil(lambda: "about 15 words a second" in texts_in(window))
    assert texts_in(window).count("installed") == 3
    assert home.chosen
    assert home.calls == ["models prepare --json"]


def test_download_can_be_paused_and_goes_on(start: Open, home: Home, qtbot: QtBot) -> None:
    home.put("bare", "hold")
    window = start(Step.MODELS)
    _offered(window, qtbot)
    press(window, "Download 1.3 GB")
    qtbot.waitUntil(lambda: "62 % here" in texts_in(window))
    assert "still coming" in buttons(window)["Continue"].toolTip()
    press(window, "Pause")
    qtbot.waitUntil(lambda: "Resume" in buttons(window))
    assert not buttons(window)["Resume"].toolTip()
    assert "Paused" in texts_in(window)
    home.take_away("hold")
    press(window, "Resume")
    qtbot.waitUntil(lambda: "All models are here" in texts_in(window))


def test_no_network_is_said_with_its_cure_and_can_be_tried_again(
    start: Open, home: Home, qtbot: QtBot
) -> None:
    home.put("bare", "refuse")
    window = start(Step.MODELS)
    _offered(window, qtbot)
    press(window, "Download 1.3 GB")
    qtbot.waitUntil(lambda: "Try again" in buttons(window))
    assert "The hub cannot be reached. Connect to the internet." in texts_in(window)
    assert "Skip" in buttons(window)
    home.take_away("refuse")
    press(window, "Try again")
    qtbot.waitUntil(lambda: "All models are here" in texts_in(window))
    assert "cannot be reached" not in texts_in(window)


def test_measuring_that_fails_is_said_and_can_be_tried_again(
    start: Open, home: Home, qtbot: QtBot
) -> None:
    home.put("mute")
    window = start(Step.MODELS)
    qtbot.waitUntil(lambda: "Try again" in buttons(window))
    assert "A model cannot be loaded. Fetch it again." in texts_in(window)
    home.take_away("mute")
    press(window, "Try again")
    qtbot.waitUntil(lambda: "All models are here" in texts_in(window))


def test_measuring_that_says_nothing_is_a_failure_too(
    start: Open, home: Home, qtbot: QtBot
) -> None:
    home.put("empty")
    window = start(Step.MODELS)
    qtbot.waitUntil(lambda: "Try again" in buttons(window))
    assert "ended without a result" in texts_in(window)


def test_leaving_ends_the_download_and_coming_back_goes_on(
    start: Open, home: Home, qtbot: QtBot
) -> None:
    home.put("bare", "hold")
    window = start(Step.MODELS)
    _offered(window, qtbot)
    press(window, "Download 1.3 GB")
    qtbot.waitUntil(lambda: "62 % here" in texts_in(window))
    press(window, "Skip")
    home.take_away("hold")
    press(window, "Back")
    press(window, "Resume")
    qtbot.waitUntil(lambda: "All models are here" in texts_in(window))
    assert sum(call.startswith("models pull") for call in home.calls) == 2


def test_leaving_while_measuring_measures_anew(start: Open, home: Home, qtbot: QtBot) -> None:
    home.put("measuring")
    window = start(Step.MODELS)
    press(window, "Skip")
    home.take_away("measuring")
    press(window, "Back")
    qtbot.waitUntil(lambda: "All models are here" in texts_in(window))
    assert texts_in(window).count("installed") == 3


def test_model_that_turns_out_slow_gives_way_to_a_smaller_one(
    start: Open, home: Home, qtbot: QtBot
) -> None:
    home.put("bare", "hold")
    window = start(Step.MODELS)
    _offered(window, qtbot)
    press(window, "Download 1.3 GB")
    qtbot.waitUntil(lambda: "62 % here" in texts_in(window))
    home.put("slow")
    home.take_away("hold")
    qtbot.waitUntil(lambda: "Download 98.4 MB" in buttons(window))
    assert "qwen2.5-coder-1.5b-instruct" not in texts_in(window)
    press(window, "Download 98.4 MB")
    qtbot.waitUntil(lambda: "All models are here" in texts_in(window))
    assert home.chosen[0]["llm.model"] == "smollm2-135m-instruct"


def test_what_has_come_before_is_shown_and_not_fetched_again(
    start: Open, home: Home, qtbot: QtBot
) -> None:
    home.put("bare", "begun")
    window = start(Step.MODELS)
    qtbot.waitUntil(lambda: "Download the other 965.1 MB" in buttons(window))
    assert texts_in(window).count("25 % here") == 3
    assert len([bar for bar in window.findChildren(QProgressBar) if bar.isVisible()]) == 3
