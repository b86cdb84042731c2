"""A line at the edge of a list that goes on is not cut."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage, QRegion
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from kairo_desktop.session.events import Item
from kairo_desktop.settings.overlay import OverlaySettings
from kairo_desktop.ui.overlay.card_list import CardList
from kairo_desktop.ui.overlay.fade import Fade
from kairo_desktop.ui.overlay.looks import Looks, looks_of
from kairo_desktop.ui.theme import theme_of
from tests.ui.overlay.script import board_after, growth, question


@pytest.fixture
def looks() -> Looks:
    settings = OverlaySettings(theme="light")
    return looks_of(theme_of(settings, system_is_dark=False), settings)


@pytest.fixture
def cards(qtbot: QtBot, looks: Looks) -> CardList:
    cards = CardList(looks)
    qtbot.addWidget(cards)
    cards.resize(420, 160)
    cards.show()
    cards.show_cards(board_after([question("Why?"), *growth()]).cards, ())
    return cards


def _fade(cards: CardList, edge: Qt.Edge = Qt.Edge.BottomEdge) -> Fade:
    (fade,) = [fade for fade in cards.findChildren(Fade) if fade.edge is edge]
    return fade


def test_it_lies_over_the_lower_edge_while_there_is_more_below(cards: CardList) -> None:
    fade = _fade(cards)
    assert fade.isVisible()
    assert fade.geometry().bottom() == cards.viewport().geometry().bottom()
    cards.verticalScrollBar().setValue(cards.verticalScrollBar().maximum())
    assert not fade.isVisible()
    cards.verticalScrollBar().setValue(0)
    assert fade.isVisible()
    cards.resize(420, 900)
    assert not fade.isVisible()


def test_a_line_cut_at_the_upper_edge_fades_and_a_question_that_begins_there_does_not(
    cards: CardList,
) -> None:
    fade = _fade(cards, Qt.Edge.TopEdge)
    assert not fade.isVisible()
    cards.verticalScrollBar().setValue(30)
    assert fade.isVisible()
    assert fade.geometry().top() == cards.viewport().geometry().top()
    newer: list[Item] = [question("Why?"), *growth(), question("And then?", turn_id=2)]
    cards.show_cards(board_after(newer).cards, ())
    cards.hint.click()
    assert not fade.isVisible()


@pytest.mark.parametrize("edge", [Qt.Edge.TopEdge, Qt.Edge.BottomEdge])
def test_it_is_the_ground_at_the_edge_and_clear_inside(
    cards: CardList, looks: Looks, edge: Qt.Edge
) -> None:
    fade = _fade(cards, edge)
    fade.cover(cards.size())
    picture = QImage(fade.size(), QImage.Format.Format_ARGB32)
    picture.fill(QColor("red"))
    fade.render(picture, QPoint(), QRegion(), QWidget.RenderFlag(0))
    ends = [picture.pixelColor(5, 0), picture.pixelColor(5, fade.height() - 1)]
    inside, outside = ends if edge is Qt.Edge.BottomEdge else reversed(ends)
    assert inside.green() < 40
    assert outside.green() > 230
