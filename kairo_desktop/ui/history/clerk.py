"""Reads and writes the history on a thread of its own, so that no window waits for a disk."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal

from kairo_desktop.errors import DiskError, KairoError
from kairo_desktop.store.history import History

__all__ = ["Clerk"]

_Answer = TypeVar("_Answer")


@dataclass(frozen=True, slots=True)
class _Done:
    """What came of an errand, and who wants to know."""

    then: Callable[[Any], None]
    answer: object


class Clerk(QObject):
    """Runs errands one after the other; answers arrive on the thread that the clerk lives in.

    Signals:
        failed: A `KairoError`; its errand is answered by nothing else.
    """

    failed = Signal(KairoError)
    _done = Signal(_Done)

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._done.connect(self._deliver)

    def ask(self, work: Callable[[History], _Answer], then: Callable[[_Answer], None]) -> None:
        """Do `work` with the history; `then` gets what it gives."""
        self._pool.start(_Errand(self, self._folder, work, then))

    def drop(self) -> None:
        """Forget what has not begun, and wait for what has."""
        self._pool.clear()
        self._pool.waitForDone()

    def report(self, then: Callable[[Any], None], answer: object) -> None:
        """Say from any thread what came of an errand."""
        self._done.emit(_Done(then, answer))

    def _deliver(self, done: _Done) -> None:
        done.then(done.answer)


class _Errand(QRunnable):
    """One piece of work; a history that is opened anew each time is never an outdated one."""

    def __init__(
        self,
        clerk: Clerk,
        folder: Path,
        work: Callable[[History], Any],
        then: Callable[[Any], None],
    ) -> None:
        super().__init__()
        self._clerk, self._folder, self._work, self._then = clerk, folder, work, then

    def run(self) -> None:
        """Do the work; an error that the user can understand is told, not raised."""
        try:
            with History(self._folder) as history:
                answer = self._work(history)
        except KairoError as error:
            self._clerk.failed.emit(error)
        except OSError as error:
            self._clerk.failed.emit(DiskError(f"{error.strerror}: {error.filename}."))
        else:
            self._clerk.report(self._then, answer)
