"""Points have room in an overlay of any size."""

from dataclasses import replace
from itertools import pairwise

import pytest
from pytestqt.qtbot import QtBot

from kairo_desktop.session.events import Fault
from kairo_desktop.settings.overlay import OverlaySettings
from kairo_desktop.ui.overlay.window import Overlay
from kairo_desktop.ui.theme import theme_of
from tests.ui.overlay.script import ANCHOR, SCENES, board_after

_SETTINGS = OverlaySettings(theme="dark")


@pytest.fixture
def overlay(qtbot: QtBot) -> Overlay:
    overlay = Overlay(theme_of(_SETTINGS, system_is_dark=True), _SETTINGS)
    qtbot.addWidget(overlay)
    overlay.show()
    return overlay


def _set(overlay: Overlay, settings: OverlaySettings) -> None:
    overlay.set_settings(settings, theme_of(settings, system_is_dark=True))


@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("text_scale", [1.0, 2.0, 3.0])
@pytest.mark.parametrize("height", [1, 320])
def test_however_small_it_is_nothing_covers_the_points(
    overlay: Overlay, text_scale: float, height: int, *, compact: bool
) -> None:
    _set(overlay, _SETTINGS.model_copy(update={"compact": compact, "text_scale": text_scale}))
    fault = Fault("x", "It is gone.", "Plug it in again. " * 9)
    view = board_after([*SCENES["done"](), fault])
    overlay.resize(1, height)
    overlay.show_view(replace(view, pinned=view.cards[-1].points))
    strips = (overlay._top, overlay._pinned, overlay.cards, overlay._notice, overlay._bottom)
    # Moving what has changed its height waits for the event loop.
    layout = overlay.layout()
    assert layout is not None
    layout.activate()
    shown = [strip for strip in strips if strip.isVisible()]
    assert (overlay._notice in shown) is not compact
    for above, below in pairwise(shown):
        assert above.geometry().bottom() < below.geometry().top()
    assert overlay.cards.geometry().top() <= overlay.cards.y() + overlay.cards.hint.y()
    assert not overlay.cards.hint.text()
    if compact:
        row = overlay.cards.cards[-1].rows[0]
        first_line = row.y() + row.text.line_height
        assert overlay.cards.viewport().height() >= first_line


def test_points_that_have_no_room_in_the_pinned_strip_come_back(overlay: Overlay) -> None:
    view = board_after(SCENES["done"]())
    overlay.show_view(replace(view, pinned=view.cards[-1].points))
    overlay.resize(440, 1)
    shown = [block.isVisible() for _, block in overlay._pinned._rows]
    overlay.resize(440, 900)
    assert not all(shown)
    assert all(block.isVisible() for _, block in overlay._pinned._rows)


def test_a_compact_note_takes_one_line_and_the_rest_is_pointed_at(overlay: Overlay) -> None:
    long = replace(ANCHOR, text="p95 from 840 ms to 210 ms " * 9)
    view = board_after(SCENES["done"]())
    overlay.show_view(replace(view, cards=(replace(view.cards[-1], anchor=long),)))
    anchor = overlay.cards.cards[-1]._anchor
    full = anchor.height()
    assert anchor.words.shown_text == long.text
    _set(overlay, _SETTINGS.model_copy(update={"compact": True}))
    assert len(anchor.words.line_starts()) == 1
    assert anchor.height() < full
    assert anchor.words.toolTip() == long.text


@pytest.mark.parametrize(("text_scale", "height"), [(1.0, 300), (3.0, 620)])
def test_a_long_question_makes_way_where_a_page_is_low(
    overlay: Overlay, text_scale: float, height: int
) -> None:
    _set(overlay, _SETTINGS.model_copy(update={"text_scale": 1.0}))
    overlay.resize(440, 900)
    overlay.show_view(board_after(SCENES["long"]()))
    card = overlay.cards.cards[-1]
    assert len(card._question.line_starts()) == 3
    assert not card._question.toolTip()
    _set(overlay, _SETTINGS.model_copy(update={"text_scale": text_scale}))
    overlay.resize(440, height)
    assert len(card._question.line_starts()) == 1
    assert card._question.toolTip() == card.view.question
    assert card._anchor.geometry().bottom() < overlay.cards.viewport().height()
