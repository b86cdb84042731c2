from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.crawl import crawl


def _window(qtbot: QtBot, *widgets: QWidget) -> QWidget:
    window = QWidget()
    column = QVBoxLayout(window)
    for widget in widgets:
        column.addWidget(widget)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    return window


def test_a_button_that_does_nothing_is_found(qtbot: QtBot) -> None:
    label, works, dead = QLabel("before"), QPushButton("&Works"), QPushButton("Dead")
    works.clicked.connect(lambda: label.setText("after"))
    found = crawl(_window(qtbot, label, works, dead))
    assert found.pressed == ["Works", "Dead"]
    assert found.silent == ["Dead"]


def test_effects_outside_of_the_window_count(qtbot: QtBot) -> None:
    sent: list[str] = []
    button = QPushButton("Send")
    button.clicked.connect(lambda: sent.append("x"))
    assert crawl(_window(qtbot, button), effects=lambda: len(sent)).silent == []


def test_a_button_that_appears_is_pressed_too(qtbot: QtBot) -> None:
    first, second = QPushButton("First"), QPushButton("Second")
    window = _window(qtbot, first, second)
    second.hide()
    first.clicked.connect(second.show)
    found = crawl(window)
    assert found.pressed == ["First", "Second"]
    assert found.silent == ["Second"]


def test_a_disabled_button_needs_a_reason_and_every_button_a_name(qtbot: QtBot) -> None:
    mute, told, blank = QPushButton("Mute"), QPushButton("Told"), QPushButton()
    mute.setEnabled(False)
    told.setEnabled(False)
    told.setToolTip("Type something first.")
    blank.clicked.connect(blank.hide)
    found = crawl(_window(qtbot, mute, told, blank))
    assert found.unexplained == ["Mute"]
    assert len(found.nameless) == 1


def test_parts_of_fields_and_what_is_skipped_are_left_alone(qtbot: QtBot) -> None:
    field, button = QLineEdit("text"), QPushButton("Delete the world")
    field.setClearButtonEnabled(True)
    window = _window(qtbot, field, button)
    found = crawl(window, skip=lambda each: each is button)
    assert found.pressed == []
