"""Hearing on Linux: a PortAudio stream on the `pulse` device, watched from the server's side.

For one lane per process: the sound server's library takes the source's name from the
environment when a stream is opened.
"""

import logging
import os
import threading
from collections.abc import Callable
from queue import Empty, Queue
from time import monotonic
from typing import Final

from kairo_desktop.audio.backend import Facts, ServerState
from kairo_desktop.audio.intake import Intake
from kairo_desktop.audio.port import Port, PortOptions
from kairo_desktop.audio.pulse_server import (
    STREAM_KEY,
    PulseServer,
    PulseServerError,
    PulseTrouble,
    unreachable,
)
from kairo_desktop.audio.sources import SoundSource
from kairo_desktop.audio.watch import Binding, LaneWatch
from kairo_desktop.types import Lane

__all__ = ["PulseBackend", "PulseLane"]

logger = logging.getLogger(__name__)

_DEVICE: Final = "pulse"
_LIST_S: Final = 3.0
_LOOK_S: Final = 1.0
_LOOK_AGAIN_S: Final = 0.2
"""While the stream is not where it should be, or has only just come back there."""

_RECONNECT_S: Final = 0.5
_FROZEN_S: Final = 1.0
_DRAIN_S: Final = 0.15
"""Sound of another source may still be on its way for this long after a stream came back."""

_SILENT_S: Final = 7.0
_ELSEWHERE_S: Final = 5.0

_STATES: Final = {
    PulseTrouble.GONE: ServerState.GONE,
    PulseTrouble.FROZEN: ServerState.FROZEN,
    PulseTrouble.DENIED: ServerState.DENIED,
    PulseTrouble.LIBRARY_MISSING: ServerState.LIBRARY_MISSING,
}


class PulseBackend:
    """PulseAudio, and PipeWire through its PulseAudio side.

    Args:
        latency_s: Sound the device may collect before it wakes us.
    """

    def __init__(self, latency_s: float) -> None:
        self._latency_s = latency_s

    def sources(self) -> tuple[SoundSource, ...]:
        """All sources of the server; takes three seconds at most.

        Raises:
            PulseServerError: there is no server, it refuses us, or it does not answer.
        """
        answers: Queue[tuple[SoundSource, ...] | PulseServerError] = Queue()
        threading.Thread(target=_list_into, args=(answers,), daemon=True).start()
        try:
            answer = answers.get(timeout=_LIST_S)
        except Empty:
            raise unreachable(PulseTrouble.FROZEN) from None
        if isinstance(answer, PulseServerError):
            raise answer
        return answer

    def capture(self, lane: Lane, choice: str, intake: Intake) -> "PulseLane":
        """Begin to hear a lane."""
        return PulseLane(lane, choice, intake, Port(PortOptions(_DEVICE, self._latency_s), intake))


