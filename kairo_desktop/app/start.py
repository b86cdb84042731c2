"""From a terminal to a desktop that runs: screen, single instance, event loop, orderly end."""

import gc
import linecache
import os
from collections.abc import MutableMapping
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLocale, QTimer
from PySide6.QtWidgets import QApplication

from kairo_desktop import __version__
from kairo_desktop.app.desktop import Desktop
from kairo_desktop.errors import SettingsError
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.schema import Settings
from kairo_desktop.settings.store import load_settings
from kairo_desktop.supervisor.network import own_connections
from kairo_desktop.ui.commands import AppCommand
from kairo_desktop.ui.garbage import GarbageInOneThread
from kairo_desktop.ui.history.housekeeping import Housekeeping
from kairo_desktop.ui.icons import app_icon
from kairo_desktop.ui.language import speak
from kairo_desktop.ui.platform import APP_ID, choose_platform
from kairo_desktop.ui.single_instance import Instance
from kairo_desktop.ui.unix_signals import UnixSignals

__all__ = ["run_desktop"]


def run_desktop(
    paths: Paths, place: Path, wish: AppCommand, environment: MutableMapping[str, str] = os.environ
) -> int:
    """Be the desktop until the user quits, or send the wish to the one that is already.

    Args:
        paths: The user's folders.
        place: Where the starts of one user meet.
        wish: What the user wants first.
        environment: Of this process; the Qt platform is put into it.

    Returns:
        The exit code.

    Raises:
        KairoError: another desktop runs and does not answer.
    """
    own_connections()  # counts from its first call on
    if (platform := choose_platform(environment)) is not None:
        environment["QT_QPA_PLATFORM"] = platform
    application = _application()
    instance = Instance(place)
    if not instance.claim_or_ask(wish):
        return 0
    settings, unreadable = _settings(paths)
    signals = UnixSignals()
    desktop = Desktop(settings, paths)
    instance.wished.connect(desktop.do)
    signals.received.connect(desktop.leave)
    application.commitDataRequest.connect(desktop.leave)
    desktop.left.connect(application.quit)
    QTimer.singleShot(0, desktop, lambda: desktop.begin(wish))
    house = _housekeeping(paths, settings, desktop)
    if unreadable is not None:
        desktop.say(unreadable)
    linecache.clearcache()  # Qt has put the source text of every module into it
    # What has been built stays to the end: no later search for garbage need look through it.
    gc.freeze()
    garbage = GarbageInOneThread()
    code = application.exec()
    garbage.close()
    instance.close()
    signals.close()
    house.finish()
    desktop.put_away()
    return code


def _housekeeping(paths: Paths, settings: Settings, desktop: Desktop) -> Housekeeping:
    """Delete what is too old, and say that a session broke off, beside the start."""
    translate = QCoreApplication.translate
    house = Housekeeping(paths.sessions, desktop)
    house.failed.connect(desktop.say)
    house.broke_off.connect(
        lambda _: desktop.toast.say(
            translate("Desktop", "A session broke off before its end."),
            translate("Desktop", "What was said until then is kept: recover it in the history."),
        )
    )
    house.begin(settings.privacy)
    return house


def _application() -> QApplication:
    application = QApplication(["kairo"])
    application.setApplicationName("kairo")
    application.setApplicationVersion(__version__)
    application.setDesktopFileName(APP_ID)
    application.setWindowIcon(app_icon())
    application.setQuitOnLastWindowClosed(False)
    speak(application, QLocale())
    return application


def _settings(paths: Paths) -> tuple[Settings, SettingsError | None]:
    """The user's settings; the defaults, and why, where the file cannot be understood."""
    try:
        return load_settings(paths), None
    except SettingsError as error:
        return Settings(), error
