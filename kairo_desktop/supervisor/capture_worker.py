"""One lane as the worker of its child."""

from collections.abc import Iterable
from typing import Final

from kairo_desktop.audio.backend import CaptureBackend
from kairo_desktop.audio.capture import LaneCaptor
from kairo_desktop.supervisor.capture_child import CaptureJob
from kairo_desktop.supervisor.messages import Past, PathItem, PauseLane

__all__ = ["CaptureWorker", "open_captor"]

_FILE: Final = "file:"
_LISTEN_S: Final = 0.1


class CaptureWorker:
    """Gives what a lane hears; its unit of work is to wait a moment for sound."""

    def __init__(self, captor: LaneCaptor, running: str) -> None:
        self.running = running
        self._captor = captor
        self._over = False

    def resume(self, past: Past) -> Iterable[PathItem]:
        """Nothing: a lane has no past."""
        del past
        return ()

    def step(self, item: PathItem) -> Iterable[PathItem]:
        """Pause or go on; nothing else is for a lane."""
        if isinstance(item, PauseLane):
            self._captor.pause(paused=item.paused)
        return ()

    def work(self) -> Iterable[PathItem] | None:
        """What has come within a moment."""
        return None if self._over else self._captor.listen(_LISTEN_S)

    def flush(self) -> Iterable[PathItem]:
        """Hear no more."""
        self._over = True
        return ()

    def close(self) -> None:
        """Let go without waiting: the process ends, and the stream with it."""
        self._captor.close()


def open_captor(job: CaptureJob) -> LaneCaptor:
    """Begin to hear what the job names.

    Raises:
        InputError: it names a recording that cannot be played.
    """
    choice = job.choice.removeprefix(_FILE)
    backend = _file_backend() if choice != job.choice else _live_backend(job.latency_s)
    return LaneCaptor(job.lane, choice, backend, job.zero_s)


def _file_backend() -> CaptureBackend:
    from kairo_desktop.audio.backend_file import FileBackend

    return FileBackend()


def _live_backend(latency_s: float) -> CaptureBackend:
    from kairo_desktop.audio.backend_pulse import PulseBackend

    return PulseBackend(latency_s)
