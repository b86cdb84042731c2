"""A folder: where it lies, and buttons to choose another or none."""

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from kairo_desktop.settings.fields import Value
from kairo_desktop.ui.settings.buttons import button
from kairo_desktop.ui.settings.chooser import Chooser

__all__ = ["FolderEditor"]


class FolderEditor(QWidget):
    """Buttons at the side of a path that the page shows.

    Signals:
        edited: The folder that was chosen, as text; empty for none.
    """

    edited = Signal(object)

    def __init__(self, chooser: Chooser, title: str) -> None:
        super().__init__()
        self._chooser, self._title = chooser, title
        self._folder = ""
        self._choose = button(self.tr("&Choose…"))
        self._none = button(self.tr("Use &none"), "quiet")
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self._none)
        line.addWidget(self._choose)
        self.setFocusProxy(self._choose)
        self._choose.clicked.connect(self._ask)
        self._none.clicked.connect(self._drop)

    def show_value(self, value: Value) -> None:
        """Stand as `value` says."""
        self._folder = str(value)
        self._none.setVisible(bool(value))

    def setAccessibleName(self, name: str, /) -> None:
        """Call the buttons after the setting."""
        super().setAccessibleName(name)
        self._choose.setAccessibleName(self.tr("{0}: choose").format(name))
        self._none.setAccessibleName(self.tr("{0}: use none").format(name))

    def _ask(self) -> None:
        start = Path(self._folder) if self._folder else None
        chosen = self._chooser.folder(self, self._title, start)
        if chosen is not None:
            self.edited.emit(str(chosen))

    def _drop(self) -> None:
        self.edited.emit("")
