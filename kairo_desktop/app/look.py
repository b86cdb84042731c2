"""The theme in force: the user's choice, or the desktop's own, as both change."""

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication

from kairo_desktop.settings.overlay import OverlaySettings
from kairo_desktop.ui.theme import Theme, dress, theme_of

__all__ = ["Look"]


class Look(QObject):
    """Dresses the application, again whenever the theme changes.

    Signals:
        changed: The theme, or how the overlay is to look.

    Attributes:
        theme: In force.
    """

    changed = Signal()

    def __init__(self, settings: OverlaySettings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._application = QApplication.instance()
        self._settings = settings
        self.theme = self._themed()
        QApplication.styleHints().colorSchemeChanged.connect(self._dress)
        self._dress()

    def set_settings(self, settings: OverlaySettings) -> None:
        """Look as these settings say."""
        self._settings = settings
        self._dress()

    def _themed(self) -> Theme:
        dark = QApplication.styleHints().colorScheme() is Qt.ColorScheme.Dark
        return theme_of(self._settings, dark)

    def _dress(self) -> None:
        theme = self._themed()
        if isinstance(self._application, QApplication):
            dress(self._application, theme)
        self.theme = theme
        self.changed.emit()
