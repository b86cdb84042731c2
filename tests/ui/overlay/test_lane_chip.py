"""A lane's meter says how the lane is without color."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from kairo_desktop.audio.health import LaneState
from kairo_desktop.audio.levels import FLOOR_DB
from kairo_desktop.settings.overlay import OverlaySettings
from kairo_desktop.types import Lane
from kairo_desktop.ui.overlay.lane_chip import N_BARS, LaneChip, bars_of
from kairo_desktop.ui.overlay.looks import looks_of
from kairo_desktop.ui.theme import theme_of
from kairo_desktop.ui.views import LaneView

_HEARD = LaneView(Lane.MIC, heard=True, source="Headset", level_db=-20.0)


@pytest.fixture
def chip(qtbot: QtBot) -> LaneChip:
    settings = OverlaySettings(theme="light")
    chip = LaneChip(looks_of(theme_of(settings, system_is_dark=False), settings), Lane.MIC)
    qtbot.addWidget(chip)
    chip.resize(chip.sizeHint())
    return chip


def _gray(chip: LaneChip) -> QImage:
    return chip.grab().toImage().convertToFormat(QImage.Format.Format_Grayscale8)


@given(st.floats(FLOOR_DB, 0.0), st.floats(FLOOR_DB, 0.0))
def test_louder_never_fills_fewer_bars(one: float, other: float) -> None:
    quiet, loud = sorted((one, other))
    assert 0 <= bars_of(quiet) <= bars_of(loud) <= N_BARS


def test_silence_fills_no_bar_and_a_shout_all() -> None:
    assert bars_of(FLOOR_DB) == 0
    assert bars_of(-3.0) == N_BARS


def test_every_state_looks_different_without_color(chip: LaneChip) -> None:
    pictures = []
    for state in (LaneState.OK, LaneState.PAUSED, LaneState.LOST):
        chip.show_lane(replace(_HEARD, state=state))
        pictures.append(_gray(chip))
    assert all(a != b for n, a in enumerate(pictures) for b in pictures[:n])


def test_silence_has_a_mark_and_its_words_are_read_by_pointing(chip: LaneChip) -> None:
    chip.show_lane(_HEARD)
    heard = _gray(chip)
    silent = replace(_HEARD, state=LaneState.SILENT, message="Is it muted?")
    chip.show_lane(silent)
    assert _gray(chip) != heard
    assert "Is it muted" in chip.toolTip()
    chip.show_lane(replace(silent, message="Choose another one."))
    assert "Choose another one" in chip.toolTip()


def test_a_moving_meter_looks_as_if_drawn_afresh(chip: LaneChip, qtbot: QtBot) -> None:
    chip.show()
    for level_db in (-50.0, -14.0, -31.0):
        chip.show_lane(replace(_HEARD, level_db=level_db))
    again = LaneChip(chip.looks, Lane.MIC)
    qtbot.addWidget(again)
    again.resize(chip.size())
    again.show_lane(replace(_HEARD, level_db=-31.0))
    assert chip.grab().toImage() == again.grab().toImage()


@pytest.mark.parametrize(
    ("view", "words"),
    [
        (_HEARD, "Headset"),
        (replace(_HEARD, state=LaneState.PAUSED), "paused"),
        (replace(_HEARD, state=LaneState.LOST), "lost"),
        (replace(_HEARD, state=LaneState.DENIED), "not allowed"),
        (LaneView(Lane.MIC), "not part"),
    ],
)
def test_a_lane_says_how_it_is(chip: LaneChip, view: LaneView, words: str) -> None:
    chip.show_lane(_HEARD)
    chip.show_lane(view)
    assert words in chip.accessibleName()
    assert chip.toolTip() == chip.accessibleName()


def test_a_lane_that_is_left_out_cannot_be_paused(chip: LaneChip) -> None:
    chip.show_lane(_HEARD)
    chip.show_lane(LaneView(Lane.MIC))
    assert not chip.isEnabled()
