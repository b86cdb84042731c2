"""The best note on a question, on a ground of its own, as the overlay shows it."""

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QLabel

__all__ = ["AnchorLabel"]

_OPACITY: Final = 0.13
_RADIUS: Final = 6.0
_MARGIN: Final = 8


class AnchorLabel(QLabel):
    """Nothing is seen of it while there is no note."""

    def __init__(self) -> None:
        super().__init__()
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setMargin(_MARGIN)
        self.hide()

    def show_note(self, note: str) -> None:
        """Show a note; none for an empty text."""
        self.setText(self.tr("From the notes – {0}").format(note) if note else "")
        self.setVisible(bool(note))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ground, then the words."""
        ground = self.palette().color(QPalette.ColorRole.Accent)
        ground.setAlphaF(_OPACITY)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ground)
            painter.drawRoundedRect(QRectF(self.rect()), _RADIUS, _RADIUS)
        super().paintEvent(event)
