"""One lane as the worker of its child."""

from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import Final

from kairo_desktop.audio.backend import CaptureBackend
from kairo_desktop.audio.capture import Captured, LaneCaptor
from kairo_desktop.audio.levels import LaneLevel
from kairo_desktop.supervisor.capture_child import CaptureJob
from kairo_desktop.supervisor.lull import Lull, QuietSound
from kairo_desktop.supervisor.messages import Past, PathItem, PauseLane
from kairo_desktop.supervisor.worker import Parcel

__all__ = ["CaptureWorker", "open_captor"]

_FILE: Final = "file:"
_LISTEN_S: Final = 0.1
_LEVEL_FRAMES: Final = 3


class CaptureWorker:
    """Gives what a lane hears; its unit of work is to wait a moment for sound."""

    def __init__(self, captor: LaneCaptor, running: str) -> None:
        self.running = running
        self._captor = captor
        self._over = False
        self._levels = _Levels()
        self._lull = Lull(QuietSound())

    def resume(self, past: Past) -> Iterable[PathItem]:
        """Nothing: a lane has no past."""
        del past
        return ()

    def step(self, item: PathItem) -> Iterable[PathItem]:
        """Pause or go on; nothing else is for a lane."""
        if isinstance(item, PauseLane):
            self._captor.pause(paused=item.paused)
        return ()

    def work(self) -> Iterator[Parcel] | None:
        """What has come within a moment."""
        if self._over:
            return None
        return self._lull.step(self._levels.step(self._captor.listen(_LISTEN_S)))

    def flush(self) -> Iterator[Parcel]:
        """Hear no more."""
        self._over = True
        return self._lull.flush()

    def close(self) -> None:
        """Let go without waiting: the process ends, and the stream with it."""
        self._captor.close()


class _Levels:
    """Thins what is for the eye: the loudest level of three frames, if it is another one."""

    def __init__(self) -> None:
        self._told: LaneLevel | None = None
        self._seen: list[LaneLevel] = []

    def step(self, heard: Iterable[Captured]) -> Iterator[Captured]:
        """All that was heard, with fewer levels."""
        for item in heard:
            if not isinstance(item, LaneLevel):
                yield item
                continue
            self._seen.append(item)
            if len(self._seen) == _LEVEL_FRAMES:
                loudest = max(self._seen, key=attrgetter("rms_db"))
                self._seen.clear()
                if loudest != self._told:
                    self._told = loudest
                    yield loudest


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
