"""Asking for a file or a folder, with the desktop's own window."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog, QWidget

__all__ = ["Chooser"]


class Chooser:
    """None is what the user chooses who chooses nothing."""

    def gguf(self, parent: QWidget) -> Path | None:
        """A GGUF file."""
        title = QCoreApplication.translate("Chooser", "Choose a GGUF model")
        kinds = QCoreApplication.translate("Chooser", "GGUF models (*.gguf)")
        name, _ = QFileDialog.getOpenFileName(parent, title, str(Path.home()), kinds)
        return Path(name) if name else None

    def folder(self, parent: QWidget, title: str, start: Path | None = None) -> Path | None:
        """A folder that is there."""
        name = QFileDialog.getExistingDirectory(parent, title, str(start or Path.home()))
        return Path(name) if name else None
