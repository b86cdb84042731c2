"""Buttons that look alike on every page, and icons that follow the theme."""

from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFocusEvent, QKeySequence, QPalette
from PySide6.QtWidgets import QPushButton, QToolButton, QWidget

from kairo_desktop.ui.icons import icon

__all__ = ["IconButton", "WordButton", "button"]

_BY_KEYS: Final = frozenset(
    (
        Qt.FocusReason.TabFocusReason,
        Qt.FocusReason.BacktabFocusReason,
        Qt.FocusReason.ShortcutFocusReason,
    )
)


class WordButton(QPushButton):
    """Words to press. The key behind "&" works with Alt and is not underlined.

    A ring shows who has come by keys where they are; who has not needs none.
    """

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self.setProperty("ring", False)  # noqa: FBT003 - Qt's way
        self.setText(text)

    def setText(self, text: str) -> None:
        """Write a text on it; "&" is before its key."""
        super().setText(text.replace("&", ""))
        self.setShortcut(QKeySequence.mnemonic(text))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the ring, or not."""
        if event.reason() is not Qt.FocusReason.ActiveWindowFocusReason:
            self._show_ring(shown=event.reason() in _BY_KEYS)
        super().focusInEvent(event)

    def _show_ring(self, *, shown: bool) -> None:
        if self.property("ring") is not shown:
            self.setProperty("ring", shown)
            self.style().unpolish(self)
            self.style().polish(self)


def button(text: str, kind: str = "") -> WordButton:
    """A button with a text; `kind` is one of the style sheet's: primary, quiet or danger."""
    made = WordButton(text)
    made.setProperty("kind", kind)
    made.setCursor(Qt.CursorShape.PointingHandCursor)
    return made


class IconButton(QToolButton):
    """A drawing to press; `text` is what it is called where the drawing is not seen."""

    def __init__(self, drawing: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._drawing = drawing
        self.setIconSize(QSize(16, 16))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.set_text(text)
        self._draw()

    def set_text(self, text: str) -> None:
        """Call it something else."""
        self.setToolTip(text)
        self.setAccessibleName(text)

    def set_drawing(self, drawing: str) -> None:
        """Show something else."""
        self._drawing = drawing
        self._draw()

    def changeEvent(self, event: QEvent) -> None:
        """Draw anew when the theme has changed."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange:
            self._draw()

    def _draw(self) -> None:
        color = self.palette().color(QPalette.ColorRole.PlaceholderText)
        self.setIcon(icon(self._drawing, color.name()))
