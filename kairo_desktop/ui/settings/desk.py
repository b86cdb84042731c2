"""The settings that the window shows, on their way to the file."""

from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from kairo_desktop.errors import DiskError, SettingsError
from kairo_desktop.settings.fields import SettingField, Value, value_of, with_value
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.schema import Settings
from kairo_desktop.settings.store import read_settings, save_settings, settings_file
from kairo_desktop.ui.settings.pages import felt_at_once

__all__ = ["SettingsDesk"]

_SAVE_AFTER_MS: Final = 300


class SettingsDesk(QObject):
    """Takes changes, refuses bad ones, saves the rest a moment later.

    A file that cannot be understood is never written over: while there is one, `put` refuses
    everything with its words.

    Signals:
        changed: The new `Settings`, whoever changed them.
        chosen: The new `Settings`, where they were changed here or in the file.
        saved: The file has been written; True where all changes are felt at once.
        stuck: The `KairoError` for which the file is not written; None when that is over.

    Args:
        settings: What is in force; the defaults where the file could not be read.
    """

    changed = Signal(object)
    chosen = Signal(object)
    saved = Signal(bool)
    stuck = Signal(object)

    def __init__(self, settings: Settings, paths: Paths, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._paths = paths
        self._lock: SettingsError | None = None
        self._seen: Settings | None = None
        self._unsaved = False
        self._waits_for_session = False
        self.unknown: tuple[str, ...] = ()
        """Names in the file that this Kairo does not know; they are kept."""
        self._timer = QTimer(self, singleShot=True, interval=_SAVE_AFTER_MS)
        self._timer.timeout.connect(self.save)

    @property
    def settings(self) -> Settings:
        """What is in force."""
        return self._settings

    @property
    def read_only(self) -> bool:
        """Nothing can be changed: the file is broken, or newer than this Kairo."""
        return self._lock is not None

    def value(self, field: SettingField) -> Value:
        """What a setting is now."""
        return value_of(self._settings, field)

    def put(self, field: SettingField, value: Value) -> None:
        """Change a setting.

        Raises:
            SettingsError: the value breaks a rule, or the file must not be written.
        """
        if self._lock is not None:
            raise self._lock
        changed = with_value(self._settings, field, value)
        if changed == self._settings:
            return
        self._settings = changed
        self._unsaved = True
        self._waits_for_session |= not felt_at_once(field)
        self._timer.start()
        self.changed.emit(changed)
        self.chosen.emit(changed)

    def show_settings(self, settings: Settings) -> None:
        """Take over settings that were changed and saved elsewhere."""
        if settings != self._settings:
            self._settings = settings
            self.changed.emit(settings)

    def look(self) -> None:
        """Look at the file anew: whether it can be written, and what has changed in it since."""
        try:
            loaded = read_settings(settings_file(self._paths))
        except SettingsError as error:
            self._lock, self._seen = error, None
            self.stuck.emit(error)
            return
        was_locked, self._lock = self._lock is not None, None
        self.unknown = loaded.unknown
        is_news = was_locked or self._seen not in (None, loaded.settings)
        self._seen = loaded.settings
        if is_news and not self._unsaved and loaded.settings != self._settings:
            self.show_settings(loaded.settings)
            self.chosen.emit(loaded.settings)
        if was_locked:
            self.stuck.emit(None)

    def retry(self) -> None:
        """Look again and, where that is possible now, write what waits."""
        self.look()
        if not self.read_only:
            self.save()
            self.stuck.emit(None)

    def save(self) -> None:
        """Write what has changed, now rather than in a moment."""
        self._timer.stop()
        if not self._unsaved:
            return
        try:
            save_settings(self._paths, self._settings)
        except SettingsError as error:
            self._lock = error
            self.stuck.emit(error)
            return
        except DiskError as error:
            self.stuck.emit(error)
            return
        self._seen = self._settings
        at_once = not self._waits_for_session
        self._unsaved = self._waits_for_session = False
        self.stuck.emit(None)
        self.saved.emit(at_once)
