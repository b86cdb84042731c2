"""The overlay itself: a window above all others that never takes the focus."""

from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QContextMenuEvent,
    QGuiApplication,
    QHideEvent,
    QMoveEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QHBoxLayout, QLayout, QVBoxLayout, QWidget

from kairo_desktop.settings.overlay import OverlaySettings
from kairo_desktop.ui.commands import AppCommand
from kairo_desktop.ui.overlay.badge import WINDOW_FLAGS, Badge, click_through_badge
from kairo_desktop.ui.overlay.bottom_bar import BottomBar
from kairo_desktop.ui.overlay.card_list import CardList
from kairo_desktop.ui.overlay.empty import Empty
from kairo_desktop.ui.overlay.frame import Frame
from kairo_desktop.ui.overlay.looks import Dressed, Looks, looks_of
from kairo_desktop.ui.overlay.menu import overlay_menu
from kairo_desktop.ui.overlay.notices import notice_of, ordinary_notice
from kairo_desktop.ui.overlay.pace import Pace
from kairo_desktop.ui.overlay.place import badge_point, first_place
from kairo_desktop.ui.overlay.strips import CaptionStrip, NoticeStrip, PinnedStrip
from kairo_desktop.ui.overlay.top_bar import TopBar
from kairo_desktop.ui.theme import Theme
from kairo_desktop.ui.views import BoardView, Phase
from kairo_desktop.ui.x11 import keep_out_of_taskbar, take_every_click

__all__ = ["Overlay"]

_WIDTH: Final = 440
_HEIGHT: Final = 620
_COMPACT_HEIGHT: Final = 380
"""A line of a note and four points of two lines."""

_CAPTIONS_FROM: Final = 360
"""Height below which captions leave the room to the points."""

_LEAST_WIDTH: Final = 320
_LEAST_POINTS: Final = 48
"""Height that points have at the least: two lines of them."""

_LEAST_LINE: Final = 30
"""With large text that is one line: the window must fit a small screen."""

_ABOVE, _BELOW, _TOP_GAP, _BOTTOM_GAP = 10, 12, 4, 8
"""Air around the column, below its first part and above its last one."""

_MARGIN: Final = 24


