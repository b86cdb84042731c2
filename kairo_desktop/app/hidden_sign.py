"""The sign that Kairo listens, for as long as neither its window nor a tray shows one."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QObject

from kairo_desktop.ui.commands import AppCommand
from kairo_desktop.ui.overlay.badge import listening_badge
from kairo_desktop.ui.overlay.place import badge_point
from kairo_desktop.ui.overlay.window import Overlay
from kairo_desktop.ui.tray import Tray
from kairo_desktop.ui.views import BoardView, Phase
from kairo_desktop.ui.x11 import keep_out_of_taskbar

__all__ = ["HiddenSign"]

_COMES_OR_GOES: Final = frozenset({QEvent.Type.Show, QEvent.Type.Hide})
_GAP: Final = 8


class HiddenSign(QObject):
    """Stands where the overlay stood, while that is hidden and a session runs without a tray.

    Attributes:
        badge: A click on it shows the overlay again.

    Args:
        command: Called with what the user wants.
    """

    def __init__(self, overlay: Overlay, tray: Tray, command: Callable[[AppCommand], None]) -> None:
        super().__init__(overlay)
        self._overlay, self._tray = overlay, tray
        self._runs = self._closed = False
        self.badge = listening_badge(overlay.looks)
        self.badge.clicked.connect(lambda: command(AppCommand.SHOW))
        tray.came_or_went.connect(self._show)
        overlay.installEventFilter(self)

    def show_view(self, view: BoardView) -> None:
        """Take what the session looks like now."""
        self._runs = view.phase is not Phase.IDLE
        self._show()

    def close(self) -> None:
        """Stand nowhere any more."""
        self._closed = True
        self._show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """The overlay comes or goes."""
        if event.type() in _COMES_OR_GOES:
            self._show()
        return super().eventFilter(watched, event)

    def _show(self) -> None:
        hidden = not self._overlay.isVisible() and not self._tray.available
        wanted = hidden and self._runs and not self._closed
        if wanted and not self.badge.isVisible():
            self.badge.dress(self._overlay.looks)
            free = self._overlay.screen().availableGeometry()
            place = badge_point(self._overlay.geometry(), self.badge.size(), free, _GAP)
            self.badge.move(place)
            keep_out_of_taskbar(self.badge)
        self.badge.setVisible(wanted)
