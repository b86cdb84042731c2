"""The icon in the system tray: the state at a glance, and a menu of wishes."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from kairo_desktop.ui.commands import AppCommand
from kairo_desktop.ui.icons import state_icon
from kairo_desktop.ui.views import BoardView, Phase

__all__ = ["Tray"]

_LOOK_MS: Final = 2000


class Tray(QObject):
    """Stands in the tray whenever there is one; panels may come and go.

    Signals:
        commanded: What the user asks for.
        came_or_went: Whether there is a tray now, each time that changes.

    Args:
        is_there: Whether there is a tray.
    """

    commanded = Signal(AppCommand)
    came_or_went = Signal(bool)

    def __init__(
        self,
        parent: QObject | None = None,
        *,
        is_there: Callable[[], bool] = QSystemTrayIcon.isSystemTrayAvailable,
    ) -> None:
        super().__init__(parent)
        self._is_there = is_there
        self._view = BoardView()
        self._overlay_shown = False
        self._icon: QSystemTrayIcon | None = None
        self.menu = QMenu()
        self._actions = {wish: self._action(wish) for wish in _MENU if wish is not None}
        for wish in _MENU:
            if wish is None:
                self.menu.addSeparator()
            else:
                self.menu.addAction(self._actions[wish])
        self._say()
        self._look = QTimer(self, interval=_LOOK_MS)
        self._look.timeout.connect(self._look_for_tray)
        self._look.start()
        self._look_for_tray()

    @property
    def available(self) -> bool:
        """Whether the icon stands in a tray now."""
        return self._icon is not None

    @property
    def tooltip(self) -> str:
        """What the program does, in words."""
        return self.tr("Kairo: %1").replace("%1", self._phase_words())

    def show_view(self, view: BoardView) -> None:
        """Say what the program does; costs nothing while that stays the same."""
        if (view.phase, view.lanes) != (self._view.phase, self._view.lanes):
            self._view = view
            self._say()

    def set_overlay_shown(self, shown: bool) -> None:  # noqa: FBT001 - a slot
        """Offer to hide the overlay, or to show it."""
        self._overlay_shown = shown
        self._say()

    def close(self) -> None:
        """Leave the tray for good."""
        self._look.stop()
        if self._icon is not None:
            self._icon.hide()
            self._icon.deleteLater()
            self._icon = None

    def _action(self, wish: AppCommand) -> QAction:
        action = QAction(self.menu)
        action.triggered.connect(lambda _checked=False: self.commanded.emit(wish))
        return action

    def _look_for_tray(self) -> None:
        if self._is_there() == self.available:
            return
        if self._icon is not None:
            self._icon.hide()
            self._icon.deleteLater()
            self._icon = None
        else:
            # A new one each time: one that was shown to no tray is not taken up by the next.
            self._icon = QSystemTrayIcon(self)
            self._icon.activated.connect(self._was_clicked)
            self._icon.setContextMenu(self.menu)
            self._say()
            self._icon.show()
        self.came_or_went.emit(self.available)

    def _was_clicked(self, how: QSystemTrayIcon.ActivationReason) -> None:
        if how is QSystemTrayIcon.ActivationReason.Trigger:
            self.commanded.emit(AppCommand.TOGGLE)

    def _say(self) -> None:
        """Bring the words and the icon up to date."""
        phase = self._view.phase
        runs = phase is not Phase.IDLE
        heard = [lane for lane in self._view.lanes if lane.heard]
        paused = bool(heard) and all(lane.paused for lane in heard)
        words: dict[AppCommand, str] = {
            AppCommand.START: self.tr("&Start listening"),
            AppCommand.STOP: self.tr("&Stop listening"),
            AppCommand.PAUSE: self.tr("&Hear again") if paused else self.tr("&Pause"),
            AppCommand.ANSWER_NOW: self.tr("&Answer now"),
            AppCommand.TOGGLE: self.tr("Hide &overlay")
            if self._overlay_shown
            else self.tr("Show &overlay"),
            AppCommand.SETTINGS: self.tr("S&ettings…"),
            AppCommand.HISTORY: self.tr("H&istory…"),
            AppCommand.QUIT: self.tr("&Quit Kairo"),
        }
        for wish, text in words.items():
            self._actions[wish].setText(text)
        self._actions[AppCommand.START].setVisible(not runs)
        for wish in (AppCommand.STOP, AppCommand.PAUSE, AppCommand.ANSWER_NOW):
            self._actions[wish].setVisible(runs)
        if self._icon is not None:
            self._icon.setIcon(state_icon(phase))
            self._icon.setToolTip(self.tooltip)

    def _phase_words(self) -> str:
        match self._view.phase:
            case Phase.IDLE:
                return self.tr("not listening")
            case Phase.LOADING:
                return self.tr("getting ready")
            case Phase.HEARING:
                return self.tr("listening, answers soon")
            case Phase.LISTENING:
                return self.tr("listening")
            case Phase.PAUSED:
                return self.tr("paused, hears nothing")
            case Phase.TROUBLE:
                return self.tr("something is wrong, see the overlay")


_MENU: Final[tuple[AppCommand | None, ...]] = (
    AppCommand.START,
    AppCommand.STOP,
    AppCommand.PAUSE,
    AppCommand.ANSWER_NOW,
    None,
    AppCommand.TOGGLE,
    AppCommand.HISTORY,
    AppCommand.SETTINGS,
    None,
    AppCommand.QUIT,
)
