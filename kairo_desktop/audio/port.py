"""The door to PortAudio: one input stream of this process, opened, closed and watched.

PortAudio's calls may hang on a sound server that does not answer, so all of them are made by one
thread, which nobody waits for.
"""

import contextlib
import functools
import logging
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import monotonic
from types import ModuleType
from typing import Any, Final

from kairo_desktop.audio.intake import Intake
from kairo_desktop.audio.resample import Resampler
from kairo_desktop.errors import NoDevice
from kairo_desktop.types import FRAME_SAMPLES, SAMPLE_RATE, Samples

__all__ = ["Port", "PortOptions", "load_portaudio"]

logger = logging.getLogger(__name__)

_RETRY_S: Final = 0.5
_MAX_DELAY_S: Final = 2.0


@dataclass(frozen=True, slots=True)
class PortOptions:
    """How the stream is opened.

    Attributes:
        device: Name of a PortAudio device.
        latency_s: Sound the device may collect before it wakes us.
    """

    device: str
    latency_s: float


def load_portaudio() -> ModuleType:
    """The binding of PortAudio, initialized.

    Raises:
        NoDevice: PortAudio is not installed.
    """
    try:
        import sounddevice
    except OSError as err:
        raise NoDevice(
            "The library for live sound (PortAudio) is not installed.",
            cure="Install it: apt-get install libportaudio2 libasound2-plugins",
        ) from err
    binding: ModuleType = sounddevice
    return binding


class Port:
    """Keeps an input stream open while it is wanted; opens it again when it ends by itself.

    Attributes:
        opened_s: Since when a stream is being had or tried for, on the monotonic clock; None
            while none is wanted, and until the library is loaded.
        library_missing: PortAudio is not installed.
    """

    def __init__(self, options: PortOptions, intake: Intake) -> None:
        self.opened_s: float | None = None
        self.library_missing = False
        self._options = options
        self._intake = intake
        self._changed = threading.Condition()
        self._wanted: Callable[[], None] | None = None
        self._generation = 0
        self._ended = False
        self._leaving = False
        self._busy_since_s: float | None = None
        self._thread = threading.Thread(target=self._keep, name="port", daemon=True)
        self._thread.start()

    def open(self, prepare: Callable[[], None]) -> None:
        """Have a stream; `prepare` is called in front of each opening, on the port's thread."""
        self._order(prepare)

    def shut(self) -> None:
        """Have no stream."""
        self._order(None)

    def reopen(self) -> None:
        """Have a new stream in place of the one there is."""
        with self._changed:
            self._generation += 1
            self._changed.notify()

    def close(self) -> None:
        """Have no stream ever again; does not wait."""
        with self._changed:
            self._leaving = True
            self._changed.notify()

    @property
    def stuck_s(self) -> float:
        """How long PortAudio has not come back from a call; 0 when it has."""
        since_s = self._busy_since_s
        return 0.0 if since_s is None else monotonic() - since_s

    def _order(self, prepare: Callable[[], None] | None) -> None:
        with self._changed:
            if (prepare is None) != (self._wanted is None):
                self._generation += 1
            self._wanted = prepare
            self._changed.notify()

    def _keep(self) -> None:
        stream: _Stream | None = None
        generation = self._generation
        while True:
            with self._changed:
                retry_s = _RETRY_S if self._wanted is not None and stream is None else None
                self._changed.wait_for(functools.partial(self._is_due, generation), retry_s)
                generation, self._ended = self._generation, False
                wanted, leaving = self._wanted, self._leaving
            with self._busy():
                if stream is not None:
                    stream.close()
                if stream is not None or wanted is None:
                    stream, self.opened_s = None, None
                if leaving:
                    return
                if wanted is not None:
                    stream = self._opened(wanted)

    def _is_due(self, generation: int) -> bool:
        return self._leaving or self._ended or self._generation != generation

    @contextlib.contextmanager
    def _busy(self) -> Iterator[None]:
        self._busy_since_s = monotonic()
        try:
            yield
        finally:
            self._busy_since_s = None

    def _opened(self, prepare: Callable[[], None]) -> "_Stream | None":
        try:
            portaudio = load_portaudio()
        except NoDevice:
            self.library_missing = True
            return None
        prepare()
        if self.opened_s is None:
            self.opened_s = monotonic()
        try:
            return _Stream(portaudio, self._options, self._intake, self._note_end)
        except (portaudio.PortAudioError, ValueError) as err:
            logger.info("the sound device cannot be opened: %s", type(err).__name__)
            return None

    def _note_end(self) -> None:
        with self._changed:
            self._ended = True
            self._changed.notify()


class _Stream:
    """One stream of PortAudio."""

    def __init__(
        self,
        portaudio: ModuleType,
        options: PortOptions,
        intake: Intake,
        note_end: Callable[[], None],
    ) -> None:
        self._intake = intake
        self._note_end: Callable[[], None] | None = note_end
        _enumerate_again(portaudio)
        try:
            self._resampler = Resampler(SAMPLE_RATE)
            self._stream = self._start(portaudio, options, SAMPLE_RATE, 1)
        except portaudio.PortAudioError:
            device = portaudio.query_devices(options.device, "input")
            rate = float(device["default_samplerate"])
            self._resampler = Resampler(rate)
            n_channels = min(2, int(device["max_input_channels"]))
            self._stream = self._start(portaudio, options, rate, n_channels)

    def close(self) -> None:
        """Stop and free it; may hang on a server that does not answer."""
        self._note_end = None
        self._stream.close(ignore_errors=True)

    def _start(
        self, portaudio: ModuleType, options: PortOptions, rate: float, n_channels: int
    ) -> Any:  # noqa: ANN401 - the binding has no types
        stream = portaudio.InputStream(
            samplerate=rate,
            channels=n_channels,
            dtype="float32",
            blocksize=round(FRAME_SAMPLES * rate / SAMPLE_RATE),
            latency=options.latency_s,
            device=options.device,
            callback=self._take,
            finished_callback=self._finished,
        )
        stream.start()
        return stream

    def _take(self, block: Samples, n: int, time: Any, status: Any) -> None:  # noqa: ANN401
        """On PortAudio's own thread, while it holds back the next block."""
        del n
        delay_s = min(max(0.0, time.currentTime - time.inputBufferAdcTime), _MAX_DELAY_S)
        samples = self._resampler.step(block)
        self._intake.put(samples, delay_s=delay_s, overflowed=bool(status.input_overflow))

    def _finished(self) -> None:
        note_end = self._note_end
        if note_end is not None:
            note_end()


def _enumerate_again(portaudio: ModuleType) -> None:
    """PortAudio knows only the devices, and the servers, that were there when it began."""
    portaudio._terminate()  # noqa: SLF001 - there is no public way (spatialaudio/python-sounddevice issue 125)
    portaudio._initialize()  # noqa: SLF001
