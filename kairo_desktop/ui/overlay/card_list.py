"""All questions, newest last, scrolled so that what the user reads stays where it is."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from kairo_desktop.types import TalkingPoint
from kairo_desktop.ui.overlay.attention import Attention
from kairo_desktop.ui.overlay.buttons import PillButton
from kairo_desktop.ui.overlay.card import Card
from kairo_desktop.ui.overlay.edges import Edges
from kairo_desktop.ui.overlay.looks import Looks, scroll_bar_style
from kairo_desktop.ui.views import CardView, pins_of

__all__ = ["CardList"]

_SLACK: Final = 4
"""Pixels that a scroll position may be off and still counts as where we put it."""

_GUESSED_HEIGHT: Final = 320
"""Of a card that has not been laid out yet."""

_NO_PINS: Final[frozenset[int]] = frozenset()


class CardList(QScrollArea):
    """A column of cards.

    A new question comes to the upper edge, and its answer grows into the empty space below: no
    line that stands ever moves. Whoever has scrolled away within the last seconds stays there and
    sees a hint instead.
    Who has scrolled to the very end of an answer longer than the window stays at its end, and so
    does who saw it before a pinned point took some of the room.

    Only cards near what can be seen exist as widgets, however many questions there are.

    Signals:
        pin_wanted: The user pins a point, or lets it go: its turn_id and index.
    """

    pin_wanted = Signal(int, int)

    def __init__(
        self,
        looks: Looks,
        parent: QWidget | None = None,
        *,
        attention: Attention | None = None,
    ) -> None:
        super().__init__(parent)
        self._looks = looks
        self._column = QWidget()
        self._column.setAttribute(Qt.WidgetAttribute.WA_StaticContents)
        self._cards: dict[int, Card] = {}
        self._heights: dict[int, int] = {}
        self._tops: dict[int, int] = {}
        self._shown: tuple[CardView, ...] = ()
        self._pinned: tuple[TalkingPoint, ...] = ()
        self._pins: dict[int, frozenset[int]] = {}
        self._left: tuple[int, int] | None = None
        self._untouched_at: int | None = 0
        self._attention = attention or Attention()
        self._follows = True
        self._at_end = False
        self._keeps_end = self._ours = False
        self._end = 0
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(self._column)
        for transparent in (self, self.viewport(), self._column):
            transparent.setAutoFillBackground(False)
        self._edges = Edges(looks, self)
        self.hint.clicked.connect(self._go_below)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.dress(looks)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards on screen and near it, oldest first."""
        turn_ids = (view.turn_id for view in self._shown)
        return tuple(self._cards[turn_id] for turn_id in turn_ids if turn_id in self._cards)

    @property
    def hint(self) -> PillButton:
        """Says that there is more below; hidden where there is not."""
        return self._edges.below

    def show_cards(self, views: tuple[CardView, ...], pinned: tuple[TalkingPoint, ...]) -> None:
        """Show these questions; costs what has changed."""
        if views == self._shown and pinned == self._pinned:
            return
        self._keeps_end = pinned != self._pinned and self.hint.isHidden()
        before, offset = self._newest(), self.verticalScrollBar().value()
        self._pins = pins_of(pinned)
        changed = self._update_cards(views)
        moved = [view.turn_id for view in views] != [view.turn_id for view in self._shown]
        self._shown, self._pinned = views, pinned
        newest = self._newest()
        returns = self._attention.goes_to(views[-1] if views else None) and not self._follows
        self._follows = self._follows or returns
        if newest == before and not returns:
            self._restack(changed, moved=moved)
            return
        went = before not in self._tops
        self._restack(changed, arrive_at=self._offset_left(newest) if went else 0)
        if before is not None and not went:
            self._left = before, offset - self._tops[before]

    def _offset_left(self, turn_id: int | None) -> int:
        """How far into a question the user had read when a newer one came."""
        return self._left[1] if self._left is not None and self._left[0] == turn_id else 0

    def dress(self, looks: Looks) -> None:
        """Look as these looks say; the lines are broken anew."""
        self._looks = looks
        self.verticalScrollBar().setStyleSheet(scroll_bar_style(looks))
        self._edges.dress(looks)
        for card in self._cards.values():
            card.dress(looks)
        self._restack(tuple(self._cards), arrive_at=self._untouched_at)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the lines at the new width."""
        with self._on_our_own():
            super().resizeEvent(event)
        self._restack(tuple(self._cards), arrive_at=self._untouched_at)
        if self._keeps_end and not self.hint.isHidden():
            self._untouched_at = None
            self._at_end = True
            self._restack(())
        self._keeps_end = False

    def _newest(self) -> int | None:
        return self._shown[-1].turn_id if self._shown else None

    def _update_cards(self, views: tuple[CardView, ...]) -> set[int]:
        """Change cards, and drop those of questions that have gone; those to be laid out anew."""
        changed = set()
        for gone in self._tops.keys() - {view.turn_id for view in views}:
            del self._tops[gone], self._heights[gone]
            self._drop(gone)
        for view in views:
            card = self._cards.get(view.turn_id)
            if card is not None and card.show_card(view, self._pins.get(view.turn_id, _NO_PINS)):
                changed.add(view.turn_id)
        return changed

    def _restack(
        self, changed: Iterable[int], *, arrive_at: int | None = None, moved: bool = True
    ) -> None:
        """Put the cards below each other and keep in place what is read.

        Args:
            changed: Those to be laid out anew.
            arrive_at: Go to the newest one, so far below its upper edge; None stays.
            moved: Others may have moved as well.
        """
        if arrive_at is not None and self._follows:
            self._untouched_at = arrive_at
        kept = self._first_in_sight()
        width, page = self.viewport().width(), self.viewport().height()
        for turn_id in changed:
            self._heights[turn_id] = self._cards[turn_id].lay_out(width, page)
        if not moved and not any(self._cards[turn_id].reshaped for turn_id in changed):
            return
        with self._on_our_own():
            self._stack(kept, arrive_at)
            while self._fetch_near():
                self._stack(kept, arrive_at)
        self._drop_far()
        self._show_edges()

    def _stack(self, kept: tuple[int, int] | None, arrive_at: int | None) -> None:
        width, page = self.viewport().width(), self.viewport().height()
        self._tops = {}
        top = newest_top = 0
        for view in self._shown:
            height = self._heights.setdefault(view.turn_id, _GUESSED_HEIGHT)
            newest_top = self._tops[view.turn_id] = top
            if (card := self._cards.get(view.turn_id)) is not None:
                card.set_divided(top > 0)
                card.setGeometry(0, top, width, height)
            top += height
        self._end = top
        height = max(top, newest_top + page)
        self._column.resize(width, height)
        # While it is hidden, the scroll area does not see that its content has grown.
        self.verticalScrollBar().setRange(0, height - page)
        self._scroll(kept, None if arrive_at is None else newest_top + arrive_at)

    def _scroll(self, kept: tuple[int, int] | None, arrival: int | None) -> None:
        bar = self.verticalScrollBar()
        if arrival is not None and self._follows:
            self._at_end = False
            bar.setValue(arrival)
        elif self._at_end:
            bar.setValue(bar.maximum())
        elif kept is not None and kept[0] in self._tops:
            bar.setValue(self._tops[kept[0]] - kept[1])

    def _first_in_sight(self) -> tuple[int, int] | None:
        """The uppermost question that can be seen, and where on screen it begins."""
        offset = self.verticalScrollBar().value()
        for turn_id, top in self._tops.items():
            if top + self._heights[turn_id] > offset:
                return turn_id, top - offset
        return None

    def _near(self, n_pages: int) -> set[int]:
        """Questions that can be seen by scrolling so many pages, and the newest one always."""
        page = self.viewport().height()
        first = self.verticalScrollBar().value() - n_pages * page
        last = first + (2 * n_pages + 1) * page
        near = {
            turn_id
            for turn_id, top in self._tops.items()
            if top < last and top + self._heights[turn_id] > first
        }
        return near | {view.turn_id for view in self._shown[-1:]}

    def _fetch_near(self) -> bool:
        """Make the cards that come near; true when there were any."""
        wanted = self._near(1) - self._cards.keys()
        missing = [view for view in self._shown if view.turn_id in wanted] if wanted else []
        for view in missing:
            card = self._cards[view.turn_id] = Card(self._looks, view, self._column)
            card.show_card(view, self._pins.get(view.turn_id, _NO_PINS))
            card.pin_wanted.connect(self.pin_wanted)
            page = self.viewport()
            self._heights[view.turn_id] = card.lay_out(page.width(), page.height())
            card.show()
        return bool(missing)

    def _drop_far(self) -> None:
        for turn_id in self._cards.keys() - self._near(3):
            self._drop(turn_id)

    def _drop(self, turn_id: int) -> None:
        if (card := self._cards.pop(turn_id, None)) is not None:
            card.hide()
            card.deleteLater()

    def _scrolled(self, value: int) -> None:
        """Somebody else than we moved it."""
        if self._ours or not self._shown:
            return
        newest = self._shown[-1].turn_id
        self._untouched_at = None
        self._attention.touch()
        self._follows = value >= self._tops[newest] - _SLACK
        overflows = self._heights[newest] > self.viewport().height()
        self._at_end = overflows and value >= self.verticalScrollBar().maximum() - _SLACK
        self._restack(())

    def _show_edges(self) -> None:
        """Show where the list goes on; a footer that would be cut is left out."""
        page, top = self.viewport().size(), self.verticalScrollBar().value()
        bottom = top + page.height()
        newest = self._cards.get(self._shown[-1].turn_id) if self._shown else None
        for card in self._cards.values():
            card.show_footer_above(bottom - card.y() if card is newest else card.height())
        first = self._first_in_sight()
        more = newest is not None and newest.y() + newest.content_end > bottom + _SLACK
        above = first is not None and first[1] < -_SLACK
        self._edges.show_cut(page, above=above, below=more)
        if newest is None or not more:
            return
        unseen = newest.y() + min(self._looks.px(40), page.height()) > bottom
        label = self.tr("New question below") if unseen else self.tr("More below")
        in_sight = [
            card
            for card in (() if unseen else self._cards.values())
            if card.y() < bottom and card.y() + card.height() > top
        ]
        taken = [
            (card.y() - top + begin, card.y() - top + end)
            for card in in_sight
            for begin, end in card.at_right
        ]
        self._edges.offer(page, label, label if unseen else "", taken)

    def _go_below(self) -> None:
        """To the newest question, or a page further down in it."""
        bar = self.verticalScrollBar()
        newest_top = self._tops[self._shown[-1].turn_id]
        bar.setValue(max(newest_top, bar.value() + bar.pageStep() * 4 // 5))

    @contextmanager
    def _on_our_own(self) -> Iterator[None]:
        self._ours = True
        try:
            yield
        finally:
            self._ours = False
