"""What tests of the desktop do to it."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from kairo_desktop.app.desktop import Desktop
from kairo_desktop.ui.toast import Toast

__all__ = ["end", "read"]


def end(desktop: Desktop) -> None:
    """Quit it and delete its windows."""
    desktop.leave()
    QApplication.processEvents()
    desktop.put_away()


def read(toast: Toast) -> None:
    """Click away what the toast says."""
    QTest.mouseClick(toast, Qt.MouseButton.LeftButton)
