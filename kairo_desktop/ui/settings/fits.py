"""Whether models find room on this machine, as `kairo models fit` reckons it in a child."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import msgspec
from PySide6.QtCore import QCoreApplication, QObject, Signal

from kairo_desktop.catalogue.planner import Verdict
from kairo_desktop.settings.llm import KvType
from kairo_desktop.ui.jobs import Ending, Job
from kairo_desktop.ui.settings.texts import bytes_text

__all__ = ["FitLine", "Fits", "NearestFit", "fit_text"]


class NearestFit(msgspec.Struct, frozen=True):
    """Settings with which there is more room."""

    verdict: Verdict
    needs_bytes: int
    n_ctx: int
    type_v: KvType
    draft: str


class FitLine(msgspec.Struct, frozen=True):
    """A line of `kairo models fit --json`: all of Kairo with this model in its place.

    Attributes:
        exact: Reckoned from the model's own file, not from the catalogue's estimate.
        nearest: None where it fits, and where no change of settings helps.
        smaller: A model that fits; None where this one does or none is known.
    """

    name: str
    verdict: Verdict
    needs_bytes: int
    n_ctx: int
    type_v: KvType
    draft: str
    exact: bool = False
    nearest: NearestFit | None = None
    smaller: str | None = None


class Fits(QObject):
    """The newest verdicts. Asked while it is at work, it begins again when it is through.

    Signals:
        reckoned: New verdicts are there.
    """

    reckoned = Signal()

    def __init__(self, command: Sequence[str] | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._command = command
        self._job: Job | None = None
        self._again = False
        self._coming: dict[str, FitLine] = {}
        self.lines: Mapping[str, FitLine] = MappingProxyType({})
        """By the name of the model; empty before the first have come."""

    def look(self) -> None:
        """Reckon anew; the settings are read from their file."""
        if self._job is not None:
            self._again = True
            return
        self._coming = {}
        self._job = Job(("models", "fit"), FitLine, self, command=self._command)
        self._job.told.connect(self._take)
        self._job.ended.connect(self._end)
        self._job.start()

    def finish(self) -> None:
        """End the child."""
        self._again = False
        if self._job is not None:
            self._job.close()

    def _take(self, line: FitLine) -> None:
        self._coming[line.name] = line

    def _end(self, ending: Ending) -> None:
        if self._job is not None:
            self._job.deleteLater()
            self._job = None
        if ending.well:
            self.lines = MappingProxyType(self._coming)
            self.reckoned.emit()
        if self._again:
            self._again = False
            self.look()


def fit_text(line: FitLine) -> str:
    """Whether it fits, what it takes, and what to change where it does not."""
    takes = bytes_text(line.needs_bytes)
    if not line.exact:
        takes = _words("about {0}").format(takes)
    if line.verdict is Verdict.FITS:
        return _words("Fits: Kairo takes {0} of memory with it").format(takes)
    if line.verdict is Verdict.TIGHT:
        words = _words("⚠ Tight: Kairo takes {0} of memory with it; {1}")
    else:
        words = _words("⚠ Does not fit: Kairo would take {0} of memory with it; {1}")
    return words.format(takes, _advice(line))


def _advice(line: FitLine) -> str:
    near = line.nearest
    if near is None or near.needs_bytes >= line.needs_bytes:
        if line.smaller:
            return _words("{0} fits").format(line.smaller)
        return _words("close other programs")
    steps = []
    if line.draft and not near.draft:
        steps.append(_words("no draft model"))
    if near.n_ctx != line.n_ctx:
        steps.append(_words("a context of {0} tokens").format(near.n_ctx))
    if near.type_v != line.type_v:
        steps.append(_words("a smaller cache"))
    return _words("less with {0}").format(_words(" and ").join(steps))


def _words(text: str) -> str:
    return QCoreApplication.translate("Fits", text)
