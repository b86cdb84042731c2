"""What the user reads stays where it is, whatever comes."""

from collections.abc import Iterable
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot

from kairo_desktop.session.events import AnchorFound, Item
from kairo_desktop.settings.overlay import OverlaySettings
from kairo_desktop.types import QuestionState
from kairo_desktop.ui.overlay.attention import Attention
from kairo_desktop.ui.overlay.card_list import CardList
from kairo_desktop.ui.overlay.looks import Looks, looks_of
from kairo_desktop.ui.overlay.text_block import TextBlock
from kairo_desktop.ui.theme import theme_of
from tests.fakes.hand_clock import HandClock
from tests.ui.overlay.script import ANCHOR, POINTS, answer, board_after, growth, point, question

_LONG = [f"{text} {text} {text}" for text in POINTS]


@pytest.fixture
def looks() -> Looks:
    settings = OverlaySettings(theme="dark")
    return looks_of(theme_of(settings, system_is_dark=True), settings)


@pytest.fixture
def cards(qtbot: QtBot, looks: Looks) -> CardList:
    cards = CardList(looks)
    qtbot.addWidget(cards)
    cards.resize(420, 400)
    cards.show()
    return cards


def _show(cards: CardList, items: Iterable[Item]) -> None:
    cards.show_cards(board_after(items).cards, ())


def _lines(cards: CardList) -> list[tuple[int, str]]:
    """Every line of every point, and how far below the upper edge of the list it stands."""
    found = []
    for card in cards.cards:
        for row in card.rows:
            block = row.text
            top = block.mapTo(cards, QPoint()).y()
            starts = (*block.line_starts(), len(block.shown_text))
            for number, start in enumerate(starts[:-1]):
                line = block.shown_text[start : starts[number + 1]].strip()
                found.append((top + number * block.line_height, line))
    return found


def _value(cards: CardList) -> int:
    return cards.verticalScrollBar().value()


def test_a_growing_answer_moves_no_line_that_stands(cards: CardList) -> None:
    items: list[Item] = [question("Earlier?", 1), answer(1), question("Now?", 2)]
    _show(cards, items)
    before: list[tuple[int, str]] = []
    for grown in growth(_LONG, 2):
        items.append(grown)
        _show(cards, items)
        after = [line for line in _lines(cards) if line[0] >= 0]
        assert all(
            old_top == new_top and new.startswith(old)
            for (old_top, old), (new_top, new) in zip(before, after, strict=False)
        )
        before = after
    assert len(before) > 8


def test_a_new_question_comes_to_the_upper_edge(cards: CardList) -> None:
    _show(cards, [question("One?", 1), answer(1), question("Two?", 2), answer(2)])
    assert cards.cards[-1].mapTo(cards, QPoint()).y() == 0


def test_whoever_has_scrolled_away_stays_there_and_sees_a_hint(cards: CardList) -> None:
    items: list[Item] = [question("One?", 1), answer(1), question("Two?", 2), answer(2)]
    _show(cards, items)
    cards.verticalScrollBar().setValue(30)
    before = _lines(cards)
    _show(cards, [*items, question("Three?", 3), answer(3)])
    assert _lines(cards)[: len(before)] == before
    assert cards.hint.isVisible()
    assert cards.hint.accessibleName() == "New question below"


@pytest.mark.parametrize(("waits_s", "follows"), [(4.0, False), (6.0, True)])
def test_a_confirmed_question_brings_back_whoever_has_stopped_scrolling(
    qtbot: QtBot, looks: Looks, waits_s: float, *, follows: bool
) -> None:
    clock = HandClock()
    cards = CardList(looks, attention=Attention(clock))
    qtbot.addWidget(cards)
    cards.resize(420, 400)
    cards.show()
    items: list[Item] = [question("One?", 1), answer(1, _LONG), question("Two?", 2), answer(2)]
    _show(cards, items)
    cards.verticalScrollBar().setValue(10)
    clock.now_s += waits_s
    items.append(replace(question("Three?", 3), state=QuestionState.TENTATIVE))
    _show(cards, items)
    assert _value(cards) == 10
    items.append(question("Three?", 3))
    _show(cards, items)
    newest = cards.cards[-1].mapTo(cards, QPoint()).y()
    assert (newest == 0) is follows
    assert cards.hint.isVisible() is not follows


