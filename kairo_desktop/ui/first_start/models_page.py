"""This machine measured, the models that suit it fetched, each seen coming."""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Final

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QProgressBar

from kairo_desktop.ui.first_start.page import StepPage
from kairo_desktop.ui.first_start.shopping import Arrival, Basket, PrepareLine, Want
from kairo_desktop.ui.first_start.tile import Tile
from kairo_desktop.ui.jobs import Ending, Job
from kairo_desktop.ui.settings.buttons import button
from kairo_desktop.ui.settings.row import label, say
from kairo_desktop.ui.settings.texts import bytes_text

__all__ = ["Choose", "ModelsPage"]

Choose = Callable[[Mapping[str, str]], None]
"""Takes over which model goes to which setting, for instance "llm.model"."""

_FINE: Final = 1000
_DRAWINGS: Final = {
    "llm.model": "answer",
    "llm.draft": "answer",
    "asr.model": "mic",
    "retrieval.model": "search",
}


class _Phase(Enum):
    """What the page is at."""

    MEASURING = "measuring"
    OFFERING = "offering"
    FETCHING = "fetching"
    PAUSED = "paused"
    DONE = "done"
    FAILED = "failed"


class ModelsPage(StepPage):
    """Measures when it is shown; fetches when it is told to, and goes on where it stopped.

    Models that have just come are measured, too: they may turn out slower than was expected.

    Args:
        choose: Called once all models are here.
        command: How `kairo` is started; this program by default.
    """

    def __init__(self, choose: Choose, command: Sequence[str] | None = None) -> None:
        super().__init__(self.tr("Models for this machine"), "")
        self._choose, self._command = choose, command
        self._phase = _Phase.MEASURING
        self._basket = Basket()
        self._job: Job | None = None
        self._tiles: dict[str, _ModelTile] = {}
        self._busy = QProgressBar()
        self._busy.setRange(0, 0)
        self._busy.setTextVisible(False)
        self._busy.setAccessibleName(self.tr("Measuring this machine"))
        self.body.addWidget(self._busy)
        self._message = label(role="bad")
        self._pause = button(self.tr("&Pause"))
        self._pause.clicked.connect(self._stop_fetching)
        self.body.addSpacing(4)
        self.body.addWidget(self._message)
        self.body.addWidget(self._pause, 0, Qt.AlignmentFlag.AlignLeft)
        self._show()

    @property
    def onward(self) -> str:
        """What comes next: fetching, trying again, going on."""
        match self._phase:
            case _Phase.OFFERING:
                return self._download()
            case _Phase.PAUSED:
                return self.tr("&Resume")
            case _Phase.FAILED:
                return self.tr("&Try again")
            case _:
                return self.tr("&Continue")

    @property
    def ready(self) -> bool:
        """Nothing can be pressed while a child is at work."""
        return self._phase not in (_Phase.MEASURING, _Phase.FETCHING)

    @property
    def waits_for(self) -> str:
        """What a child is at."""
        match self._phase:
            case _Phase.MEASURING:
                return self.tr("This machine is being measured; that takes some seconds.")
            case _Phase.FETCHING:
                return self.tr("The models are still coming. Pause, or skip this step.")
            case _:
                return ""

    @property
    def past(self) -> str:
        """What the button that passes this step over says."""
        return "" if self._phase is _Phase.DONE else self.tr("&Skip")

    def enter(self) -> None:
        """Measure, unless models have been recommended already."""
        if not self._basket.wants:
            self._measure()

    def leave(self) -> None:
        """End the child; what has been fetched stays for the next time."""
        if self._job is None:
            return
        self._drop_job()
        self._set_phase(_Phase.PAUSED if self._basket.wants else _Phase.MEASURING)

    def go_on(self) -> bool:
        """Fetch, try again, or let the next step follow."""
        if self._phase is _Phase.DONE:
            return True
        if self._basket.wants:
            self._fetch()
        else:
            self._measure()
        return False

    def _measure(self) -> None:
        self._basket = Basket()
        self._run(("models", "prepare"), self._measured)
        self._set_phase(_Phase.MEASURING)

    def _fetch(self) -> None:
        self._run(("models", "pull", *self._basket.missing), self._fetched)
        self._set_phase(_Phase.FETCHING)

    def _run(self, words: Sequence[str], ended: Callable[[Ending], None]) -> None:
        self._drop_job()
        say(self._message, "")
        self._job = Job(words, PrepareLine, self, command=self._command)
        self._job.told.connect(self._take)
        self._job.ended.connect(ended)
        self._job.start()

    def _drop_job(self) -> None:
        if self._job is not None:
            self._job.blockSignals(True)  # noqa: FBT003 - Qt's own
            self._job.close()
            self._job.deleteLater()
            self._job = None

    def _stop_fetching(self) -> None:
        if self._job is not None:
            self._job.cancel()

    def _take(self, line: PrepareLine) -> None:
        self._basket = self._basket.take(line)
        for want in self._basket.wants:
            if want.name not in self._tiles:
                tile = self._tiles[want.name] = _ModelTile(want)
                self.body.insertWidget(self.body.indexOf(self._message) - 1, tile)
            self._tiles[want.name].show_want(want)

    def _measured(self, ending: Ending) -> None:
        self._job = None
        self._drop_tiles()
        if not ending.well or not self._basket.wants:
            self._fail(ending)
        elif self._basket.complete:
            self._finish()
        else:
            self._set_phase(_Phase.OFFERING)

    def _fetched(self, ending: Ending) -> None:
        self._job = None
        if self._basket.complete:
            self._measure()
        elif ending.cancelled:
            self._set_phase(_Phase.PAUSED)
        else:
            self._fail(ending)

    def _drop_tiles(self) -> None:
        """Models that were measured, and found too slow, are not recommended any more."""
        for name in self._tiles.keys() - {want.name for want in self._basket.wants}:
            tile = self._tiles.pop(name)
            tile.hide()
            tile.deleteLater()

    def _finish(self) -> None:
        self._choose(self._basket.choices)
        self._set_phase(_Phase.DONE)

    def _fail(self, ending: Ending) -> None:
        nothing = self.tr("The work ended without a result.")
        say(self._message, f"{ending.message or nothing} {ending.cure}".strip(), "bad")
        self._set_phase(_Phase.FAILED)

    def _set_phase(self, phase: _Phase) -> None:
        self._phase = phase
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        self.set_lead(self._words())
        self._busy.setVisible(self._phase is _Phase.MEASURING)
        if self._phase is not _Phase.FETCHING and self.focusWidget() is self._pause:
            self.setFocus()  # else the button after it would get the keys
        self._pause.setVisible(self._phase is _Phase.FETCHING)
        self._message.setVisible(self._phase is _Phase.FAILED)

    def _words(self) -> str:
        match self._phase:
            case _Phase.MEASURING:
                return self.tr("Kairo reads, writes and listens for a moment to see what suits it.")
            case _Phase.DONE:
                return self._speed_words()
            case _Phase.FETCHING:
                return self.tr("You can stop at any time; Kairo goes on from there.")
            case _Phase.PAUSED:
                return self.tr("Paused. What has come so far is kept.")
            case _:
                free = bytes_text(self._basket.available_bytes)
                words = self.tr("These suit it: {0} of memory are free. They are downloaded once.")
                return words.format(free) if self._basket.wants else ""

    def _download(self) -> str:
        n_bytes = self._basket.to_fetch_bytes
        if n_bytes is None:
            return self.tr("&Download")
        begun = self._basket.begun
        words = self.tr("&Download the other {0}") if begun else self.tr("&Download {0}")
        return words.format(bytes_text(n_bytes))

    def _speed_words(self) -> str:
        per_s = self._basket.tokens_per_s
        if per_s is None:
            return self.tr("All models are here. Nothing more is fetched.")
        n_words = max(1, round(0.75 * per_s))
        return self.tr(
            "All models are here. Answers come at about %n word(s) a second.", "", n_words
        )


