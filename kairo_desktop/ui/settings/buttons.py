"""Buttons that look alike on every page, and icons that follow the theme."""

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QPushButton, QToolButton, QWidget

from kairo_desktop.ui.icons import icon

__all__ = ["IconButton", "button"]


def button(text: str, kind: str = "") -> QPushButton:
    """A button with a text; `kind` is one of the style sheet's: primary, quiet or danger."""
    made = QPushButton(text)
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
