"""A model on the page: what it is, whether it fits, and what can be done with it now."""

from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QWidget

from kairo_desktop.catalogue.library import State
from kairo_desktop.ui.jobs import Ending
from kairo_desktop.ui.settings.buttons import button
from kairo_desktop.ui.settings.confirm import Confirm
from kairo_desktop.ui.settings.downloads import Chore, Downloads, ModelLine
from kairo_desktop.ui.settings.fits import FitLine, fit_text
from kairo_desktop.ui.settings.row import Row
from kairo_desktop.ui.settings.shelf import Model
from kairo_desktop.ui.settings.texts import bytes_text

__all__ = ["ModelRow"]

_FINE: Final = 10_000
"""Steps of the bar: Qt counts in 32 bits, and models have more bytes than that."""


class ModelRow(QObject):
    """The row of one model. Buttons that make no sense now are not there.

    Attributes:
        row: The widget.

    Args:
        downloads: Does what the buttons ask for.
    """

    def __init__(self, model: Model, downloads: Downloads) -> None:
        super().__init__()
        self._model = model
        self._downloads = downloads
        self._fit: FitLine | None = None
        self._in_use = False
        self._fetch = button("")
        self._verify = button(self.tr("Verify"), "quiet")
        self._verify.setAccessibleName(self.tr("Verify {0}").format(model.name))
        self._pause = button("")
        name = self.tr("Remove {0}").format(model.name)
        self._remove = Confirm(self.tr("Remove…"), self._question, self._say, name=name)
        control = QWidget()
        line = QHBoxLayout(control)
        line.setContentsMargins(0, 0, 0, 0)
        for each in (self._verify, self._remove, self._fetch, self._pause):
            line.addWidget(each)
        self.row = Row(model.name, " ", control)
        self.setParent(self.row)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName(self.tr("Progress of {0}").format(model.name))
        self.row.put_below(self._bar)
        self._fetch.clicked.connect(lambda: downloads.start(Chore.FETCH, model.name))
        self._verify.clicked.connect(lambda: downloads.start(Chore.VERIFY, model.name))
        self._pause.clicked.connect(self._rest)
        self._remove.confirmed.connect(lambda: downloads.start(Chore.REMOVE, model.name))
        self.show_model(model, in_use=False)

    def show_model(self, model: Model, fit: FitLine | None = None, *, in_use: bool) -> None:
        """Show how the model stands now, and whether it finds room where that is known."""
        self._model, self._fit, self._in_use = model, fit, in_use
        self.row.set_text(self._facts())
        here = model.state is not State.MISSING
        words = self.tr("Resume") if model.state is State.PARTIAL else self.tr("Download")
        if model.state is State.DAMAGED:
            words = self.tr("Fetch again")
        self._fetch.setText(words)
        self._fetch.setAccessibleName(f"{words} {model.name}")
        chore = self._downloads.at_work_on(model.name)
        idle = chore is None
        self._fetch.setVisible(idle and not model.installed and not model.own)
        self._verify.setVisible(idle and model.installed and model.verified)
        self._remove.setVisible(idle and here)
        rest = self.tr("Pause") if chore is Chore.FETCH else self.tr("Stop")
        self._pause.setText(rest)
        self._pause.setAccessibleName(f"{rest} {model.name}")
        self._pause.setVisible(chore in (Chore.FETCH, Chore.VERIFY))
        self._bar.setVisible(not idle)

    def begin(self, chore: Chore) -> None:
        """Show that something is being done."""
        self._bar.setRange(0, 0)
        self.row.say(
            {
                Chore.FETCH: self.tr("Asking for it …"),
                Chore.VERIFY: self.tr("Reading and comparing all of it …"),
                Chore.IMPORT: self.tr("Copying …"),
                Chore.REMOVE: self.tr("Removing …"),
            }[chore]
        )
        self.show_model(self._model, self._fit, in_use=self._in_use)

    def tell(self, line: ModelLine) -> None:
        """Show how it goes."""
        match line.event:
            case "moved" | "checking":
                self._measure(line)
            case "waiting":
                self.row.say(self.tr("Another Kairo is fetching it; waiting for that."))
            case "trying":
                self.row.say(self.tr("Asking {0} …").format(self._source(line.source)))
            case "fell_through":
                words = self.tr("{0} cannot serve: {1}")
                self.row.say(words.format(self._source(line.source), self._plain(line.reason)))

    def end(self, chore: Chore, ending: Ending) -> None:
        """Say how it ended; how the model stands comes with the next `show_model`."""
        self._bar.setRange(0, _FINE)
        if ending.cancelled:
            self.row.say(self.tr("Paused. It goes on from here.") if chore is Chore.FETCH else "")
        elif not ending.well:
            cure = "" if "kairo models" in ending.cure else ending.cure
            self.row.say(f"{self._plain(ending.message)} {cure}".strip(), "bad")
        elif chore is Chore.VERIFY:
            self.row.say(self.tr("✓  Size and hash are as we know them."), "good")
        elif chore is Chore.FETCH:
            self.row.say(self.tr("✓  In place."), "good")
        else:
            self.row.say("")
        self.show_model(self._model, self._fit, in_use=self._in_use)

    def _rest(self) -> None:
        self.row.say(self.tr("Stopping …"))
        self._downloads.pause(self._model.name)

    def _measure(self, line: ModelLine) -> None:
        known = bool(line.n_bytes)
        self._bar.setRange(0, _FINE if known else 0)
        if line.n_bytes:
            self._bar.setValue(_FINE * line.done_bytes // line.n_bytes)
        if line.event == "checking":
            self.row.say(self.tr("Checking size and hash …"))
        elif line.n_bytes:
            words = self.tr("{0} of {1}")
            self.row.say(words.format(bytes_text(line.done_bytes), bytes_text(line.n_bytes)))
        else:
            self.row.say(bytes_text(line.done_bytes))

    def _facts(self) -> str:
        model = self._model
        standing = {
            State.MISSING: self.tr("not installed") if self._in_use else "",
            State.PARTIAL: self.tr("partly here"),
            State.DAMAGED: self.tr("⚠ damaged"),
            State.PRESENT: self.tr("installed"),
            State.PROVEN: self.tr("installed and proven"),
        }[model.state]
        words = self.tr("in use, {0}").format(standing) if self._in_use else standing
        facts = [words, bytes_text(model.bytes), model.license, model.note]
        if not model.verified and not model.own:
            facts.append(self.tr("not checked by us"))
        line = " · ".join(fact for fact in facts if fact)
        line = line[:1].upper() + line[1:]
        return line if self._fit is None else f"{line}\n{fit_text(self._fit)}"

    def _question(self) -> str:
        size = bytes_text(self._model.bytes)
        if self._in_use:
            return self.tr("Remove {0}? It is in use: no session starts without it.").format(size)
        return self.tr("Remove {0} from this machine?").format(size)

    def _say(self, message: str, role: str) -> None:
        self.row.say(message, role)

    def _source(self, source: str | None) -> str:
        return self.tr("the hub") if source == "hub" else self.tr("the package index")

    def _plain(self, reason: str) -> str:
        """A reason without the command that a terminal would be given."""
        if "needs a token" not in reason:
            return reason
        return self.tr("The hub wants to know who asks. Save a token below, then fetch it again.")
