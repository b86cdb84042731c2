"""A folder, chosen in the desktop's own window."""

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from kairo_desktop.settings.fields import Value
from kairo_desktop.ui.settings.buttons import button
from kairo_desktop.ui.settings.chooser import Chooser

__all__ = ["FolderEditor"]


class FolderEditor(QWidget):
    """A button beside a path that the page shows; the row's reset chooses none.

    Signals:
        edited: The folder that was chosen, as text.
    """

    edited = Signal(object)

    def __init__(self, chooser: Chooser, title: str) -> None:
        super().__init__()
        self._chooser, self._title = chooser, title
        self._folder = ""
        self._choose = button(self.tr("&Choose…"))
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self._choose)
        self.setFocusProxy(self._choose)
        self._choose.clicked.connect(self._ask)

    def show_value(self, value: Value) -> None:
        """Stand as `value` says."""
        self._folder = str(value)

    def setAccessibleName(self, name: str, /) -> None:
        """Call the button after the setting."""
        super().setAccessibleName(name)
        self._choose.setAccessibleName(self.tr("{0}: choose").format(name))

    def _ask(self) -> None:
        start = Path(self._folder) if self._folder else None
        chosen = self._chooser.folder(self, self._title, start)
        if chosen is not None:
            self.edited.emit(str(chosen))
