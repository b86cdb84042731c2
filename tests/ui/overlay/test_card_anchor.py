"""The note on a card says whether it answers the question."""

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from kairo_desktop.settings.overlay import OverlaySettings
from kairo_desktop.ui.overlay.window import Overlay
from kairo_desktop.ui.theme import theme_of
from tests.ui.overlay.script import ANCHOR, SCENES, board_after


@pytest.mark.parametrize("not_in_notes", [False, True])
def test_a_note_beside_not_in_your_notes_is_only_the_nearest_one(
    qtbot: QtBot, *, not_in_notes: bool
) -> None:
    settings = OverlaySettings(theme="dark")
    overlay = Overlay(theme_of(settings, system_is_dark=True), settings)
    qtbot.addWidget(overlay)
    overlay.show()
    view = board_after(SCENES["done"]())
    card = replace(view.cards[-1], anchor=ANCHOR, not_in_notes=not_in_notes)
    overlay.show_view(replace(view, cards=(card,)))
    block = overlay.cards.cards[-1]._anchor
    assert block.isVisible()
    assert block.words.shown_text == ANCHOR.text
    assert ("Nearest note" in block._heading.shown_text) == not_in_notes
    assert ("Nearest note" in block._heading.accessibleName()) == not_in_notes
