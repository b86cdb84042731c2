"""What every page is made of: a header, cards under small headings, a scroll bar when needed."""

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from kairo_desktop.ui.settings.row import Row, label

__all__ = ["Card", "Page"]

_WIDEST: Final = 760


class Card(QFrame):
    """Rows that belong together, with hairlines between them."""

    def __init__(self, rows: Iterable[QWidget] = ()) -> None:
        super().__init__()
        self.setProperty("kind", "card")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 4, 0, 4)
        self._column.setSpacing(0)
        for row in rows:
            self.add(row)

    def add(self, row: QWidget) -> None:
        """Add a row below the others."""
        if self._column.count():
            rule = QFrame()
            rule.setProperty("kind", "rule")
            rule.setFixedHeight(1)
            self._column.addWidget(rule)
        self._column.addWidget(row)

    def clear(self) -> None:
        """Take all rows out."""
        while item := self._column.takeAt(0):
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()


class Page(QScrollArea):
    """A scrolling column: title, a muted sentence, then cards.

    What a page does when it comes and goes stands in `enter`, `leave` and `finish`.

    Args:
        intro: What the page is for, and when changes on it are felt.
    """

    def __init__(self, title: str, intro: str) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(title)
        column = QWidget()
        column.setMaximumWidth(_WIDEST)
        self._column = QVBoxLayout(column)
        self._column.setContentsMargins(32, 28, 32, 32)
        self._column.setSpacing(8)
        self._column.addWidget(label(title, "title"))
        self._column.addWidget(label(intro, "muted"))
        self._column.addStretch(1)
        self.setWidget(column)

    def add(self, widget: QWidget) -> None:
        """Add something below what is there."""
        self._column.insertWidget(self._column.count() - 1, widget)

    def add_card(self, heading: str, rows: Iterable[QWidget] = (), *, text: str = "") -> Card:
        """Add a card under a heading (none where it is empty) and a muted sentence."""
        self._column.insertSpacing(self._column.count() - 1, 12)
        if heading:
            self.add(label(heading, "strong"))
        if text:
            self.add(label(text, "muted"))
        card = Card(rows)
        card.setAccessibleName(heading)
        self.add(card)
        return card

    def rows(self) -> list[Row]:
        """All rows of the page, from top to bottom."""
        return self.findChildren(Row)

    def enter(self) -> None:
        """It is shown."""

    def leave(self) -> None:
        """It is hidden: let go of devices."""

    def finish(self) -> None:
        """The program ends: leave no child behind."""
