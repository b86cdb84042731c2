"""The overlay as its user and its neighbors see it."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleInterface,
    QCloseEvent,
    QGuiApplication,
    QMouseEvent,
)
from PySide6.QtWidgets import QAbstractButton, QMenu, QWidget
from pytestqt.qtbot import QtBot

from kairo_desktop.audio.health import LaneHealth, LaneState
from kairo_desktop.settings.overlay import OverlayPlace, OverlaySettings
from kairo_desktop.types import Lane
from kairo_desktop.ui.commands import AppCommand
from kairo_desktop.ui.overlay.window import Overlay
from kairo_desktop.ui.theme import theme_of
from kairo_desktop.ui.views import BoardView, Phase
from tests.ui.overlay.script import ANCHOR, POINTS, SCENES, board_after

_SETTINGS = OverlaySettings(theme="dark")


@pytest.fixture
def overlay(qtbot: QtBot) -> Overlay:
    overlay = Overlay(theme_of(_SETTINGS, system_is_dark=True), _SETTINGS)
    qtbot.addWidget(overlay)
    overlay.show()
    return overlay


def _set(overlay: Overlay, settings: OverlaySettings) -> None:
    overlay.set_settings(settings, theme_of(settings, system_is_dark=True))


def _button(overlay: QWidget, label: str) -> QAbstractButton:
    buttons = overlay.findChildren(QAbstractButton)
    return next(b for b in buttons if b.accessibleName().startswith(label) and b.isVisible())


def _heard(interface: QAccessibleInterface) -> Iterator[str]:
    """All that a screen reader can read."""
    yield interface.text(QAccessible.Text.Name)
    for number in range(interface.childCount()):
        yield from _heard(interface.child(number))


def test_it_stays_above_all_windows_and_takes_no_focus(overlay: Overlay) -> None:
    flags = overlay.windowFlags()
    assert flags & Qt.WindowType.WindowStaysOnTopHint
    assert flags & Qt.WindowType.FramelessWindowHint
    assert flags & Qt.WindowType.WindowDoesNotAcceptFocus
    assert overlay.testAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)


def test_a_screen_reader_reads_question_anchor_points_and_state(overlay: Overlay) -> None:
    view = board_after(SCENES["done"]())
    overlay.show_view(view)
    interface = QAccessible.queryAccessibleInterface(overlay)
    assert interface is not None
    heard = list(_heard(interface))
    assert set(POINTS) <= set(heard)
    assert {view.cards[-1].question, ANCHOR.text, "Listening", "0 connections"} <= set(heard)
    assert any("Built-in Microphone" in text for text in heard)


@pytest.mark.parametrize(
    ("label", "command"),
    [
        ("Answer what", AppCommand.ANSWER_NOW),
        ("Answer again", AppCommand.AGAIN),
        ("The call", AppCommand.PAUSE_SYSTEM),
        ("Your microphone", AppCommand.PAUSE_MIC),
        ("Pause both", AppCommand.PAUSE),
        ("Stop", AppCommand.STOP),
        ("Show less", AppCommand.COMPACT),
        ("Hide", AppCommand.HIDE),
    ],
)
def test_buttons_say_what_the_user_wants(
    overlay: Overlay, qtbot: QtBot, label: str, command: AppCommand
) -> None:
    overlay.show_view(board_after(SCENES["done"]()))
    with qtbot.waitSignal(overlay.commanded) as caught:
        _button(overlay, label).click()
    assert caught.args == [command]


def test_before_a_session_it_offers_to_start_one(overlay: Overlay, qtbot: QtBot) -> None:
    with qtbot.waitSignal(overlay.commanded) as caught:
        _button(overlay, "Start").click()
    assert caught.args == [AppCommand.START]


def test_when_both_lanes_are_paused_it_offers_to_go_on(overlay: Overlay) -> None:
    overlay.show_view(board_after(SCENES["paused"]()))
    assert _button(overlay, "Hear both again")


def test_all_other_wishes_stand_in_its_menu(overlay: Overlay, qtbot: QtBot) -> None:
    overlay.show_view(board_after(SCENES["done"]()))
    _button(overlay, "More").click()
    menu = overlay.findChild(QMenu)
    assert menu is not None
    wished: list[AppCommand] = []
    overlay.commanded.connect(wished.append)
    for action in menu.actions():
        action.trigger()
    assert {AppCommand.SETTINGS, AppCommand.HISTORY, AppCommand.QUIT} <= set(wished)
    assert {AppCommand.CLICK_THROUGH, AppCommand.COMPACT, AppCommand.STOP} <= set(wished)
    menu.close()


def test_a_silent_microphone_stands_in_the_menu_and_in_no_box(overlay: Overlay) -> None:
    silent = LaneHealth(Lane.MIC, LaneState.SILENT, "Headset", "Is it muted?")
    overlay.show_view(board_after([*SCENES["done"](), silent]))
    assert not overlay._notice.isVisible()
    _button(overlay, "More").click()
    (menu,) = overlay.findChildren(QMenu)
    assert menu.actions()[0].text() == "Your microphone: Is it muted?"
    menu.close()


def test_pinning_a_point_says_which(overlay: Overlay, qtbot: QtBot) -> None:
    view = board_after(SCENES["done"]())
    overlay.show_view(view)
    with qtbot.waitSignal(overlay.pinned) as caught:
        overlay.cards.cards[-1].rows[2]._pin.click()
    assert caught.args == [2, 2]


def test_a_pinned_point_stands_above_the_cards_until_it_is_let_go(
    overlay: Overlay, qtbot: QtBot
) -> None:
    view = board_after(SCENES["done"]())
    overlay.show_view(replace(view, pinned=view.cards[0].points[:1]))
    with qtbot.waitSignal(overlay.pinned) as caught:
        overlay._pinned._rows[0][0].click()
    assert caught.args == [1, 0]


def test_copying_takes_the_question_and_its_points(overlay: Overlay, qtbot: QtBot) -> None:
    overlay.show_view(board_after(SCENES["done"]()))
    button = overlay.cards.cards[-1]._copy
    button.click()
    copied = QGuiApplication.clipboard().text()
    assert all(text in copied for text in POINTS)
    assert button.accessibleName() == "Copied"
    qtbot.waitUntil(lambda: button.accessibleName() == "Copy question and points")


def test_above_full_screen_windows_it_leaves_the_window_manager(
    overlay: Overlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QGuiApplication, "platformName", lambda: "xcb")
    overlay.show_view(board_after(SCENES["done"]()))
    place = overlay.place()
    _set(overlay, _SETTINGS.model_copy(update={"above_fullscreen": True}))
    assert overlay.windowFlags() & Qt.WindowType.X11BypassWindowManagerHint
    assert overlay.isVisible()
    assert overlay.place() == place
    _set(overlay, _SETTINGS)
    assert not overlay.windowFlags() & Qt.WindowType.X11BypassWindowManagerHint


def test_compact_leaves_anchor_and_points(overlay: Overlay) -> None:
    overlay.show_view(board_after(SCENES["done"]()))
    before = overlay.height()
    _set(overlay, _SETTINGS.model_copy(update={"compact": True}))
    assert overlay.height() < before
    card = overlay.cards.cards[-1]
    assert not card._question.isVisible()
    assert card._anchor.isVisible()
    assert all(row.text.isVisible() and not row._sources.isVisible() for row in card.rows)
    assert not overlay._captions.isVisible()
    _set(overlay, _SETTINGS)
    assert overlay.height() == before
    assert card._question.isVisible()


def test_a_hidden_overlay_catches_up_when_it_is_shown(overlay: Overlay) -> None:
    overlay.hide()
    overlay.show_view(board_after(SCENES["done"]()))
    assert not overlay.cards.cards
    overlay.show()
    assert [row.point.text for row in overlay.cards.cards[-1].rows] == list(POINTS)


def test_showing_it_again_changes_neither_place_nor_text(overlay: Overlay) -> None:
    overlay.show_view(board_after(SCENES["done"]()))
    overlay.restore(OverlayPlace(overlay.screen().name(), 100, 60, 444, 555))
    place, texts = overlay.place(), [row.point.text for row in overlay.cards.cards[-1].rows]
    for _ in range(20):
        overlay.hide()
        overlay.show()
    assert overlay.place() == place
    assert [row.point.text for row in overlay.cards.cards[-1].rows] == texts


@pytest.mark.parametrize(("x", "y"), [(9999, 9999), (-3000, 0)])
def test_a_place_out_of_sight_comes_into_sight(overlay: Overlay, x: int, y: int) -> None:
    overlay.restore(OverlayPlace("a monitor that is gone", x, y, 440, 500))
    assert overlay.screen().availableGeometry().contains(overlay.geometry())


def test_it_goes_back_to_a_monitor_that_comes_back(overlay: Overlay, qtbot: QtBot) -> None:
    screen = overlay.screen()
    overlay.restore(OverlayPlace(screen.name(), 40, 50, 440, 500))
    overlay._screen_went(screen)
    with qtbot.waitSignal(overlay.placed, timeout=5000):
        overlay.move(200, 210)
    overlay._screen_came(screen)
    assert (overlay.place().x, overlay.place().y) == (40, 50)


def test_moving_it_is_told_once_it_has_settled(overlay: Overlay, qtbot: QtBot) -> None:
    with qtbot.waitSignal(overlay.placed, timeout=5000):
        overlay.move(120, 90)
        overlay.move(130, 95)
    assert (overlay.place().x, overlay.place().y) == (130, 95)


def test_closed_from_outside_it_asks_to_be_hidden(overlay: Overlay, qtbot: QtBot) -> None:
    class _FromOutside(QCloseEvent):
        def spontaneous(self) -> bool:
            return True

    event = _FromOutside()
    with qtbot.waitSignal(overlay.commanded) as caught:
        overlay.closeEvent(event)
    assert caught.args == [AppCommand.HIDE]
    assert not event.isAccepted()


def test_the_application_can_close_it(overlay: Overlay) -> None:
    assert overlay.close()
    assert not overlay.isVisible()


def test_the_state_is_in_sight_in_every_phase(overlay: Overlay) -> None:
    for scene in ("done", "lost", "paused"):
        view = board_after(SCENES[scene]())
        overlay.show_view(view)
        overlay._pace._next() if overlay._pace._waiting else None
        assert overlay._top._sign.isVisible()
        assert all(chip.isVisible() for chip in overlay._top._chips.values())
    overlay.hide()
    overlay.show_view(BoardView())
    overlay.show()
    assert overlay._top._sign.accessibleName() == "Not listening"


def test_a_lost_lane_is_told_in_words_below_the_points(overlay: Overlay) -> None:
    view = board_after([LaneHealth(Lane.MIC, LaneState.LOST, "", "Plug it in again.")])
    assert view.phase is Phase.TROUBLE
    overlay.show_view(view)
    assert overlay._notice.isVisible()
    assert overlay._notice.text.endswith("Plug it in again.")
    assert not overlay._bottom.notice.isVisible()


def test_a_compact_window_tells_it_in_its_lower_edge_which_takes_no_room_of_the_points(
    overlay: Overlay,
) -> None:
    _set(overlay, _SETTINGS.model_copy(update={"compact": True}))
    told = list(SCENES["done"]())
    overlay._apply(board_after(told))
    layout = overlay.layout()
    assert layout is not None
    layout.activate()
    place, height = overlay.cards.geometry(), overlay.minimumHeight()
    lost = LaneHealth(Lane.MIC, LaneState.LOST, "", "There is no Headset. Plug it in again.")
    overlay._apply(board_after([*told, lost]))
    layout.activate()
    line = overlay._bottom.notice
    assert line.isVisible()
    assert line.accessibleName().endswith("Plug it in again.")
    assert line.shown_text == line.accessibleName()
    assert line.toolTip() == line.accessibleName()
    assert (overlay.cards.geometry(), overlay.minimumHeight()) == (place, height)
    overlay._apply(board_after(told))
    assert not line.isVisible()


def test_a_theme_can_change_while_it_shows_points(overlay: Overlay) -> None:
    overlay.show_view(board_after(SCENES["done"]()))
    before = overlay.grab().toImage().pixelColor(60, 60)
    _set(overlay, _SETTINGS.model_copy(update={"theme": "high_contrast"}))
    assert overlay.grab().toImage().pixelColor(60, 60) != before
    assert [row.point.text for row in overlay.cards.cards[-1].rows] == list(POINTS)


def test_it_can_be_taken_anywhere_where_no_window_manager_helps(overlay: Overlay) -> None:
    overlay.move(50, 50)
    overlay._by_hand = (QPoint(100, 100), overlay.geometry(), Qt.Edge(0))
    at = QPointF(160.0, 130.0)
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    overlay.mouseMoveEvent(QMouseEvent(QEvent.Type.MouseMove, at, at, left, left, none))
    assert overlay.pos() == QPoint(110, 80)
    overlay.mouseReleaseEvent(QMouseEvent(QEvent.Type.MouseButtonRelease, at, at, left, left, none))
    assert overlay._by_hand is None
