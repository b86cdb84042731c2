"""The windows that are seldom open: made when they are asked for, and then kept."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QRect, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from kairo_desktop.app.look import Look
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.schema import Settings
from kairo_desktop.settings.state import DesktopState
from kairo_desktop.supervisor.messages import Connections
from kairo_desktop.supervisor.network import own_connections
from kairo_desktop.ui.commands import AppCommand
from kairo_desktop.ui.hotkeys.door import Refusal
from kairo_desktop.ui.hotkeys.wording import words_of
from kairo_desktop.ui.overlay.place import beside

if TYPE_CHECKING:
    from kairo_desktop.ui.first_start.window import FirstStart
    from kairo_desktop.ui.history.window import HistoryWindow
    from kairo_desktop.ui.settings.dialog import SettingsDialog

__all__ = ["Windows"]

_COUNT_MS: Final = 1000
"""How often it is looked whether an open window has fetched something."""

_TITLE_HEIGHT: Final = 32
"""About what a window manager puts above a window."""

_LEAST_WIDTH: Final = 780
"""Narrower, the texts in them would break too often."""


class Windows(QObject):
    """Settings, history and first start; their modules are loaded with the first look at them.

    Signals:
        settings_changed: The new `Settings`; they are saved already.
        models_chosen: Names of models by setting ("llm.model"), from the first start.
        step_reached: The step of the first start to go on with.
        consented: The user has taken the reminder of others' rights for known.
        notes_wanted: The user wants to choose a folder of notes in the settings.
        start_wanted: The user ends the first start by beginning to listen.
        deleted: The numbers of sessions that were deleted, as a tuple.
        connected: `Connections` of this program, when one of these windows made some.
        waiting_for_keys: Whether the settings wait for a combination of keys to be typed.

    Args:
        overlay: Stands above all other windows; these open beside it.
    """

    settings_changed = Signal(Settings)
    models_chosen = Signal(object)
    step_reached = Signal(str)
    consented = Signal()
    notes_wanted = Signal()
    start_wanted = Signal()
    deleted = Signal(tuple)
    connected = Signal(Connections)
    waiting_for_keys = Signal(bool)

    def __init__(
        self, paths: Paths, look: Look, overlay: QWidget, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._paths, self._look, self._overlay = paths, look, overlay
        self._refused: dict[str, str] = {}
        self._settings: SettingsDialog | None = None
        self._history: HistoryWindow | None = None
        self._first_start: FirstStart | None = None
        self._connections = own_connections()
        self._count = QTimer(self, interval=_COUNT_MS)
        self._count.timeout.connect(self._tell_connections)
        look.changed.connect(self._show_look)

    def open_settings(self, settings: Settings) -> None:
        """Show the settings in front of the other windows."""
        if self._settings is None:
            from kairo_desktop.ui.settings.dialog import SettingsDialog

            self._settings = SettingsDialog(settings, self._paths)
            self._settings.changed.connect(self.settings_changed)
            self._settings.waiting_for_keys.connect(self.waiting_for_keys)
            self._settings.set_hotkey_faults(self._refused)
        self._bring_forward(self._settings)

    def open_notes(self, settings: Settings) -> None:
        """Show the settings where the folder of notes is chosen."""
        from kairo_desktop.ui.settings.pages import PageName

        self.open_settings(settings)
        if self._settings is not None:
            self._settings.show_page(PageName.PROFILE)

    def open_history(self) -> None:
        """Show what was kept in front of the other windows."""
        if self._history is None:
            from kairo_desktop.ui.history.window import HistoryWindow

            self._history = HistoryWindow(self._paths, self._look.theme)
            self._history.deleted.connect(self.deleted)
        self._bring_forward(self._history)

    def open_first_start(self, settings: Settings, state: DesktopState) -> None:
        """Lead through what is needed before the first session, from where it was left."""
        if self._first_start is not None and not self._first_start.isVisible():
            # What it shows is of another time: the sources chosen since, a step left long ago.
            self._first_start.deleteLater()
            self._first_start = None
        if self._first_start is None:
            from kairo_desktop.ui.first_start.steps import begin
            from kairo_desktop.ui.first_start.window import FirstStart, Outside

            outside = Outside.of_machine(
                self._paths, self.models_chosen.emit, self.step_reached.emit
            )
            consent_given = bool(state.consent_given_at)
            step = begin(state.first_start_step, consent_given=consent_given)
            self._first_start = FirstStart(settings, outside, step, consent_given=consent_given)
            self._first_start.consented.connect(self.consented)
            self._first_start.notes_wanted.connect(self.notes_wanted)
            self._first_start.start_wanted.connect(self.start_wanted)
        self._bring_forward(self._first_start)

    def show_settings(self, settings: Settings) -> None:
        """Settings were changed elsewhere."""
        if self._settings is not None:
            self._settings.show_settings(settings)

    def show_refused_keys(self, refused: Mapping[AppCommand, Refusal]) -> None:
        """Say in the settings which keys do not work, and why."""
        self._refused = {
            wish.value.replace("-", "_"): words_of(refusal) for wish, refusal in refused.items()
        }
        if self._settings is not None:
            self._settings.set_hotkey_faults(self._refused)

    def finish(self) -> None:
        """Close all of them and end what they have begun."""
        self._count.stop()
        if self._settings is not None:
            self._settings.finish()
        if self._history is not None:
            self._history.close()
        if self._first_start is not None:
            self._first_start.finish()

    def put_away(self) -> None:
        """Delete them."""
        for window in (self._settings, self._history, self._first_start):
            if window is not None:
                window.deleteLater()

    def _tell_connections(self) -> None:
        """Without a window to fetch models in, nothing is looked at."""
        now = own_connections()
        if now != self._connections:
            self._connections = now
            self.connected.emit(now)
        windows = (self._settings, self._history, self._first_start)
        if not any(window is not None and window.isVisible() for window in windows):
            self._count.stop()

    def _show_look(self) -> None:
        if self._history is not None:
            self._history.set_theme(self._look.theme)

    def _bring_forward(self, window: QWidget) -> None:
        # On Wayland nobody but the desktop knows where a window stands.
        if not window.isVisible() and not QGuiApplication.platformName().startswith("wayland"):
            self._stand_beside_overlay(window)
        self._count.start()
        window.showNormal()
        window.raise_()
        window.activateWindow()

    def _stand_beside_overlay(self, window: QWidget) -> None:
        free = self._overlay.screen().availableGeometry()
        place = window.geometry()
        if window.windowHandle() is None:  # it has never been shown, and stands nowhere yet
            place.moveCenter(free.center())
        elif not self._overlay.isVisible():
            return
        free.adjust(0, _TITLE_HEIGHT, 0, 0)
        overlay = self._overlay.geometry() if self._overlay.isVisible() else QRect()
        window.setGeometry(beside(place, overlay, free, _LEAST_WIDTH))
