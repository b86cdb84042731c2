"""Lines that stand do not move, however the text behind them grows."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication

from kairo_desktop.settings.overlay import OverlaySettings
from kairo_desktop.ui.overlay.figures import figures_in
from kairo_desktop.ui.overlay.looks import Looks, looks_of
from kairo_desktop.ui.overlay.text_block import TextBlock, TextStyle
from kairo_desktop.ui.theme import theme_of

_WIDTH = 220
_WORD = st.text("aenrst", min_size=1, max_size=8) | st.sampled_from(["with", "the", "between"])
_FIGURE = st.builds(
    "{} {}".format,
    st.sampled_from(["7", "840", "$12", "99,9", "1,200", "~30"]),
    st.sampled_from(["ms", "%", "GB", "weeks", "k", "steps", "requests", "points", "and"]),
)
_WORDS = st.lists(_WORD | _FIGURE, min_size=1, max_size=40)


@pytest.fixture
def looks(qapp: QApplication) -> Looks:
    settings = OverlaySettings(theme="dark")
    return looks_of(theme_of(settings, system_is_dark=True), settings)


@pytest.fixture
def block(looks: Looks) -> TextBlock:
    fonts = looks.fonts
    return TextBlock(TextStyle(fonts.point, "#ffffff", lead=fonts.lead, lead_words=4))


def _lines(block: TextBlock) -> list[str]:
    starts = (*block.line_starts(), len(block.shown_text))
    return [block.shown_text[a:b].strip() for a, b in pairwise(starts)]


@given(words=_WORDS, step=st.integers(1, 9))
def test_growing_text_never_moves_a_word_that_stands(
    qapp: QApplication, words: list[str], step: int
) -> None:
    settings = OverlaySettings()
    fonts = looks_of(theme_of(settings, system_is_dark=True), settings).fonts
    block = TextBlock(TextStyle(fonts.point, "#ffffff", lead=fonts.lead, lead_words=4))
    text = " ".join(words)
    before: list[str] = []
    for end in (*range(1, len(text), step), len(text)):
        block.show_text(text[:end], growing=end < len(text))
        block.lay_out(_WIDTH)
        lines = _lines(block)
        assert len(lines) >= len(before)
        assert all(new.startswith(old) for new, old in zip(lines, before, strict=False))
        before = lines
    assert " ".join(before) == text


@given(words=_WORDS, width=st.integers(140, 400))
def test_no_line_parts_a_short_figure_from_its_unit(
    qapp: QApplication, words: list[str], width: int
) -> None:
    settings = OverlaySettings()
    fonts = looks_of(theme_of(settings, system_is_dark=True), settings).fonts
    block = TextBlock(TextStyle(fonts.point, "#ffffff", lead=fonts.lead, lead_words=4))
    text = " ".join(words)
    block.show_text(text)
    block.lay_out(width)
    assert block.shown_text == text
    short = [range(start + 1, end) for start, end in figures_in(text) if end - start <= 9]
    assert not any(begin in figure for begin in block.line_starts() for figure in short)


def test_a_first_word_is_shown_before_it_is_complete(block: TextBlock) -> None:
    block.show_text("Cu", growing=True)
    block.lay_out(_WIDTH)
    assert block.shown_text == "Cu"


def test_a_word_at_the_end_of_a_line_waits_until_it_is_complete(block: TextBlock) -> None:
    standing = "aaaa bbbb cccc dddd eeee"
    block.show_text(standing)
    width = 20 + next(w for w in range(60, 600) if block.lay_out(w) == block.line_height)
    block.lay_out(width)
    block.show_text(f"{standing} in", growing=True)
    block.lay_out(width)
    assert block.shown_text == standing
    block.show_text(f"{standing} in")
    block.lay_out(width)
    assert block.shown_text == f"{standing} in"


def test_a_unit_behind_the_lead_stands_out_with_its_number_in_it(block: TextBlock) -> None:
    block.show_text("We cut builds 40 % in 2 days")
    block.lay_out(_WIDTH)
    bold = [(each.start, each.start + each.length) for each in block._layout.formats()]
    assert bold == [(0, 16), (16, 18), (22, 28)]


def test_laying_out_again_with_nothing_new_says_so(block: TextBlock) -> None:
    assert block.show_text("Cut p95")
    assert not block.show_text("Cut p95")


def test_too_many_lines_end_in_an_ellipsis(looks: Looks) -> None:
    block = TextBlock(TextStyle(looks.fonts.body, "#ffffff", max_lines=2))
    block.show_text("a long question " * 20)
    assert block.lay_out(_WIDTH) == 2 * block.line_height
    assert block.shown_text.endswith("…")
    assert block.full_text == "a long question " * 20


def test_a_caption_is_as_high_empty_as_full(looks: Looks) -> None:
    block = TextBlock(TextStyle(looks.fonts.small, "#ffffff", max_lines=2, keep_end=True))
    empty = block.lay_out(_WIDTH)
    block.show_text("and so on " * 30)
    assert block.lay_out(_WIDTH) == empty == 2 * block.line_height


def test_words_in_doubt_are_underlined_without_moving(looks: Looks) -> None:
    text = "and what did you learn from it when it broke"
    block = TextBlock(TextStyle(looks.fonts.small, "#ffffff"))
    block.show_text(text)
    block.resize(_WIDTH, block.lay_out(_WIDTH))
    sure, starts = block.grab().toImage(), block.line_starts()
    block.show_text(text, doubtful_from=9)
    block.lay_out(_WIDTH)
    assert block.line_starts() == starts
    assert block.grab().toImage() != sure


def test_the_text_can_be_heard(block: TextBlock) -> None:
    block.show_text("Cut p95 from 840 ms", growing=True)
    assert block.accessibleName() == "Cut p95 from 840 ms"


def test_a_larger_font_takes_higher_lines(looks: Looks) -> None:
    font = QFont(looks.fonts.point)
    font.setPixelSize(2 * font.pixelSize())
    block = TextBlock(TextStyle(looks.fonts.point, "#ffffff"))
    block.show_text("Cut")
    before = block.lay_out(_WIDTH)
    block.dress(TextStyle(font, "#ffffff"))
    assert block.lay_out(_WIDTH) > 1.8 * before


@pytest.mark.parametrize(
    ("text", "right"), [("Cut p95", False), ("42: שלום", True), ("مرحبا p95", True), ("42", False)]
)
def test_text_stands_at_the_side_it_is_read_from(
    block: TextBlock, text: str, *, right: bool
) -> None:
    block.show_text(text)
    block.lay_out(_WIDTH)
    line = block._layout.lineAt(0).naturalTextRect()
    assert (line.left() > 1) is right
    assert (line.right() > _WIDTH - 1) is right
