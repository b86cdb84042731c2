"""A line with a drawing, a strong line of words, and a muted one."""

from typing import Final

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from kairo_desktop.ui.icons import icon
from kairo_desktop.ui.settings.row import label, say

__all__ = ["Tile"]

_ICON_SIDE: Final = 24


class Tile(QFrame):
    """A card for one fact or one thing.

    Args:
        drawing: Name of an icon.
        title: Set strong.
        text: Set muted below it; no room is taken by an empty one.
    """

    def __init__(self, drawing: str, title: str, text: str = "") -> None:
        super().__init__()
        self.setProperty("kind", "card")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._drawing = drawing
        self._role = QPalette.ColorRole.Accent
        self._icon = QLabel()
        self._icon.setFixedSize(_ICON_SIDE, _ICON_SIDE)
        self._title = label(title, "strong")
        self._text = label(role="muted")
        self._words = QVBoxLayout()
        self._words.setSpacing(4)
        self._words.addWidget(self._title)
        self._words.addWidget(self._text)
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(18, 14, 18, 14)
        self._line.setSpacing(16)
        self._line.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        self._line.addLayout(self._words, 1)
        say(self._text, text)
        self._draw()

    def say(self, text: str, role: str = "muted") -> None:
        """Put words into the lower line."""
        say(self._text, text, role)

    def set_drawing(self, drawing: str) -> None:
        """Show another icon."""
        if drawing != self._drawing:
            self._drawing = drawing
            self._draw()

    def put_below(self, widget: QWidget) -> None:
        """Add something under the words."""
        self._words.addWidget(widget)

    def put_beside(self, widget: QWidget) -> None:
        """Add something at the right."""
        self._line.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)

    def changeEvent(self, event: QEvent) -> None:
        """Draw anew when the theme has changed."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange:
            self._draw()

    def _draw(self) -> None:
        color = self.palette().color(self._role)
        self._icon.setPixmap(icon(self._drawing, color.name()).pixmap(_ICON_SIDE, _ICON_SIDE))
