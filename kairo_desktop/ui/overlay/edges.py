"""How a list shows that it goes on: it fades above and below, and a button leads further down."""

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QWidget

from kairo_desktop.ui.overlay.buttons import PillButton
from kairo_desktop.ui.overlay.fade import Fade
from kairo_desktop.ui.overlay.looks import Looks

__all__ = ["Edges", "lowest_free"]

_AIR: Final = 4
"""Below the button."""


class Edges:
    """Lies over the edges of `parent`; without words its button covers nothing that stands there.

    Attributes:
        below: The button that leads down, hidden while all can be seen.
    """

    def __init__(self, looks: Looks, parent: QWidget) -> None:
        self._fades = {
            Qt.Edge.TopEdge: Fade(looks, Qt.Edge.TopEdge, parent),
            Qt.Edge.BottomEdge: Fade(looks, Qt.Edge.BottomEdge, parent),
        }
        self.below = PillButton(looks, "down", "", "", parent)
        self.below.floats = True
        self.below.hide()

    def dress(self, looks: Looks) -> None:
        """Look as these looks say."""
        for fade in self._fades.values():
            fade.dress(looks)
        self.below.dress(looks)

    def show_cut(self, page: QSize, *, above: bool, below: bool) -> None:
        """Fade where the page cuts what stands there; the button goes where nothing is below."""
        for edge, cut in ((Qt.Edge.TopEdge, above), (Qt.Edge.BottomEdge, below)):
            self._fades[edge].cover(page)
            self._fades[edge].setVisible(cut)
        if not below:
            self.below.hide()

    def offer(self, page: QSize, label: str, text: str, taken: Iterable[tuple[int, int]]) -> None:
        """Lead further down.

        Args:
            page: What can be seen.
            label: What the button does.
            text: Its words; with none it is a sign in the column at the right.
            taken: Where, from and to in the page, that column is not free.
        """
        self.below.setText(text)
        self.below.say(label)
        size = self.below.sizeHint()
        lowest = max(0, page.height() - size.height() - _AIR)
        y = lowest if text else lowest_free(taken, size.height(), lowest)
        room = page.width() - size.width()
        self.below.resize(size)
        self.below.move(room // 2 if text else room, y)
        self.below.show()


def lowest_free(taken: Iterable[tuple[int, int]], height: int, lowest: int) -> int:
    """The lowest place at `lowest` or above it where `height` is free; else `lowest` itself."""
    y = lowest
    for top, bottom in sorted(taken, reverse=True):
        if top < y + height and y < bottom:
            y = top - height
    return y if y >= 0 else lowest
