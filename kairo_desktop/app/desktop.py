"""What happens on each wish, from wherever it comes."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QSystemTrayIcon

from kairo_desktop.app.forgotten import ForgottenWatch
from kairo_desktop.app.hidden_sign import HiddenSign
from kairo_desktop.app.keys import Keys
from kairo_desktop.app.listening import Listening
from kairo_desktop.app.look import Look
from kairo_desktop.app.memory import Memory
from kairo_desktop.app.sitting import open_sitting
from kairo_desktop.app.windows import Windows
from kairo_desktop.errors import KairoError
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.schema import Settings
from kairo_desktop.settings.state import state_file
from kairo_desktop.settings.store import save_settings
from kairo_desktop.types import Lane, UserCommand
from kairo_desktop.ui.board import Board
from kairo_desktop.ui.commands import AppCommand
from kairo_desktop.ui.feed import Feed, OpenSession, Sitting
from kairo_desktop.ui.hotkeys.hotkeys import (
    Hotkeys,
    MakeGrabber,
    MakePortal,
    grabber_of_this_system,
    portal_of_this_system,
)
from kairo_desktop.ui.overlay.window import Overlay
from kairo_desktop.ui.toast import Toast
from kairo_desktop.ui.tray import Tray
from kairo_desktop.ui.views import BoardView
from kairo_desktop.ui.x11 import Compositor, keep_out_of_taskbar

__all__ = ["Desktop", "Outside"]

_QUIT_S: Final = 1.6
"""Children are given a second to leave by themselves; then they are killed."""

_LED_THROUGH: Final = "done"


@dataclass(frozen=True, slots=True)
class Outside:
    """What the desktop takes from the world around it."""

    open_sitting: Callable[[Settings, Paths], AbstractContextManager[Sitting]] = open_sitting
    make_grabber: MakeGrabber = grabber_of_this_system
    make_portal: MakePortal = portal_of_this_system
    tray_is_there: Callable[[], bool] = QSystemTrayIcon.isSystemTrayAvailable


class Desktop(QObject):
    """The overlay, the tray, the keys and the session behind them.

    Signals:
        left: All is ended and put away; the program can go.
    """

    left = Signal()

    def __init__(self, settings: Settings, paths: Paths, outside: Outside | None = None) -> None:
        super().__init__()
        self._outside = outside or Outside()
        self._settings, self._paths = settings, paths
        self._memory = Memory(state_file(paths))
        self._look = Look(settings.overlay, self)
        self._feed = Feed(Board(), self)
        self.overlay = Overlay(self._look.theme, settings.overlay)
        self.toast = Toast(self._look.theme)
        self.tray = Tray(self, is_there=self._outside.tray_is_there)
        self.hidden_sign = HiddenSign(self.overlay, self.tray, self.do)
        self._hotkeys = Hotkeys(
            self, make=self._outside.make_grabber, make_portal=self._outside.make_portal
        )
        self.windows = Windows(paths, self._look, self.overlay, self)
        self._keys = Keys(self._hotkeys, self.windows, self.toast, self)
        self._compositor = Compositor(self)
        self._listening = Listening(self._feed, self._next_session, self._has_consented, self)
        self._leaving = False
        self._watch = ForgottenWatch(
            self._feed, self.toast, lambda: self._settings.privacy.ask_after_min, self
        )
        self._doings = self._doing_of_each_wish()
        self._connect()
        self._restore()
        self._keys.use(settings.hotkeys)

    @property
    def view(self) -> BoardView:
        """What the session looks like now."""
        return self._feed.view

    def do(self, wish: AppCommand) -> None:
        """Do what the user asks for; while the program leaves, nothing."""
        if not self._leaving:
            self._doings[wish]()

    def begin(self, wish: AppCommand) -> None:
        """Do the first wish of a start; a first start leads through what is needed."""
        if self._leaving:
            return
        self._show()
        if self._memory.state.first_start_step != _LED_THROUGH:
            self._lead_through()
        if wish is not AppCommand.TOGGLE:
            self.do(wish)

    def say(self, error: KairoError) -> None:
        """Show what went wrong, and what to do about it."""
        self.toast.say(error.message, error.cure)

    def leave(self) -> None:
        """End the session, put everything away; `left` comes within two seconds."""
        if self._leaving:
            return
        self._leaving = True
        self._keep_place()
        self.hidden_sign.close()
        for window in (self.overlay, self.toast):
            window.hide()
        self.overlay.set_click_through(False)
        self.tray.close()
        self._hotkeys.close()
        self._compositor.close()
        self._watch.stop()
        self.windows.finish()
        # The windows go from the screen before this waits for the children.
        QTimer.singleShot(0, self, self._end)

    def put_away(self) -> None:
        """Delete the windows while there is still an application they belong to."""
        for window in (self.overlay, self.hidden_sign.badge, self.toast, self.tray.menu):
            window.deleteLater()
        self.windows.put_away()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def _end(self) -> None:
        self._feed.stop(_QUIT_S)
        self.left.emit()

    def _doing_of_each_wish(self) -> dict[AppCommand, Callable[[], None]]:
        return {
            AppCommand.TOGGLE: self._toggle,
            AppCommand.SHOW: self._show,
            AppCommand.HIDE: self._hide,
            AppCommand.START: self._listening.start,
            AppCommand.STOP: self._listening.stop,
            AppCommand.PAUSE: lambda: self._listening.pause(*Lane),
            AppCommand.PAUSE_MIC: lambda: self._listening.pause(Lane.MIC),
            AppCommand.PAUSE_SYSTEM: lambda: self._listening.pause(Lane.SYSTEM),
            AppCommand.ANSWER_NOW: lambda: self._feed.command(UserCommand.ANSWER_NOW),
            AppCommand.AGAIN: lambda: self._feed.command(UserCommand.AGAIN),
            AppCommand.COMPACT: self._change_size,
            AppCommand.CLICK_THROUGH: self._change_click_through,
            AppCommand.SETTINGS: lambda: self.windows.open_settings(self._settings),
            AppCommand.HISTORY: self.windows.open_history,
            AppCommand.QUIT: self.leave,
        }

    def _connect(self) -> None:
        for source in (self.overlay.commanded, self.tray.commanded, self._hotkeys.pressed):
            source.connect(self.do)
        self.overlay.pinned.connect(self._feed.pin)
        self.overlay.placed.connect(self._keep_place)
        self._feed.shown.connect(self.overlay.show_view)
        self._feed.shown.connect(self.tray.show_view)
        self._feed.shown.connect(self.hidden_sign.show_view)
        self._listening.began.connect(self._watch.start)
        self._listening.failed.connect(self.say)
        self._listening.consent_wanted.connect(self._ask_for_consent)
        self.tray.came_or_went.connect(self._tray_came_or_went)
        self._look.changed.connect(self._show_look)
        self.windows.settings_changed.connect(self._take_settings)
        self.windows.notes_wanted.connect(self._open_notes)
        self.windows.models_chosen.connect(self._change_settings)
        self.windows.connected.connect(self._feed.note_connections)
        self.windows.deleted.connect(self._feed.forget)
        self.windows.step_reached.connect(self._reach)
        self.windows.consented.connect(self._consented)
        self.windows.start_wanted.connect(lambda: self.do(AppCommand.START))
        for window in (self.overlay, self.toast):
            self._compositor.came_or_went.connect(window.set_blended)
            window.set_blended(self._compositor.there)

    def _restore(self) -> None:
        state = self._memory.state
        if state.overlay_places:
            self.overlay.restore(state.overlay_places[0])
        if state.click_through:
            self._change_click_through()

    def _toggle(self) -> None:
        if self.overlay.isVisible():
            self._hide()
        else:
            self._show()

    def _show(self) -> None:
        keep_out_of_taskbar(self.overlay)
        self.overlay.show()
        self.overlay.raise_()
        self.tray.set_overlay_shown(True)

    def _hide(self) -> None:
        self._keep_place()
        self.overlay.hide()
        self.tray.set_overlay_shown(False)
        if not self.tray.available:
            keys = self._keys.keys_of(AppCommand.TOGGLE)
            way = self.tr("%1, or in a terminal: kairo run --toggle").replace("%1", keys)
            self.toast.say(
                self.tr("Kairo is hidden and goes on listening. It comes back with:")
                if self._feed.running
                else self.tr("Kairo is hidden, not ended. It comes back with:"),
                way if keys else "kairo run --toggle",
            )

    def _next_session(self) -> OpenSession:
        settings, paths = self._settings, self._paths
        return lambda: self._outside.open_sitting(settings, paths)

    def _has_consented(self) -> bool:
        return bool(self._memory.state.consent_given_at)

    def _ask_for_consent(self) -> None:
        self._lead_through()
        self.toast.say(
            self.tr("Nothing is heard yet."),
            self.tr("Go through this first, then start it again."),
        )

    def _open_notes(self) -> None:
        if not self._leaving:
            self.windows.open_notes(self._settings)

    def _change_size(self) -> None:
        compact = not self._settings.overlay.compact
        self._change_settings({"overlay.compact": compact})

    def _change_settings(self, changes: Mapping[str, object]) -> None:
        """Change some settings by their names, save them and show them everywhere."""
        tree = self._settings.model_dump()
        for name, value in changes.items():
            part, _, field = name.partition(".")
            tree[part][field] = value
        settings = Settings.model_validate(tree)
        try:
            save_settings(self._paths, settings)
        except KairoError as error:
            self.say(error)
        self.windows.show_settings(settings)
        self._take_settings(settings)

    def _change_click_through(self) -> None:
        on = not self.overlay.click_through
        self.overlay.set_click_through(on)
        self._memory.keep(replace(self._memory.state, click_through=on))

    def _keep_place(self) -> None:
        self._memory.keep(self._memory.state.stood_at(self.overlay.place()))

    def _take_settings(self, settings: Settings) -> None:
        """Use new settings: looks and keys at once, the rest from the next session on."""
        before, self._settings = self._settings, settings
        if settings.overlay != before.overlay:
            self._look.set_settings(settings.overlay)
        if settings.hotkeys != before.hotkeys:
            self._keys.use(settings.hotkeys)

    def _show_look(self) -> None:
        self.overlay.set_settings(self._settings.overlay, self._look.theme)

    def _tray_came_or_went(self, there: bool) -> None:  # noqa: FBT001 - a slot
        if not there and not self._leaving:
            self._show()

    def _lead_through(self) -> None:
        self.windows.open_first_start(self._settings, self._memory.state)

    def _reach(self, step: str) -> None:
        if self._memory.state.first_start_step == _LED_THROUGH:
            return
        self._memory.keep(replace(self._memory.state, first_start_step=step))

    def _consented(self) -> None:
        now = datetime.now(UTC).isoformat(timespec="seconds")
        self._memory.keep(replace(self._memory.state, consent_given_at=now))
