"""The overlay itself: a window above all others that never takes the focus."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from kairo_desktop.settings.overlay import OverlayPlace, OverlaySettings
from kairo_desktop.ui.commands import AppCommand
from kairo_desktop.ui.theme import Theme
from kairo_desktop.ui.views import BoardView

__all__ = ["Overlay"]


class Overlay(QWidget):
    """Shows a `BoardView` above all other windows.

    Signals:
        commanded: The user asks for something.
        pinned: The user pins a point, or lets it go: turn_id and index.
        placed: The user has moved or resized it; time to keep `place()`.
    """

    commanded = Signal(AppCommand)
    pinned = Signal(int, int)
    placed = Signal()

    def __init__(self, theme: Theme, settings: OverlaySettings) -> None:
        super().__init__(
            None,
            Qt.WindowType.Tool
            | Qt.WindowType.FramelessWindowHint
            | Qt.WindowType.WindowStaysOnTopHint
            | Qt.WindowType.WindowDoesNotAcceptFocus,
        )
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setWindowTitle("Kairo")
        self._theme = theme
        self._settings = settings
        self._view = BoardView()
        self._click_through = False
        self.resize(420, 540)

    def show_view(self, view: BoardView) -> None:
        """Show what the board says, painted 30 times a second at most."""
        self._view = view
        self.update()

    def set_settings(self, settings: OverlaySettings, theme: Theme) -> None:
        """Look as these settings say, at once."""
        self._settings, self._theme = settings, theme
        self.update()

    @property
    def click_through(self) -> bool:
        """Clicks reach what lies below."""
        return self._click_through

    def set_click_through(self, on: bool) -> None:  # noqa: FBT001 - a slot
        """Let clicks reach what lies below, or take them again; a badge shows the way back."""
        self._click_through = on
        if (handle := self.windowHandle()) is not None:
            handle.setFlag(Qt.WindowType.WindowTransparentForInput, on)

    def place(self) -> OverlayPlace:
        """Where it stands now."""
        free = self.screen().availableGeometry()
        x, y = self.x() - free.x(), self.y() - free.y()
        return OverlayPlace(self.screen().name(), x, y, self.width(), self.height())

    def restore(self, place: OverlayPlace) -> None:
        """Go there; where the monitor is gone or smaller, to the nearest place in sight."""
        free = self.screen().availableGeometry()
        self.setGeometry(free.x() + place.x, free.y() + place.y, place.width, place.height)
