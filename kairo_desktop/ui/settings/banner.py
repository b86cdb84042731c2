"""A line above the pages that says why the settings cannot be saved, and offers another try."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout

from kairo_desktop.errors import KairoError
from kairo_desktop.ui.settings.buttons import button
from kairo_desktop.ui.settings.row import label, say

__all__ = ["Banner"]


class Banner(QFrame):
    """Hidden while all is well.

    Signals:
        retried: The user has mended something and wants it looked at.
    """

    retried = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "card")
        self._text = label()
        self._again = button(self.tr("L&ook again"))
        self._again.clicked.connect(self.retried)
        line = QHBoxLayout(self)
        line.setContentsMargins(16, 10, 12, 10)
        line.addWidget(self._text, 1)
        line.addWidget(self._again)
        self.hide()

    def show_error(self, error: KairoError | None) -> None:
        """Say what is wrong and what to do; None hides the line."""
        say(self._text, "" if error is None else str(error), "bad")
        self._text.setAccessibleName(self._text.text())
        self.setVisible(error is not None)
