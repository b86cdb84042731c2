"""The settings window: pages at the left, one of them at the right, what is wrong above it."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.schema import Settings
from kairo_desktop.ui.settings.advanced_page import AdvancedPage
from kairo_desktop.ui.settings.audio_page import AudioPage
from kairo_desktop.ui.settings.banner import Banner
from kairo_desktop.ui.settings.book import Book
from kairo_desktop.ui.settings.desk import SettingsDesk
from kairo_desktop.ui.settings.finder import Finder, PageTitle, Spot
from kairo_desktop.ui.settings.hotkeys_page import HotkeyFaults, HotkeysPage
from kairo_desktop.ui.settings.models_page import ModelsPage
from kairo_desktop.ui.settings.outside import Outside
from kairo_desktop.ui.settings.overlay_page import OverlayPage
from kairo_desktop.ui.settings.page import Page
from kairo_desktop.ui.settings.pages import PageName
from kairo_desktop.ui.settings.privacy_page import PrivacyPage
from kairo_desktop.ui.settings.profile_page import ProfilePage
from kairo_desktop.ui.settings.row import label, say

__all__ = ["SettingsDialog"]

_SIZE: Final = QSize(980, 720)
_SHOWN_MS: Final = 6000


class SettingsDialog(QWidget):
    """All settings, on a page per concern. Changes are in force at once and saved a moment later.

    A settings file that is broken, or newer than this Kairo, is left as it is: the window says
    so and shows what is in force, without letting it be changed.

    Signals:
        changed: The new `Settings`, each time they were changed here or, meanwhile, in the file.
        waiting_for_keys: True while a field wants the keys that are pressed, hotkeys included.

    Args:
        settings: What is in force; the defaults where the file could not be read.
        outside: What is not the window's own; this machine's by default.
    """

    changed = Signal(object)
    waiting_for_keys = Signal(bool)

    def __init__(
        self,
        settings: Settings,
        paths: Paths,
        parent: QWidget | None = None,
        *,
        outside: Outside | None = None,
    ) -> None:
        super().__init__(parent)
        self.setProperty("kind", "window")
        self.setWindowTitle(self.tr("Kairo settings"))
        self.resize(_SIZE.boundedTo(self.screen().availableSize()))
        self._desk = SettingsDesk(settings, paths, self)
        self._hotkeys = HotkeyFaults()
        self._book = Book(self._makers(paths, outside or Outside.of_machine(paths)))
        self._finder = Finder({name: self._title(name) for name in self._book.names})
        self._banner = Banner()
        self._status = label(role="muted")
        self._silence = QTimer(self, singleShot=True, interval=_SHOWN_MS)
        self._lay_out()
        self._connect()
        self.show_page(self._book.names[0])

    @property
    def page(self) -> Page:
        """The page that is turned to."""
        return self._book.page

    def show_page(self, name: PageName) -> None:
        """Turn to a page."""
        self._finder.select(name)

    def show_settings(self, settings: Settings) -> None:
        """Show settings that were changed elsewhere, such as in the overlay itself."""
        self._desk.show_settings(settings)

    def set_hotkey_faults(self, faults: Mapping[str, str]) -> None:
        """Say why hotkeys do not work, by setting ("toggle"); replaces what was said before."""
        self._hotkeys.tell(faults)

    def finish(self) -> None:
        """Save, let go of devices, end downloads (they go on next time). The program ends."""
        self.close()
        self._book.finish()

    def showEvent(self, event: QShowEvent) -> None:
        """Look at the file anew; another program may have changed it."""
        super().showEvent(event)
        self._desk.look()
        self.page.enter()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Take over what is being typed, save, let go of devices. Downloads go on."""
        if (typing := self.focusWidget()) is not None:
            typing.clearFocus()
        self.page.leave()
        self._desk.save()
        super().closeEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes, where no field or search wanted it."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def _makers(self, paths: Paths, outside: Outside) -> Mapping[PageName, Callable[[], Page]]:
        desk = self._desk
        return {
            PageName.MODELS: lambda: ModelsPage(desk, paths, outside),
            PageName.AUDIO: lambda: AudioPage(desk, outside),
            PageName.OVERLAY: lambda: OverlayPage(desk),
            PageName.PROFILE: lambda: ProfilePage(desk, outside),
            PageName.HOTKEYS: self._hotkeys_page,
            PageName.PRIVACY: lambda: PrivacyPage(desk, paths),
            PageName.ADVANCED: lambda: AdvancedPage(desk, paths),
        }

    def _hotkeys_page(self) -> Page:
        page = HotkeysPage(self._desk, self._hotkeys)
        page.waiting.connect(self.waiting_for_keys)
        return page

    def _lay_out(self) -> None:
        right = QVBoxLayout()
        right.setContentsMargins(0, 0, 0, 0)
        right.setSpacing(0)
        above = QVBoxLayout()
        above.setContentsMargins(32, 16, 32, 0)
        above.addWidget(self._banner)
        right.addLayout(above)
        right.addWidget(self._book, 1)
        # Margins of its own: while it says nothing, the page goes down to the edge of the window.
        self._status.setContentsMargins(32, 8, 32, 12)
        right.addWidget(self._status)
        line = QFrame()
        line.setProperty("kind", "rule")
        line.setFixedWidth(1)
        line.setStyleSheet("max-height: 10000px")  # rules of the style sheet lie flat
        across = QHBoxLayout(self)
        across.setContentsMargins(0, 0, 0, 0)
        across.setSpacing(0)
        across.addWidget(self._finder)
        across.addWidget(line)
        across.addLayout(right, 1)
        say(self._status, "")

    def _connect(self) -> None:
        self._finder.page_chosen.connect(self._book.turn_to)
        self._finder.spot_chosen.connect(self._go)
        self._finder.search_in(self._spots)
        self._desk.chosen.connect(self.changed)
        self._desk.saved.connect(self._say_saved)
        self._desk.stuck.connect(self._banner.show_error)
        self._banner.retried.connect(self._retry)
        self._silence.timeout.connect(lambda: say(self._status, ""))
        self._keys(QKeySequence(QKeySequence.StandardKey.Find), self._finder.field.setFocus)
        self._keys(QKeySequence(QKeySequence.StandardKey.Close), self.close)
        for at, name in enumerate(self._book.names, start=1):
            self._keys(QKeySequence(f"Ctrl+{at}"), partial(self.show_page, name))

    def _spots(self) -> Iterator[Spot]:
        for name, page in self._book.all():
            yield from (Spot(name, row) for row in page.rows())

    def _keys(self, keys: QKeySequence, do: Callable[[], object]) -> None:
        QShortcut(keys, self).activated.connect(do)

    def _retry(self) -> None:
        self._desk.retry()
        if self._banner.isVisible():
            say(self._status, self.tr("Looked again: it is still so."))
            self._silence.start()

    def _go(self, spot: Spot) -> None:
        self.show_page(spot.page)
        self.page.ensureWidgetVisible(spot.row, 0, 80)
        spot.row.focus()

    def _say_saved(self, at_once: bool) -> None:  # noqa: FBT001 - what the signal carries
        later = self.tr("Saved. It takes effect at the next session.")
        say(self._status, self.tr("Saved.") if at_once else later)
        self._status.setAccessibleName(self._status.text())
        self._silence.start()

    def _title(self, name: PageName) -> PageTitle:
        return {
            PageName.MODELS: PageTitle(self.tr("Models"), "model"),
            PageName.AUDIO: PageTitle(self.tr("Audio"), "mic"),
            PageName.OVERLAY: PageTitle(self.tr("Overlay"), "overlay"),
            PageName.PROFILE: PageTitle(self.tr("Profile"), "profile"),
            PageName.HOTKEYS: PageTitle(self.tr("Hotkeys"), "keyboard"),
            PageName.PRIVACY: PageTitle(self.tr("Privacy"), "shield"),
            PageName.ADVANCED: PageTitle(self.tr("Advanced"), "advanced"),
        }[name]
