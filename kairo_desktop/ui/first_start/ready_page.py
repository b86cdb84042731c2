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
        notes_wanted: The user wants to add notes now.
        start_wanted: The user wants to begin to listen.

    Args:
        hotkeys: Two of them are named.
        may_listen: The user has consented; without, the page offers nothing but its end.
    """

    notes_wanted = Signal()
    start_wanted = Signal()

    def __init__(self, hotkeys: HotkeySettings, *, may_listen: bool) -> None:
        super().__init__(
            self.tr("Kairo is ready"),
            self.tr("Start it before a call, from its window or from its sign in the panel."),
        )
        self._may_listen = may_listen
        notes = Tile(
            "note",
            self.tr("Give it your notes"),
            self.tr("A folder with your résumé, the job ad and what you want to have at hand."),
        )
        open_settings = button(self.tr("&Open the settings"))
        open_settings.clicked.connect(self.notes_wanted)
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
        """The last button; where nothing may be heard yet, it only ends this."""
        return self.tr("&Start listening") if self._may_listen else self.tr("&Done")

    @property
    def past(self) -> str:
        """The end without listening now."""
        return self.tr("&Done") if self._may_listen else ""

    def allow_listening(self) -> None:
        """The user has consented."""
        self._may_listen = True

    def go_on(self) -> bool:
        """Begin to listen, if that is what the button says."""
        if self._may_listen:
            self.start_wanted.emit()
        return True

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