class _ModelTile(Tile):
    """A model, what it is for, and how far it has come."""

    def __init__(self, want: Want) -> None:
        super().__init__(_DRAWINGS.get(want.place, "model"), _title_of(want.place))
        self._usual = _DRAWINGS.get(want.place, "model")
        self._bar = QProgressBar()
        self._bar.setRange(0, _FINE)
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName(self.tr("Progress of {0}").format(want.name))
        self._bar.hide()
        self.put_below(self._bar)

    def show_want(self, want: Want) -> None:
        """Show how far it is."""
        here = want.state is Arrival.HERE
        self.set_drawing("check" if here else self._usual)
        begun = want.done_bytes > 0 and not here
        self._bar.setVisible(begun or want.state in (Arrival.COMING, Arrival.CHECKED))
        self._bar.setValue(round(want.share * _FINE))
        size = "" if want.n_bytes is None else f" · {bytes_text(want.n_bytes)}"
        share = self.tr(" · {0} % here").format(round(want.share * 100))
        state = {
            Arrival.WANTED: share if begun else "",
            Arrival.COMING: share,
            Arrival.CHECKED: self.tr(" · checking"),
            Arrival.HERE: self.tr(" · installed"),
        }[want.state]
        self.say(f"{want.name}{size}{state}")


def _title_of(place: str) -> str:
    """What a model is for, in words."""
    return {
        "llm.model": QCoreApplication.translate("ModelsPage", "Writes the talking points"),
        "llm.draft": QCoreApplication.translate("ModelsPage", "Makes answers faster"),
        "asr.model": QCoreApplication.translate("ModelsPage", "Understands speech"),
        "retrieval.model": QCoreApplication.translate("ModelsPage", "Searches your notes"),
    }.get(place, place)
