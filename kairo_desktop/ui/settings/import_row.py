"""Taking in a model that is on this machine already."""

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QWidget

from kairo_desktop.ui.jobs import Ending
from kairo_desktop.ui.settings.buttons import button
from kairo_desktop.ui.settings.chooser import Chooser
from kairo_desktop.ui.settings.downloads import Chore, Downloads, ModelLine
from kairo_desktop.ui.settings.row import Row

__all__ = ["IMPORT", "ImportRow"]

IMPORT = "import"
"""Stands for the model that is being imported: its name is not known before it is read."""

_FINE = 10_000


class ImportRow(QObject):
    """A button for each sort of model, and how the copying goes.

    Attributes:
        row: The widget.
    """

    def __init__(self, downloads: Downloads, chooser: Chooser) -> None:
        super().__init__()
        self._downloads = downloads
        self._chooser = chooser
        self._file = button(self.tr("&GGUF file…"))
        self._folder = button(self.tr("&Whisper folder…"))
        self._stop = button(self.tr("Stop"))
        self._stop.setAccessibleName(self.tr("Stop importing"))
        control = QWidget()
        line = QHBoxLayout(control)
        line.setContentsMargins(0, 0, 0, 0)
        for each in (self._file, self._folder, self._stop):
            line.addWidget(each)
        text = self.tr("It is copied to where Kairo keeps its models, and checked.")
        self.row = Row(self.tr("Import a model"), text, control)
        self.setParent(self.row)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName(self.tr("Progress of the import"))
        self.row.put_below(self._bar)
        self._file.clicked.connect(self._choose_file)
        self._folder.clicked.connect(self._choose_folder)
        self._stop.clicked.connect(self._end_it)
        self._show()

    def begin(self) -> None:
        """Show that a model is being copied."""
        self._bar.setRange(0, 0)
        self.row.say(self.tr("Reading it …"))
        self._show()

    def tell(self, line: ModelLine) -> None:
        """Show how far it has come."""
        if line.event == "moved" and line.n_bytes:
            self._bar.setRange(0, _FINE)
            self._bar.setValue(_FINE * line.done_bytes // line.n_bytes)
            self.row.say(self.tr("Copying {0} …").format(line.name))
        elif line.event == "installed":
            self.row.say(self.tr("✓  {0} is in place.").format(line.name), "good")

    def end(self, ending: Ending) -> None:
        """Say what went wrong, if something did."""
        if ending.cancelled:
            self.row.say(self.tr("Stopped; nothing was imported."))
        elif not ending.well:
            self.row.say(f"{ending.message} {ending.cure}".strip(), "bad")
        self._show()

    def _choose_file(self) -> None:
        self._take(self._chooser.gguf(self.row))

    def _choose_folder(self) -> None:
        self._take(self._chooser.folder(self.row, self.tr("Choose the folder of a Whisper model")))

    def _take(self, path: Path | None) -> None:
        if path is None:
            self.row.say(self.tr("Nothing was chosen."))
        else:
            self._downloads.start(Chore.IMPORT, IMPORT, source=str(path.absolute()))

    def _end_it(self) -> None:
        self.row.say(self.tr("Stopping …"))
        self._downloads.pause(IMPORT)

    def _show(self) -> None:
        busy = self._downloads.at_work_on(IMPORT) is not None
        self._file.setVisible(not busy)
        self._folder.setVisible(not busy)
        self._stop.setVisible(busy)
        self._bar.setVisible(busy)