class PulseLane:
    """One lane; a thread watches the server, the port's thread holds the stream."""

    def __init__(self, lane: Lane, choice: str, intake: Intake, port: Port) -> None:
        self._lane = lane
        self._intake = intake
        self._port = port
        self._tag = f"{lane.value}-{os.getpid()}"
        self._watch = LaneWatch(lane, choice)
        self._lock = threading.Lock()
        self._paused = False
        self._leaving = threading.Event()
        self._server = ServerState.UNKNOWN
        self._binding = Binding(None, right=False)
        self._bound: str | None = None
        self._elsewhere = ""
        self._looked_elsewhere_s = 0.0
        self._asking_since_s: float | None = None
        os.environ["PULSE_PROP"] = (
            f"{STREAM_KEY}={self._tag} kairo.lane={lane.value} "
            # Servers remember devices by the id: lanes that share one would be moved together.
            f"application.name=Kairo-{lane.value} application.id=ai.kairo.desktop.{lane.value}"
        )
        threading.Thread(target=self._keep_watch, name="watch", daemon=True).start()

    @property
    def facts(self) -> Facts:
        """What is known now."""
        since_s = self._asking_since_s
        frozen = since_s is not None and monotonic() - since_s > _FROZEN_S
        missing = self._port.library_missing
        server = ServerState.FROZEN if frozen else self._server
        return Facts(
            server=ServerState.LIBRARY_MISSING if missing else server,
            wanted=self._binding.wanted,
            bound=self._bound,
            elsewhere=self._elsewhere,
            wrong_since_s=self._binding.wrong_since_s,
            right_since_s=self._binding.right_since_s,
            opened_s=self._port.opened_s,
            stuck_s=self._port.stuck_s,
        )

    def pause(self) -> None:
        """Close the stream; the server sees that nobody records."""
        with self._lock:
            self._paused = True
            self._intake.shut()
            self._port.shut()

    def resume(self) -> None:
        """Open the stream again."""
        with self._lock:
            self._paused = False
            if self._binding.wanted is not None:
                self._port.open(self._preparing(self._binding.wanted.name))

    def reopen(self) -> None:
        """Open another stream in place of the one there is."""
        self._port.reopen()

    def close(self) -> None:
        """Let both threads end when they can."""
        self._leaving.set()
        self._intake.shut()
        self._port.close()

    def _keep_watch(self) -> None:
        while not self._leaving.is_set():
            try:
                self._follow()
            except PulseServerError as error:
                self._without_server(_STATES[error.trouble])
            self._leaving.wait(_RECONNECT_S)

    def _follow(self) -> None:
        """Look each time something changes, until the server is gone."""
        self._asking_since_s = monotonic()
        with PulseServer() as server:
            while not self._leaving.is_set():
                self._asking_since_s = monotonic()
                view = server.view(self._tag)
                self._bound = view.bound
                move_to = self._act(self._watch.step(view, monotonic()))
                if move_to is not None:
                    server.move(self._tag, move_to)
                self._look_elsewhere(server)
                self._asking_since_s = None
                server.wait(_LOOK_S if self._binding.wrong_since_s is None else _LOOK_AGAIN_S)

    def _act(self, binding: Binding) -> str | None:
        """Open or shut the intake and the port; gives where the stream must be moved."""
        with self._lock:
            was_wrong = self._binding.wrong_since_s is not None
            self._binding, self._server = binding, ServerState.ANSWERS
            if self._paused:
                return None
            if binding.wanted is None or (self._bound is not None and not binding.right):
                # A stream that is not listed gives nothing, and is listed again in a moment.
                logger.info("connected to %s, not to %s", self._bound, binding.wanted)
                self._intake.shut()
            if binding.wanted is not None:
                self._port.open(self._preparing(binding.wanted.name))
            elif self._bound is None:
                self._port.shut()
            if binding.right:
                self._intake.open(after_s=_DRAIN_S if was_wrong else 0.0)
            return binding.move_to

    def _preparing(self, source_name: str) -> Callable[[], None]:
        """What must be done in front of opening a stream on a source."""

        def prepare() -> None:
            self._intake.shut()
            os.environ["PULSE_SOURCE"] = source_name

        return prepare

    def _without_server(self, state: ServerState) -> None:
        with self._lock:
            self._asking_since_s = None
            self._server, self._bound = state, None
            self._binding = Binding(None, right=False)
            self._intake.shut()
            self._port.shut()

    def _look_elsewhere(self, server: PulseServer) -> None:
        """While nothing but zeros comes from an output: does another one sound?"""
        now_s = monotonic()
        wanted, since_s = self._binding.wanted, self._intake.signs.silent_since_s
        if self._lane is not Lane.SYSTEM or wanted is None:
            return
        if since_s is None or now_s - since_s < _SILENT_S:
            self._elsewhere = ""
        elif now_s - self._looked_elsewhere_s > _ELSEWHERE_S:
            self._looked_elsewhere_s = now_s
            self._elsewhere = server.sounding_besides(wanted.name)


def _list_into(answers: "Queue[tuple[SoundSource, ...] | PulseServerError]") -> None:
    try:
        with PulseServer() as server:
            answers.put(server.sources())
    except PulseServerError as error:
        answers.put(error)
