"""What to know from here on, in three lines."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence

from kairo_desktop.settings.hotkeys import HotkeySettings
from kairo_desktop.ui.first_start.page import StepPage
from kairo_desktop.ui.first_start.tile import Tile
from kairo_desktop.ui.settings.buttons import button

__all__ = ["ReadyPage"]


class ReadyPage(StepPage):
    """The end of the path.

    Signals:
        settings_wanted: The user wants to add notes now.
    """

    settings_wanted = Signal()

    def __init__(self, hotkeys: HotkeySettings) -> None:
        super().__init__(
            self.tr("Kairo is ready"),
            self.tr("Start it before a call, from its window or from its sign in the panel."),
        )
        notes = Tile(
            "note",
            self.tr("Give it your notes"),
            self.tr("A folder with your résumé, the job ad and what you want to have at hand."),
        )
        open_settings = button(self.tr("&Open the settings"))
        open_settings.clicked.connect(self.settings_wanted)
        notes.put_beside(open_settings)
        self.body.addWidget(notes)
        self.body.addWidget(
            Tile("keyboard", self.tr("Call it up at any time"), self._keys(hotkeys))
        )
        self.body.addWidget(
            Tile(
                "overlay",
                self.tr("Everything is in the settings"),
                self.tr("Sound, models, looks and privacy can be changed there at any time."),
            )
        )

    @property
    def onward(self) -> str:
        """The last button."""
        return self.tr("&Done")

    @property
    def past(self) -> str:
        """There is nothing to pass over."""
        return ""

    def _keys(self, hotkeys: HotkeySettings) -> str:
        """The two keys that matter most, as this desktop writes them."""
        pairs = (
            (hotkeys.toggle, self.tr("{0} shows or hides Kairo.")),
            (hotkeys.answer_now, self.tr("{0} answers what was said last.")),
        )
        native = QKeySequence.SequenceFormat.NativeText
        written = [
            words.format(QKeySequence(keys).toString(native)) for keys, words in pairs if keys
        ]
        return " ".join(written) or self.tr("No keys are set; choose some in the settings.")
