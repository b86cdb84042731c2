"""No window is ever out of sight."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect, QSize

from kairo_desktop.settings.overlay import OverlayPlace
from kairo_desktop.ui.overlay.place import badge_point, beside, first_place, inside, restored

_PLACES = st.integers(-20_000, 20_000)
_SIZES = st.integers(1, 6_000)
_RECTS = st.builds(QRect, _PLACES, _PLACES, _SIZES, _SIZES)
_FREE = QRect(0, 30, 1280, 770)
_SECOND = QRect(1280, 0, 1920, 1080)


@given(_RECTS, _RECTS)
def test_what_is_moved_into_sight_is_wholly_in_sight(wanted: QRect, free: QRect) -> None:
    assert free.contains(inside(wanted, free))


@given(_RECTS, _RECTS)
def test_what_is_in_sight_stays_where_it_is(wanted: QRect, free: QRect) -> None:
    once = inside(wanted, free)
    assert inside(once, free) == once
    if free.contains(wanted):
        assert once == wanted


def test_a_place_is_found_again_on_its_monitor() -> None:
    place = OverlayPlace("HDMI-1", 100, 50, 440, 620)
    screens = [("eDP-1", _FREE), ("HDMI-1", _SECOND)]
    assert restored(place, screens) == QRect(1380, 50, 440, 620)


@pytest.mark.parametrize(("x", "y"), [(9999, 9999), (-3000, 0), (1400, 300)])
def test_a_place_on_a_monitor_that_is_gone_comes_to_the_primary_one(x: int, y: int) -> None:
    place = OverlayPlace("HDMI-1", x, y, 440, 620)
    found = restored(place, [("eDP-1", _FREE)])
    assert _FREE.contains(found)
    assert found.size() == QSize(440, 620)


def test_a_window_larger_than_the_monitor_shrinks() -> None:
    place = OverlayPlace("eDP-1", -5, -5, 4000, 3000)
    assert restored(place, [("eDP-1", _FREE)]) == _FREE


@given(_RECTS)
def test_while_no_monitor_is_on_a_window_keeps_its_size_and_place(wanted: QRect) -> None:
    assert inside(wanted, QRect(0, 0, 0, 0)) == wanted


def test_the_first_place_is_the_upper_right_corner() -> None:
    assert first_place(QSize(440, 620), _FREE, 24) == QRect(816, 54, 440, 620)


@pytest.mark.parametrize(
    ("overlay", "y"),
    [
        (QRect(400, 200, 440, 300), 162),
        (QRect(400, 30, 440, 300), 338),
        (QRect(400, 30, 440, 770), 38),
    ],
)
def test_the_badge_stands_above_else_below_else_on_the_overlay(overlay: QRect, y: int) -> None:
    assert badge_point(overlay, QSize(240, 30), _FREE, 8) == QPoint(500, y)


def test_the_badge_of_an_overlay_at_the_edge_is_in_sight() -> None:
    point = badge_point(QRect(1270, 200, 100, 100), QSize(240, 30), _FREE, 8)
    assert _FREE.contains(QRect(point, QSize(240, 30)))


_SCREEN = QRect(0, 32, 1920, 1048)


@pytest.mark.parametrize(
    ("overlay", "place"),
    [
        pytest.param(QRect(1456, 24, 440, 620), QRect(470, 180, 980, 720), id="no need"),
        pytest.param(QRect(1200, 24, 440, 620), QRect(208, 180, 980, 720), id="left"),
        pytest.param(QRect(100, 24, 440, 620), QRect(552, 180, 980, 720), id="right"),
        pytest.param(QRect(880, 24, 440, 620), QRect(0, 180, 868, 720), id="narrower"),
        pytest.param(QRect(540, 24, 840, 620), QRect(0, 180, 700, 720), id="no room"),
    ],
)
def test_a_window_stands_beside_the_overlay(overlay: QRect, place: QRect) -> None:
    assert beside(QRect(470, 180, 980, 720), overlay, _SCREEN, 700) == place


@given(_RECTS, _RECTS, st.integers(1, 900))
def test_a_window_beside_the_overlay_is_in_sight(
    wanted: QRect, overlay: QRect, least_width: int
) -> None:
    place = beside(wanted, overlay, _SCREEN, least_width)
    assert _SCREEN.contains(place)
    assert place.width() <= wanted.width()