class Overlay(Frame):
    """Shows a `BoardView` above all other windows.

    Signals:
        commanded: The user asks for something.
        pinned: The user pins a point, or lets it go: turn_id and index.
        placed: As of `Frame`.
    """

    commanded = Signal(AppCommand)
    pinned = Signal(int, int)

    def __init__(self, theme: Theme, settings: OverlaySettings) -> None:
        looks = looks_of(theme, settings)
        super().__init__(looks, _flags(settings))
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_AlwaysShowToolTips)
        self.setWindowTitle("Kairo")
        self._settings, self._theme = settings, theme
        self._view = BoardView()
        self._click_through = False
        self._blended = True
        self._heights = {False: _HEIGHT, True: _COMPACT_HEIGHT}
        self._pace = Pace(self._apply, self)
        self._build(looks)
        size = QSize(looks.control_px(_WIDTH), self._heights[settings.compact])
        self.setGeometry(first_place(size, self.screen().availableGeometry(), _MARGIN))
        self.dress(looks)
        self._apply(self._view)

    @property
    def click_through(self) -> bool:
        """Clicks reach what lies below."""
        return self._click_through

    @property
    def cards(self) -> CardList:
        """The questions on screen."""
        return self._cards

    @property
    def badge(self) -> Badge:
        """The way back from click-through."""
        return self._badge

    def show_view(self, view: BoardView) -> None:
        """Show what the board says, painted thirty times a second at most."""
        self._view = view
        self._pace.put(view)

    def set_settings(self, settings: OverlaySettings, theme: Theme) -> None:
        """Look as these settings say, at once."""
        before, self._settings = self._settings, settings
        self._theme = theme
        if _flags(settings) != _flags(before):
            visible, place = self.isVisible(), self.geometry()
            self.setWindowFlags(_flags(settings))
            self.setGeometry(place)
            self.setVisible(visible)
        if settings.compact != before.compact:
            self._heights[before.compact] = self.height()
        self.dress(looks_of(theme, settings, blended=self._blended))
        if settings.compact != before.compact:
            self.resize(self.width(), self._heights[settings.compact])
        self.come_into_sight()

    def set_blended(self, on: bool) -> None:  # noqa: FBT001 - a slot
        """Let what lies below shine through, or stand square and opaque where it cannot."""
        self._blended = on
        self.dress(looks_of(self._theme, self._settings, blended=on))

    def set_click_through(self, on: bool) -> None:  # noqa: FBT001 - a slot
        """Let clicks reach what lies below, or take them again; a badge shows the way back."""
        self._click_through = self.dashed = on
        self._pass_input(on=on)
        if not on:
            take_every_click(self)
        self._place_badge()
        self.update()

    def dress(self, looks: Looks) -> None:
        """Look as these looks say."""
        self.looks = looks
        for part in self._parts:
            part.dress(looks)
        self.setMinimumSize(looks.control_px(_LEAST_WIDTH), self._least_height())
        self._show_notice(self._view)
        self._show_what_fits()
        self._place_badge()
        self.update()

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what happened while nobody looked; keep letting clicks through."""
        super().showEvent(event)
        self.come_into_sight()
        self._apply(self._view)
        self._place_badge()
        if (handle := self.windowHandle()) is not None:
            handle.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Come on screen, let clicks through anew: a window manager minds only what it sees."""
        if event.type() is QEvent.Type.Expose:
            watched.removeEventFilter(self)
            if self._click_through:
                self._pass_input(on=False)
                self._pass_input(on=True)
        return super().eventFilter(watched, event)

    def hideEvent(self, event: QHideEvent) -> None:
        """The badge goes with it."""
        super().hideEvent(event)
        self._place_badge()

    def moveEvent(self, event: QMoveEvent) -> None:
        """The badge comes along."""
        super().moveEvent(event)
        self._place_badge()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Small windows leave out what is needed least."""
        super().resizeEvent(event)
        self._show_what_fits()
        self._place_badge()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Closed from outside, it asks to be hidden: what runs goes on."""
        if event.spontaneous():
            event.ignore()
            self.commanded.emit(AppCommand.HIDE)
            return
        super().closeEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """All wishes in words."""
        self._open_menu(event.globalPos())

    def _apply(self, view: BoardView) -> None:
        """Show it, unless nobody looks."""
        if not self.isVisible():
            return
        self._top.show_view(view)
        self._bottom.show_view(view)
        self._empty.show_phase(view.phase)
        self._cards.show_cards(view.cards, view.pinned)
        self._pinned.show_points(view.pinned)
        self._captions.show_captions(view.captions)
        self._show_notice(view)
        if self._empty.isVisible() is bool(view.cards):
            self._cards.setVisible(bool(view.cards))
            self._empty.setVisible(not view.cards)
        self._show_what_fits()

    def _show_notice(self, view: BoardView) -> None:
        """Say what is wrong; in a compact window points give no way to it."""
        notice = notice_of(view) or ordinary_notice(view.phase, QGuiApplication.platformName())
        self._notice.show_notice(None if self.looks.compact else notice)
        self._bottom.show_notice(notice if self.looks.compact else None)

    def _show_what_fits(self) -> None:
        roomy = self.height() >= self.looks.px(_CAPTIONS_FROM)
        something = self._view.phase is not Phase.IDLE or bool(self._view.cards)
        self._captions.setVisible(roomy and something and not self.looks.compact)
        self._pinned.set_room(self.height() // 4)
        self._notice.set_room(self.height() // 5)

    def _least_height(self) -> int:
        """Where bars, a notice, some points and the hint on them have room."""
        bars = self._top.sizeHint().height() + self._bottom.sizeHint().height()
        hint = self._cards.hint.sizeHint().height()
        lines = max(self.looks.control_px(_LEAST_POINTS), self.looks.px(_LEAST_LINE))
        points = max(lines, hint + 2 * _TOP_GAP)
        air = _ABOVE + _TOP_GAP + _BOTTOM_GAP + _BELOW
        notice = 0 if self.looks.compact else self._notice.least_height
        return bars + notice + points + air

    def _build(self, looks: Looks) -> None:
        self._top = TopBar(looks, self)
        self._pinned = PinnedStrip(looks, self)
        self._empty = Empty(looks, self)
        self._cards = CardList(looks, self)
        self._captions = CaptionStrip(looks, self)
        self._notice = NoticeStrip(looks, self)
        self._bottom = BottomBar(looks, self)
        self._badge = click_through_badge(looks)
        strips = (self._top, self._pinned, self._captions, self._notice, self._bottom)
        self._parts: tuple[Dressed, ...] = (*strips, self._empty, self._cards, self._badge)
        self._arrange()
        self._top.commanded.connect(self.commanded)
        self._top.more.connect(self._open_menu)
        self._bottom.commanded.connect(self.commanded)
        self._cards.pin_wanted.connect(self.pinned)
        self._pinned.pin_wanted.connect(self.pinned)
        self._badge.clicked.connect(lambda: self.commanded.emit(AppCommand.CLICK_THROUGH))

    def _arrange(self) -> None:
        """Only the cards reach the right edge: their scroll bar stands in the margin."""
        column = QVBoxLayout(self)
        # A notice that comes must squeeze the cards, not push the window out of the screen.
        column.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        column.setContentsMargins(16, _ABOVE, 6, _BELOW)
        column.setSpacing(0)
        column.addLayout(_with_margin(self._top))
        column.addSpacing(_TOP_GAP)
        column.addLayout(_with_margin(self._pinned))
        column.addWidget(self._cards, 1)
        column.addWidget(self._empty, 1)
        column.addLayout(_with_margin(self._captions))
        column.addLayout(_with_margin(self._notice))
        column.addSpacing(_BOTTOM_GAP)
        column.addLayout(_with_margin(self._bottom))
        self._cards.hide()

    def _open_menu(self, point: QPoint) -> None:
        overlay_menu(self, self.looks, self._view, self.commanded.emit).popup(point)

    def _pass_input(self, *, on: bool) -> None:
        if (handle := self.windowHandle()) is not None:
            handle.setFlag(Qt.WindowType.WindowTransparentForInput, on)

    def _place_badge(self) -> None:
        shown = self._click_through and self.isVisible()
        if shown:
            free = self.screen().availableGeometry()
            point = badge_point(self.geometry(), self._badge.size(), free, 8)
            self._badge.move(point)
            keep_out_of_taskbar(self._badge)
        self._badge.setVisible(shown)


def _flags(settings: OverlaySettings) -> Qt.WindowType:
    if settings.above_fullscreen and QGuiApplication.platformName() == "xcb":
        return WINDOW_FLAGS | Qt.WindowType.X11BypassWindowManagerHint
    return WINDOW_FLAGS


def _with_margin(widget: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setContentsMargins(0, 0, 10, 0)
    row.addWidget(widget)
    return row
