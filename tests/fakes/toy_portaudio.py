"""PortAudio's binding without PortAudio: one device that takes one rate and channel count only."""

from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace

from kairo_desktop.types import Samples

__all__ = ["ToyPortAudio"]


class PortAudioError(Exception):
    """What the binding raises."""


@dataclass
class _Stream:
    callback: Callable[[Samples, int, object, object], None]
    finished_callback: Callable[[], None]
    samplerate: float
    channels: int
    running: bool = False

    def start(self) -> None:
        self.running = True

    def close(self, *, ignore_errors: bool) -> None:
        assert ignore_errors
        self.running = False
        self.finished_callback()


class ToyPortAudio:
    """Stands where the module `sounddevice` would.

    Attributes:
        streams: All that were ever opened.
        n_enumerations: How often the devices were looked for.
        present: Whether there is a device at all.
    """

    PortAudioError = PortAudioError

    def __init__(self, rate: float, channels: int) -> None:
        self.rate = rate
        self.channels = channels
        self.streams: list[_Stream] = []
        self.n_enumerations = 0
        self.present = True

    def query_devices(self, name: str, kind: str) -> dict[str, object]:
        if not self.present:
            raise ValueError(f"no {kind} device {name}")
        return {"default_samplerate": self.rate, "max_input_channels": self.channels}

    def InputStream(self, **options: object) -> _Stream:  # noqa: N802 - the binding's name
        if not self.present:
            raise ValueError("no device")
        if (options["samplerate"], options["channels"]) != (self.rate, self.channels):
            raise PortAudioError("Invalid sample rate")
        names = ("callback", "finished_callback", "samplerate", "channels")
        stream = _Stream(**{name: options[name] for name in names})  # type: ignore[arg-type]  # as given
        self.streams.append(stream)
        return stream

    def sound(self, samples: Samples) -> None:
        """The device brings float32[n, channels]."""
        time = SimpleNamespace(currentTime=1.0, inputBufferAdcTime=0.96)
        status = SimpleNamespace(input_overflow=False)
        self.streams[-1].callback(samples, len(samples), time, status)

    def _terminate(self) -> None:
        self.n_enumerations += 1

    def _initialize(self) -> None:
        assert self.n_enumerations
