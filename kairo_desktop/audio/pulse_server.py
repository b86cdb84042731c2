"""The door to PulseAudio's and PipeWire's control side: sources, our own stream, changes."""

import os
import re
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from kairo_desktop.audio.sources import SoundSource
from kairo_desktop.audio.watch import ServerView
from kairo_desktop.errors import AudioError
from kairo_desktop.types import Lane

try:
    import pulsectl
except OSError:  # libpulse itself is not installed
    pulsectl = None

__all__ = ["STREAM_KEY", "PulseServer", "PulseServerError", "PulseTrouble", "unreachable"]

STREAM_KEY: Final = "kairo.stream"
"""Property by which a stream of ours is found again among all streams."""

_PEAK_S: Final = 0.25
_PEAK: Final = 1e-4
_ERRNO_ACCESS: Final = 1
_UNSEEN: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\s]+")
"""White space, and what would break a line, command a terminal or turn a text around."""


class PulseTrouble(Enum):
    """Why there is no talking to the server."""

    GONE = "gone"
    FROZEN = "frozen"
    DENIED = "denied"
    LIBRARY_MISSING = "library missing"


class PulseServerError(AudioError):
    """The sound server cannot be talked to.

    Attributes:
        trouble: Why.
    """

    code = "sound_server"

    def __init__(self, trouble: PulseTrouble, message: str, *, cure: str = "") -> None:
        super().__init__(message, cure=cure)
        self.trouble = trouble


class PulseServer:
    """A connection to the sound server; a context manager, for one thread only.

    A server that is frozen lets every method wait until it goes on. None is ever started.

    Raises:
        PulseServerError: from every method, once there is no connection.
    """

    def __init__(self) -> None:
        if pulsectl is None:
            raise unreachable(PulseTrouble.LIBRARY_MISSING)
        self._changed = False
        self._pulse = pulsectl.Pulse("kairo-watch", connect=False)
        try:
            # With its own timeout pulsectl always waits for all of it.
            self._pulse.connect(autospawn=False)
            self._pulse.event_mask_set("server", "source", "source_output", "sink")
            self._pulse.event_callback_set(self._note_change)
        except pulsectl.PulseError as err:
            errno = pulsectl._pulsectl.pa.context_errno(self._pulse._ctx)  # noqa: SLF001 - the only way to tell a refusal from an absence
            self._pulse.close()
            denied = errno == _ERRNO_ACCESS or _is_barred()
            raise unreachable(PulseTrouble.DENIED if denied else PulseTrouble.GONE) from err

    def __enter__(self) -> "PulseServer":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._pulse.close()

    def sources(self) -> tuple[SoundSource, ...]:
        """All sources, outputs' monitors first."""
        try:
            return tuple(sorted(self._sources(), key=lambda s: (s.lane is Lane.MIC, s.name)))
        except pulsectl.PulseError as err:
            raise unreachable() from err

    def view(self, tag: str) -> ServerView:
        """All sources, and where the stream whose `STREAM_KEY` is `tag` is connected."""
        self._changed = False
        sources = self.sources()
        try:
            names = {s.index: s.name for s in self._pulse.source_list()}
            bound = [names.get(output.source) for output in self._own(tag)]
        except pulsectl.PulseError as err:
            raise unreachable() from err
        return ServerView(sources, bound[-1] if bound else None)

    def move(self, tag: str, source_name: str) -> None:
        """Connect our stream to another source; one that will not be moved stays."""
        try:
            index = {s.name: s.index for s in self._pulse.source_list()}.get(source_name)
            for output in self._own(tag) if index is not None else ():
                self._pulse.source_output_move(output.index, index)
        except pulsectl.PulseOperationFailed:
            return
        except pulsectl.PulseError as err:
            raise unreachable() from err

    def wait(self, timeout_s: float) -> None:
        """Wait until something has changed since the last view, at most so long."""
        if self._changed:  # pulsectl throws away what it hears of while another call waits
            return
        try:
            self._pulse.event_listen(timeout_s)
        except pulsectl.PulseDisconnected as err:
            raise unreachable() from err

    def sounding_besides(self, monitor_name: str) -> str:
        """Description of an output that something can be heard on, other than the monitor's."""
        try:
            playing = {i.sink for i in self._pulse.sink_input_list() if not i.corked}
            for sink in self._pulse.sink_list():
                name = sink.monitor_source_name
                if sink.index in playing and name != monitor_name and _sounds(name):
                    return str(sink.description)
        except pulsectl.PulseError as err:
            raise unreachable() from err
        return ""

    def _note_change(self, event: object) -> None:
        del event
        self._changed = True
        raise pulsectl.PulseLoopStop

    def _sources(self) -> Iterator[SoundSource]:
        server = self._pulse.server_info()
        for source in self._pulse.source_list():
            sink = source.monitor_of_sink_name
            default = server.default_sink_name if sink else server.default_source_name
            yield SoundSource(
                name=source.name,
                description=_one_line(source.description or "") or _one_line(source.name),
                lane=Lane.SYSTEM if sink else Lane.MIC,
                is_default=(sink or source.name) == default,
                muted=bool(source.mute),
                suspended=source.state == "suspended",
            )

    def _own(self, tag: str) -> list[Any]:
        outputs = self._pulse.source_output_list()
        return [o for o in outputs if o.proplist.get(STREAM_KEY) == tag]


def _is_barred() -> bool:
    """Whether the server's socket is there and not ours to use; libpulse calls that an absence."""
    place = os.environ.get("PULSE_SERVER", "").removeprefix("unix:")
    if not place:
        runtime = Path(os.environ.get("XDG_RUNTIME_DIR", "/nowhere"), "pulse")
        place = str(Path(os.environ.get("PULSE_RUNTIME_PATH") or runtime, "native"))
    try:
        Path(place).stat()
    except PermissionError:
        return True
    except (OSError, ValueError):
        return False
    return not os.access(place, os.W_OK)


def _one_line(text: str) -> str:
    """A name for people, whatever whoever built the device put into it."""
    return _UNSEEN.sub(" ", text).strip()


def _sounds(source_name: str) -> bool:
    """Whether something else than silence comes from a source.

    On a connection of its own: pulsectl frees its callback while the connection may still call it.
    """
    with pulsectl.Pulse("kairo-peak", connect=False) as pulse:
        pulse.connect(autospawn=False)
        return bool(pulse.get_peak_sample(source_name, _PEAK_S) > _PEAK)


def unreachable(trouble: PulseTrouble = PulseTrouble.GONE) -> PulseServerError:
    """The error that a trouble amounts to."""
    message, cure = _WORDS[trouble]
    place = os.environ.get("PULSE_SERVER")
    if place and trouble is PulseTrouble.GONE:
        message = f"No sound server is running at {_one_line(place)}."
        cure = f"PULSE_SERVER says so: correct it or unset it. {cure}"
    return PulseServerError(trouble, message, cure=cure)


_WORDS: Final = {
    PulseTrouble.LIBRARY_MISSING: (
        "The library of the sound server (libpulse) is not installed.",
        "Install it: apt-get install libpulse0",
    ),
    PulseTrouble.DENIED: (
        "The sound server refuses Kairo.",
        "Start Kairo as the user who is logged in to the desktop.",
    ),
    PulseTrouble.FROZEN: (
        "The sound server does not answer.",
        "Restart it: systemctl --user restart pipewire-pulse (or pulseaudio --kill)",
    ),
    PulseTrouble.GONE: (
        "No sound server is running.",
        "Start it: systemctl --user restart pipewire-pulse (or pulseaudio --start)",
    ),
}
