"""Buttons with words: their key is not underlined, their ring is for who comes by keys."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from kairo_desktop.ui.settings.buttons import WordButton, button


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    window = QWidget()
    qtbot.addWidget(window)
    return window


@pytest.fixture
def pair(qtbot: QtBot, window: QWidget) -> tuple[WordButton, WordButton]:
    column = QVBoxLayout(window)
    one, other = button("&Continue", "primary"), button("&Skip", "quiet")
    column.addWidget(one)
    column.addWidget(other)
    window.show()
    qtbot.waitUntil(window.isActiveWindow)
    return one, other


def test_a_key_works_and_is_not_underlined(
    qtbot: QtBot, pair: tuple[WordButton, WordButton]
) -> None:
    one, _ = pair
    assert one.text() == "Continue"
    assert one.shortcut() == QKeySequence("Alt+C")
    one.setText("&Go on")
    assert (one.text(), one.shortcut()) == ("Go on", QKeySequence("Alt+G"))
    with qtbot.waitSignal(one.clicked):
        QTest.keyClick(one.window(), Qt.Key.Key_G, Qt.KeyboardModifier.AltModifier)


def test_only_who_comes_by_keys_is_shown_a_ring(
    qtbot: QtBot, pair: tuple[WordButton, WordButton]
) -> None:
    one, other = pair
    assert one.hasFocus()
    assert one.property("ring") is False
    other.setFocus()
    one.setFocus()
    assert one.property("ring") is False
    QTest.keyClick(one, Qt.Key.Key_Tab)
    assert other.hasFocus()
    assert other.property("ring") is True
    QTest.keyClick(other, Qt.Key.Key_Backtab)
    assert one.property("ring") is True
