"""Asking for a file or a folder, with the desktop's own window."""

from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog, QWidget

__all__ = ["Chooser", "DesktopChooser"]


class Chooser(Protocol):
    """Asks the user; None is what they choose who choose nothing."""

    def gguf(self, parent: QWidget) -> Path | None:
        """A GGUF file."""
        ...

    def folder(self, parent: QWidget, title: str, start: Path | None = None) -> Path | None:
        """A folder that is there."""
        ...


class DesktopChooser:
    """The desktop's own file window, which the rest of Kairo does not wait for."""

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
