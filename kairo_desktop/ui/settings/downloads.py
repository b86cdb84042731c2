"""Fetching, verifying, importing and removing models, each in a child of its own."""

from collections.abc import Sequence
from enum import Enum

import msgspec
from PySide6.QtCore import QObject, Signal

from kairo_desktop.ui.jobs import Ending, Job

__all__ = ["Chore", "Downloads", "ModelLine"]


class Chore(Enum):
    """What a child does to a model; the values are the words of `kairo models`."""

    FETCH = "pull"
    VERIFY = "verify"
    IMPORT = "import"
    REMOVE = "remove"


class ModelLine(msgspec.Struct, frozen=True):
    """A line of `kairo models … --json`; what a line does not have is empty.

    Attributes:
        event: trying, moved, checking, waiting, fell_through or installed.
        n_bytes: In all; None while nobody knows.
        state: How the model stands, after verifying and removing.
    """

    event: str = ""
    name: str = ""
    done_bytes: int = 0
    n_bytes: int | None = msgspec.field(default=None, name="bytes")
    source: str | None = None
    reason: str = ""
    verified: bool = False
    state: str = ""


class Downloads(QObject):
    """At most one child for each model; they may run side by side.

    Signals:
        began: Name of the model and the `Chore`.
        told: Name of the model and a `ModelLine`.
        ended: Name of the model, the `Chore` and the `Ending`.

    Args:
        command: How `kairo` is started; this program by default.
    """

    began = Signal(str, object)
    told = Signal(str, object)
    ended = Signal(str, object, object)

    def __init__(self, command: Sequence[str] | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._command = command
        self._jobs: dict[str, tuple[Chore, Job]] = {}

    def at_work_on(self, name: str) -> Chore | None:
        """What is being done to a model."""
        return self._jobs[name][0] if name in self._jobs else None

    def start(self, chore: Chore, name: str, *, source: str = "") -> None:
        """Begin, unless something is being done to that model already.

        Args:
            chore: What to do.
            name: Of the model; for an import, whatever it shall be called while it lasts.
            source: Absolute path of the file or folder that is imported.
        """
        if name in self._jobs:
            return
        words = ("models", chore.value, source or name)
        job = Job(words, ModelLine, self, command=self._command)
        self._jobs[name] = (chore, job)
        job.told.connect(lambda line: self.told.emit(name, line))
        job.ended.connect(lambda ending: self._end(name, ending))
        self.began.emit(name, chore)
        job.start()

    def pause(self, name: str) -> None:
        """Stop the child; a download goes on from there the next time."""
        if name in self._jobs:
            self._jobs[name][1].cancel()

    def finish(self) -> None:
        """End all children at once."""
        for _, job in tuple(self._jobs.values()):
            job.close()

    def _end(self, name: str, ending: Ending) -> None:
        chore, job = self._jobs.pop(name)
        job.deleteLater()
        self.ended.emit(name, chore, ending)
