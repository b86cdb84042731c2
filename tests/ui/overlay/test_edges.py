"""What leads further down covers nothing, and no line is shown in half."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from kairo_desktop.settings.overlay import OverlaySettings
from kairo_desktop.ui.overlay.buttons import IconButton
from kairo_desktop.ui.overlay.card_list import CardList
from kairo_desktop.ui.overlay.edges import lowest_free
from kairo_desktop.ui.overlay.looks import looks_of
from kairo_desktop.ui.overlay.window import Overlay
from kairo_desktop.ui.theme import theme_of
from tests.ui.overlay.script import POINTS, SCENES, answer, board_after, growth, question

_COMPACT = OverlaySettings(theme="light", compact=True)


@pytest.fixture
def cards(qtbot: QtBot) -> CardList:
    cards = CardList(looks_of(theme_of(_COMPACT, system_is_dark=False), _COMPACT))
    qtbot.addWidget(cards)
    cards.resize(418, 200)
    cards.show()
    cards.show_cards(board_after([question("Why?"), *growth(), answer()]).cards, ())
    return cards


def _place(widget: QWidget, above: QWidget) -> QRect:
    return QRect(widget.mapTo(above, QPoint()), widget.size())


@pytest.mark.parametrize("height", range(60, 200, 10))
def test_the_arrow_lies_on_no_pin_and_on_no_word(cards: CardList, height: int) -> None:
    cards.resize(418, height)
    assert cards.hint.isVisible()
    arrow = cards.hint.geometry()
    assert cards.viewport().geometry().contains(arrow)
    (card,) = cards.cards
    buttons = [each for each in card.findChildren(IconButton) if each.isVisible()]
    words = [row.text for row in card.rows]
    assert not [each for each in (*buttons, *words) if _place(each, cards).intersects(arrow)]


def test_a_compact_overlay_shows_four_points_of_two_lines_whole(qtbot: QtBot) -> None:
    overlay = Overlay(theme_of(_COMPACT, system_is_dark=False), _COMPACT)
    qtbot.addWidget(overlay)
    overlay.show()
    overlay.show_view(board_after(SCENES["done"]()))
    layout = overlay.layout()
    assert layout is not None
    layout.activate()
    card = overlay.cards.cards[-1]
    assert len(card.rows) == len(POINTS) == 4
    assert min(len(row.text.line_starts()) for row in card.rows) == 2
    last = _place(card.rows[-1], overlay.cards)
    assert overlay.cards.viewport().geometry().contains(last)
    assert overlay.cards.hint.isHidden()


def test_how_long_it_took_is_shown_whole_or_not_at_all(qtbot: QtBot) -> None:
    settings = OverlaySettings(theme="light", show_trace=True)
    cards = CardList(looks_of(theme_of(settings, system_is_dark=False), settings))
    qtbot.addWidget(cards)
    cards.show()
    cards.show_cards(board_after(SCENES["done"]()).cards[-1:], ())
    seen = set()
    for height in range(280, 480, 3):
        cards.resize(418, height)
        (card,) = cards.cards
        footer = card._footer
        assert "First words" in footer.full_text
        seen.add(footer.isVisible())
        assert not footer.isVisible() or cards.viewport().geometry().contains(_place(footer, cards))
    assert seen == {True, False}


def test_that_the_notes_say_nothing_is_worth_going_down_for(qtbot: QtBot, cards: CardList) -> None:
    cards.show_cards(board_after(SCENES["not-in-notes"]()).cards[-1:], ())
    (card,) = cards.cards
    end = card.rows[-1].geometry().bottom() + 1
    cards.resize(418, end)
    assert card._footer.isVisible()
    assert cards.hint.isVisible()


@given(
    spans=st.lists(st.tuples(st.integers(0, 300), st.integers(1, 60)), max_size=8),
    height=st.integers(1, 60),
    lowest=st.integers(0, 300),
)
def test_the_lowest_free_place_is_free_or_there_is_none(
    spans: list[tuple[int, int]], height: int, lowest: int
) -> None:
    taken = [(top, top + length) for top, length in spans]

    def free(y: int) -> bool:
        return all(end <= y or y + height <= top for top, end in taken)

    places = [y for y in range(lowest, -1, -1) if free(y)]
    assert lowest_free(taken, height, lowest) == (places[0] if places else lowest)
