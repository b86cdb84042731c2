"""Captions, pinned points and notices around the cards."""

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from kairo_desktop.settings.overlay import OverlaySettings
from kairo_desktop.types import Lane
from kairo_desktop.ui.overlay.looks import Looks, looks_of
from kairo_desktop.ui.overlay.notices import Notice, Weight
from kairo_desktop.ui.overlay.strips import CaptionStrip, NoticeStrip, PinnedStrip
from kairo_desktop.ui.overlay.text_block import TextBlock
from kairo_desktop.ui.theme import theme_of
from tests.ui.overlay.script import POINTS, board_after, hypothesis, point


@pytest.fixture
def looks() -> Looks:
    settings = OverlaySettings(theme="light")
    return looks_of(theme_of(settings, system_is_dark=False), settings)


@pytest.fixture
def captions(qtbot: QtBot, looks: Looks) -> CaptionStrip:
    strip = CaptionStrip(looks)
    qtbot.addWidget(strip)
    strip.resize(400, 80)
    strip.show()
    return strip


def test_captions_keep_their_height_while_people_speak(captions: CaptionStrip) -> None:
    before = captions.height()
    for n_words in (1, 30, 90):
        said = hypothesis(Lane.SYSTEM, "and so on " * n_words, "perhaps")
        captions.show_captions(board_after([said]).captions)
        assert captions.height() == before


def test_the_newest_words_of_a_caption_are_in_sight(captions: CaptionStrip) -> None:
    said = hypothesis(Lane.SYSTEM, "and so on " * 40, "at last")
    captions.show_captions(board_after([said]).captions)
    block = captions.findChildren(TextBlock)[0]
    assert block.shown_text.endswith("at last")
    assert block.accessibleDescription() == "The call"


def test_a_caption_that_begins_in_the_middle_says_so(captions: CaptionStrip) -> None:
    def before_the_words() -> QImage:
        block = captions.findChildren(TextBlock)[0]
        return captions.grab(QRect(18, block.y(), block.x() - 18, block.line_height)).toImage()

    captions.show_captions(board_after([hypothesis(Lane.SYSTEM, "It is short")]).captions)
    empty = before_the_words()
    captions.show_captions(board_after([hypothesis(Lane.SYSTEM, "and so on " * 40)]).captions)
    assert before_the_words() != empty
    captions.show_captions(board_after([hypothesis(Lane.SYSTEM, "It is short")]).captions)
    assert before_the_words() == empty


def test_a_lane_that_has_said_nothing_says_so(captions: CaptionStrip) -> None:
    captions.show_captions(board_after([]).captions)
    texts = [block.shown_text for block in captions.findChildren(TextBlock)]
    assert texts == ["Nothing said in the call yet", "Nothing said by you yet"]


def test_pinned_points_are_shown_and_let_go(qtbot: QtBot, looks: Looks) -> None:
    strip = PinnedStrip(looks)
    qtbot.addWidget(strip)
    strip.resize(400, 20)
    strip.show_points((point(0, POINTS[0]), point(2, POINTS[2])))
    assert [block.full_text for _, block in strip._rows] == [POINTS[0], POINTS[2]]
    with qtbot.waitSignal(strip.pin_wanted) as caught:
        strip._rows[1][0].click()
    assert caught.args == [1, 2]
    strip.show_points(())
    assert strip.isHidden()


def test_a_hairline_parts_pinned_points_from_the_question_below(qtbot: QtBot, looks: Looks) -> None:
    strip = PinnedStrip(looks)
    qtbot.addWidget(strip)
    strip.resize(400, 20)
    strip.show_points((point(0, POINTS[0]),))
    picture = strip.grab().toImage()
    last = picture.height() - 1
    line = {picture.pixelColor(x, last).name() for x in range(picture.width())}
    assert line == {looks.colors.line}


def test_a_notice_takes_the_lines_it_needs_and_goes_again(qtbot: QtBot, looks: Looks) -> None:
    strip = NoticeStrip(looks)
    qtbot.addWidget(strip)
    strip.resize(400, 20)
    strip.show_notice(Notice(Weight.WARN, "Plug it in."))
    one = strip.height()
    strip.show_notice(Notice(Weight.WARN, "Plug it in, or choose another one in Settings. " * 3))
    assert strip.height() > one
    strip.set_room(0)
    assert strip.height() == one == strip.least_height
    assert strip.toolTip() == strip.text
    strip.show_notice(None)
    assert strip.isHidden()
    assert strip.text == ""
