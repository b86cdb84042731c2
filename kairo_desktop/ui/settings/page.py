"""What every page is made of: a header, cards under small headings, a scroll bar when needed."""

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from kairo_desktop.ui.settings.row import Row, label

__all__ = ["Card", "Page"]

_WIDEST: Final = 760


class Card(QWidget):
    """Rows that belong together, under a heading, with hairlines between them.

    Without rows it is hidden, heading and all.

    Args:
        heading: None where it is empty.
        text: A muted sentence under the heading.
    """

    def __init__(self, heading: str = "", rows: Iterable[QWidget] = (), *, text: str = "") -> None:
        super().__init__()
        self.setAccessibleName(heading)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 14, 0, 0)
        column.setSpacing(6)
        for words, role in ((heading, "strong"), (text, "muted")):
            if words:
                column.addWidget(label(words, role))
        frame = QFrame()
        frame.setProperty("kind", "card")
        column.addWidget(frame)
        self._rows = QVBoxLayout(frame)
        self._rows.setContentsMargins(0, 4, 0, 4)
        self._rows.setSpacing(0)
        self.hide()
        for row in rows:
            self.add(row)

    def add(self, row: QWidget) -> None:
        """Add a row below the others."""
        if self._rows.count():
            rule = QFrame()
            rule.setProperty("kind", "rule")
            rule.setFixedHeight(1)
            self._rows.addWidget(rule)
        self._rows.addWidget(row)
        if self.parentWidget() is not None:
            self.show()

    @property
    def empty(self) -> bool:
        """There is no row on it."""
        return self._rows.count() == 0

    def clear(self) -> None:
        """Take all rows out."""
        while item := self._rows.takeAt(0):
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self.hide()


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
        card = Card(heading, rows, text=text)
        self.add(card)
        if not card.empty:
            card.show()
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
