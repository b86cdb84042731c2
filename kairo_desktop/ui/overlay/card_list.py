"""All questions, newest last, scrolled so that what the user reads stays where it is."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from kairo_desktop.types import TalkingPoint
from kairo_desktop.ui.overlay.buttons import PillButton
from kairo_desktop.ui.overlay.card import Card
from kairo_desktop.ui.overlay.looks import Looks
from kairo_desktop.ui.views import CardView

__all__ = ["CardList"]

_SLACK: Final = 4
"""Pixels that a scroll position may be off and still counts as where we put it."""

_NO_PINS: Final[frozenset[int]] = frozenset()

_BAR: Final = """
QScrollBar:vertical {{ background: transparent; width: 8px; margin: 0; border: none; }}
QScrollBar::handle:vertical {{
  background: {line}; border-radius: 3px; min-height: 28px; margin: 0 1px;
}}
QScrollBar::handle:vertical:disabled {{ background: transparent; }}
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page {{
  background: transparent; height: 0;
}}
"""


class CardList(QScrollArea):
    """A column of cards.

    A new question comes to the upper edge, and its answer grows into the empty space below: no
    line that stands ever moves. Whoever has scrolled away stays there and sees a hint instead.
    Who has scrolled to the very end of an answer longer than the window stays at its end.

    Signals:
        pin_wanted: The user pins a point, or lets it go: its turn_id and index.
    """

    pin_wanted = Signal(int, int)

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._looks = looks
        self._column = QWidget()
        self._column.setAttribute(Qt.WidgetAttribute.WA_StaticContents)
        self._cards: dict[int, Card] = {}
        self._heights: dict[int, int] = {}
        self._shown: tuple[CardView, ...] = ()
        self._pinned: tuple[TalkingPoint, ...] = ()
        self._follows = True
        self._at_end = False
        self._ours = False
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(self._column)
        for transparent in (self, self.viewport(), self._column):
            transparent.setAutoFillBackground(False)
        self._hint = PillButton(looks, "down", "", "", self)
        self._hint.primary = True
        self._hint.hide()
        self._hint.clicked.connect(self._go_below)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.dress(looks)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards on screen, oldest first."""
        return tuple(self._cards[view.turn_id] for view in self._shown)

    @property
    def hint(self) -> PillButton:
        """Says that there is more below; hidden where there is not."""
        return self._hint

    def show_cards(self, views: tuple[CardView, ...], pinned: tuple[TalkingPoint, ...]) -> None:
        """Show these questions; costs what has changed."""
        if views == self._shown and pinned == self._pinned:
            return
        newest = self._newest()
        changed = self._update_cards(views, pinned)
        moved = [view.turn_id for view in views] != [view.turn_id for view in self._shown]
        self._shown, self._pinned = views, pinned
        if changed or moved:
            self._restack(changed, comes=self._newest() != newest)

    def dress(self, looks: Looks) -> None:
        """Look as these looks say; the lines are broken anew."""
        self._looks = looks
        self.verticalScrollBar().setStyleSheet(_BAR.format(line=looks.colors.pressed))
        self._hint.dress(looks)
        for card in self._cards.values():
            card.dress(looks)
        self._restack(set(self._cards), comes=self._follows)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the lines at the new width."""
        with self._on_our_own():
            super().resizeEvent(event)
        self._restack(set(self._cards), comes=self._follows)

    def _newest(self) -> int | None:
        return self._shown[-1].turn_id if self._shown else None

    def _update_cards(
        self, views: tuple[CardView, ...], pinned: tuple[TalkingPoint, ...]
    ) -> set[int]:
        """Make, change and drop cards; those whose height has to be asked again."""
        changed = set()
        pins: dict[int, frozenset[int]] = {}
        for point in pinned:
            pins[point.turn_id] = pins.get(point.turn_id, _NO_PINS) | {point.index}
        for gone in self._cards.keys() - {view.turn_id for view in views}:
            self._cards[gone].hide()
            self._cards.pop(gone).deleteLater()
        for view in views:
            card = self._cards.get(view.turn_id)
            if card is None:
                card = self._cards[view.turn_id] = Card(self._looks, view, self._column)
                card.pin_wanted.connect(self.pin_wanted)
                card.show()
                changed.add(view.turn_id)
            if card.show_card(view, pins.get(view.turn_id, _NO_PINS)):
                changed.add(view.turn_id)
        return changed

    def _restack(self, changed: set[int], *, comes: bool) -> None:
        """Put the cards below each other and keep in place what is read."""
        width = self.viewport().width()
        kept = self._first_in_sight()
        top = newest_top = 0
        for view in self._shown:
            card = self._cards[view.turn_id]
            if view.turn_id in changed:
                self._heights[view.turn_id] = card.lay_out(width)
            newest_top = top
            card.set_divided(top > 0)
            card.setGeometry(0, top, width, self._heights[view.turn_id])
            top += self._heights[view.turn_id]
        with self._on_our_own():
            height = max(top, newest_top + self.viewport().height())
            self._column.resize(width, height)
            # While it is hidden, the scroll area does not see that its content has grown.
            self.verticalScrollBar().setRange(0, height - self.viewport().height())
            self._scroll(kept, newest_top, comes=comes)
        self._show_hint()

    def _scroll(self, kept: tuple[int, int] | None, newest_top: int, *, comes: bool) -> None:
        bar = self.verticalScrollBar()
        if comes and self._follows:
            self._at_end = False
            bar.setValue(newest_top)
        elif self._at_end:
            bar.setValue(bar.maximum())
        elif kept is not None and kept[0] in self._cards:
            bar.setValue(self._cards[kept[0]].y() - kept[1])

    def _first_in_sight(self) -> tuple[int, int] | None:
        """The uppermost card that can be seen, and where on screen it begins."""
        offset = self.verticalScrollBar().value()
        for turn_id, card in self._cards.items():
            if card.y() + card.height() > offset and turn_id in self._heights:
                return turn_id, card.y() - offset
        return None

    def _scrolled(self, value: int) -> None:
        """Somebody else than we moved it."""
        if self._ours or not self._shown:
            return
        newest = self._cards[self._shown[-1].turn_id]
        self._follows = value >= newest.y() - _SLACK
        overflows = newest.height() > self.viewport().height()
        self._at_end = overflows and value >= self.verticalScrollBar().maximum() - _SLACK
        self._show_hint()

    def _show_hint(self) -> None:
        bottom = self.verticalScrollBar().value() + self.viewport().height()
        newest = self._cards[self._shown[-1].turn_id] if self._shown else None
        if newest is None or newest.y() + newest.points_end <= bottom + _SLACK:
            self._hint.hide()
            return
        unseen = newest.y() + self._looks.px(40) > bottom
        self._hint.setText(self.tr("New question below") if unseen else "")
        self._hint.say(self.tr("New question below") if unseen else self.tr("More below"))
        self._hint.resize(self._hint.sizeHint())
        room = self.viewport().width() - self._hint.width()
        # A sign alone stands beside the text, below the pins.
        x = room // 2 if unseen else room
        self._hint.move(x, self.height() - self._hint.height() - 4)
        self._hint.show()

    def _go_below(self) -> None:
        """To the newest question, or a page further down in it."""
        bar = self.verticalScrollBar()
        newest = self._cards[self._shown[-1].turn_id]
        bar.setValue(max(newest.y(), bar.value() + bar.pageStep() * 4 // 5))

    @contextmanager
    def _on_our_own(self) -> Iterator[None]:
        self._ours = True
        try:
            yield
        finally:
            self._ours = False