def test_the_hint_leads_to_the_newest_question(cards: CardList, qtbot: QtBot) -> None:
    items: list[Item] = [question("One?", 1), answer(1), question("Two?", 2), answer(2)]
    _show(cards, items)
    cards.verticalScrollBar().setValue(0)
    _show(cards, [*items, question("Three?", 3), answer(3, POINTS[:2])])
    cards.hint.click()
    assert cards.cards[-1].mapTo(cards, QPoint()).y() == 0
    assert not cards.hint.isVisible()


def test_an_answer_longer_than_the_window_says_that_there_is_more(cards: CardList) -> None:
    _show(cards, [question("One?", 1), *growth(_LONG)])
    assert _value(cards) == 0
    assert cards.hint.isVisible()
    assert cards.hint.accessibleName() == "More below"


def test_who_reads_the_end_of_a_long_answer_stays_at_its_end(cards: CardList) -> None:
    items: list[Item] = [question("One?", 1), *growth(_LONG)]
    _show(cards, items)
    bar = cards.verticalScrollBar()
    bar.setValue(bar.maximum())
    _show(cards, [*items, point(4, "And one more that is long enough to take two lines, here.")])
    assert _value(cards) == bar.maximum()


def test_a_withdrawn_question_gives_the_place_back(cards: CardList) -> None:
    items: list[Item] = [question("One?", 1), answer(1)]
    _show(cards, items)
    before = _lines(cards)
    doubt = question("Two?", 2, QuestionState.TENTATIVE)
    _show(cards, [*items, doubt, point(0, "Perhaps", 2, final=False)])
    assert _lines(cards) != before
    _show(cards, [*items, doubt, replace(doubt, state=QuestionState.WITHDRAWN)])
    assert _lines(cards) == before


def test_a_doubtful_question_that_goes_gives_back_the_very_line(cards: CardList) -> None:
    items: list[Item] = [question("One?", 1), answer(1, _LONG)]
    _show(cards, items)
    cards.verticalScrollBar().setValue(60)
    doubt = question("Two?", 2, QuestionState.TENTATIVE)
    _show(cards, [*items, doubt])
    assert _value(cards) != 60
    _show(cards, [*items, doubt, replace(doubt, state=QuestionState.WITHDRAWN)])
    assert _value(cards) == 60


def test_what_comes_before_the_window_has_its_size_stands_at_the_upper_edge(
    qtbot: QtBot, looks: Looks
) -> None:
    cards = CardList(looks)
    qtbot.addWidget(cards)
    _show(cards, [question("One?", 1), answer(1), question("Two?", 2), answer(2, POINTS[:2])])
    cards.resize(420, 400)
    cards.show()
    cards.resize(430, 600)
    assert cards.cards[-1].mapTo(cards, QPoint()).y() == 0


def test_resizing_keeps_the_place_in_a_long_answer(cards: CardList) -> None:
    _show(cards, [question("One?", 1), answer(1), question("Two?", 2), answer(2, _LONG)])
    top = _value(cards)
    cards.verticalScrollBar().setValue(top + 60)
    cards.resize(420, 380)
    assert _value(cards) == top + 60


def test_a_repeated_question_comes_back_to_the_upper_edge(cards: CardList) -> None:
    items: list[Item] = [question("One?", 1), answer(1), question("Two?", 2), answer(2)]
    _show(cards, items)
    _show(cards, [*items, replace(question("One?", 1), repeat_of=1)])
    assert [card.view.turn_id for card in cards.cards] == [2, 1]
    assert cards.cards[-1].mapTo(cards, QPoint()).y() == 0


def test_another_answer_takes_the_place_of_the_first(cards: CardList) -> None:
    items: list[Item] = [question("One?", 1), answer(1)]
    _show(cards, items)
    _show(cards, [*items, question("One?", 1), point(0, "Quite another", final=False)])
    assert [row.point.text for row in cards.cards[0].rows] == ["Quite another"]


def test_points_that_only_grow_keep_their_widgets(cards: CardList) -> None:
    items: list[Item] = [question("One?", 1), *growth(POINTS[:2])]
    _show(cards, items)
    rows = cards.cards[0].rows
    _show(cards, [*items, *growth(POINTS), answer(1)])
    assert cards.cards[0].rows[:2] == rows


def test_pinning_says_which_point(cards: CardList, qtbot: QtBot) -> None:
    view = board_after([question("One?", 1), answer(1)])
    cards.show_cards(view.cards, ())
    row = cards.cards[0].rows[1]
    with qtbot.waitSignal(cards.pin_wanted) as caught:
        row._pin.click()
    assert caught.args == [1, 1]
    cards.show_cards(view.cards, (view.cards[0].points[1],))
    assert row._pin.accessibleName() == "Let go"
    assert cards.cards[0].rows[0]._pin.accessibleName() == "Keep in sight"


def _hundred() -> list[Item]:
    turns = range(1, 101)
    return [item for n in turns for item in (question(f"Number {n}?", n), answer(n))]


def test_a_long_session_keeps_few_widgets(cards: CardList) -> None:
    _show(cards, _hundred())
    assert len(cards.cards) < 12
    assert cards.cards[-1].view.turn_id == 100


def test_an_old_question_can_be_scrolled_back_to(cards: CardList) -> None:
    _show(cards, _hundred())
    cards.verticalScrollBar().setValue(0)
    assert cards.cards[0].view.question == "Number 1?"
    assert cards.cards[0].mapTo(cards, QPoint()).y() == 0
    assert len(cards.cards) < 12


def test_scrolling_back_page_by_page_shows_every_question_whole(cards: CardList) -> None:
    _show(cards, _hundred())
    bar = cards.verticalScrollBar()
    seen = set()
    while bar.value() > 0:
        bar.setValue(bar.value() - 50)
        for card in cards.cards:
            top = card.mapTo(cards, QPoint()).y()
            if 0 <= top <= cards.height() - card.height():
                seen.add(card.view.turn_id)
    assert seen == set(range(1, 101))


def test_every_text_lies_inside_its_card_at_any_width(cards: CardList) -> None:
    _show(cards, [question("One? " * 30, 1), AnchorFound(1, ANCHOR), answer(1, _LONG)])
    for width in (180, 300, 420, 900):
        cards.resize(width, 400)
        for card in cards.cards:
            for block in card.findChildren(TextBlock):
                top_left = block.mapTo(card, QPoint())
                assert top_left.x() + block.width() <= card.width()
                assert top_left.y() + block.height() <= card.height()


def test_other_looks_keep_all_texts(cards: CardList) -> None:
    settings = OverlaySettings(theme="light", text_scale=2.0, compact=True)
    _show(cards, [question("One?", 1), AnchorFound(1, ANCHOR), answer(1)])
    height = cards.cards[0].height()
    cards.dress(looks_of(theme_of(settings, system_is_dark=False), settings))
    assert cards.cards[0].height() > height
    assert [row.text.shown_text for row in cards.cards[0].rows] == list(POINTS)


def test_who_sees_the_end_of_an_answer_still_does_when_a_pinned_point_takes_room(
    cards: CardList,
) -> None:
    items: list[Item] = [question("Now?", 1), *growth(_LONG, 1)]
    cards.resize(420, 700)
    _show(cards, items)
    assert cards.hint.isHidden()
    view = board_after(items)
    cards.show_cards(view.cards, view.cards[0].points[:1])
    cards.resize(420, 300)
    assert cards.hint.isHidden()
    assert _value(cards) == cards.verticalScrollBar().maximum() > 0
    cards.resize(420, 200)
    _show(cards, [*items, question("And then?", 2)])
    assert cards.cards[-1].mapTo(cards, QPoint()).y() == 0


def test_a_window_made_smaller_goes_on_showing_the_beginning(cards: CardList) -> None:
    _show(cards, [question("Now?", 1), *growth(_LONG, 1)])
    cards.resize(420, 200)
    assert _value(cards) == 0
    assert not cards.hint.isHidden()


def test_words_that_only_fill_a_line_move_nothing(
    cards: CardList, monkeypatch: pytest.MonkeyPatch
) -> None:
    items: list[Item] = [question("Now?", 1), point(0, "Cut")]
    _show(cards, items)
    stacked = []
    monkeypatch.setattr(cards, "_stack", lambda *given: stacked.append(given))
    _show(cards, [*items, point(0, "Cut it")])
    assert not stacked
    _show(cards, [*items, point(0, "Cut it and then " * 9)])
    assert stacked
