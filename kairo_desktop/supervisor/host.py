"""The child's end of the pipes: reads, runs the worker, answers, and leaves when told."""

import contextlib
import faulthandler
import logging
import os
import threading
import traceback
from collections.abc import Callable, Iterable
from time import monotonic
from typing import TypeVar

from kairo_desktop import __version__
from kairo_desktop.errors import KairoError
from kairo_desktop.session.events import Fault
from kairo_desktop.supervisor.hygiene import die_with_parent, no_core_files
from kairo_desktop.supervisor.mailbox import Mailbox
from kairo_desktop.supervisor.messages import (
    PROTOCOL,
    End,
    Heartbeat,
    Hello,
    Message,
    Past,
    Ready,
    Role,
    Welcome,
)
from kairo_desktop.supervisor.network import own_connections
from kairo_desktop.supervisor.wire import FrameDecoder, WireError, encode
from kairo_desktop.supervisor.worker import BuildWorker, Parcel, Worker
from kairo_desktop.types import AudioFrame

__all__ = ["Host", "Wire", "claim_pipes", "run_host"]

_READ = 1 << 16
_MAILBOX = 2 * 60_000 // 32
"""Frames of two lanes in a minute: half of it may come at once, when audio is replayed."""
_HEARTBEAT_S = 1.0
_LEAVE_S = 1.0

logger = logging.getLogger(__name__)

_T = TypeVar("_T")


class Wire:
    """The child's two pipes; any thread may send."""

    def __init__(self, read_fd: int, write_fd: int) -> None:
        self._read_fd = read_fd
        self._write_fd = write_fd
        self._decoder = FrameDecoder()
        self._sending = threading.Lock()

    def receive(self) -> list[Message]:
        """Wait for messages; empty when the supervisor has gone.

        Raises:
            WireError: what came is not ours.
        """
        while received := os.read(self._read_fd, _READ):
            if messages := self._decoder.feed(received):
                return messages
        return []

    def send(self, *messages: Message) -> None:
        """Write whole messages, at once.

        Raises:
            OSError: the supervisor has gone.
        """
        left = memoryview(b"".join(map(encode, messages)))
        with self._sending:
            while left:
                left = left[os.write(self._write_fd, left) :]


def claim_pipes() -> Wire:
    """Take standard input and output for messages alone.

    What a library prints from now on ends in the private log, not between two messages.
    """
    read_fd, write_fd = os.dup(0), os.dup(1)
    os.dup2(2, 1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return Wire(read_fd, write_fd)


class Host:
    """Runs one worker between two pipes until the input ends.

    Three threads: the caller's runs the worker, one reads, one sends heartbeats. Only the
    reader's mailbox lies between them.
    """

    def __init__(self, wire: Wire, *, clock: Callable[[], float] = monotonic) -> None:
        self._wire = wire
        self._clock = clock
        self._mailbox: Mailbox[Message] = Mailbox(
            _MAILBOX, droppable=lambda message: isinstance(message, AudioFrame)
        )
        self._busy_since: float | None = None
        self._left = threading.Event()

    def run(self, role: Role, build: BuildWorker) -> None:
        """Greet, load, then work until the supervisor ends the input or goes away.

        Raises:
            KairoError: the worker cannot be built or cannot go on; it has been reported.
            WireError: the first message is no greeting of this program.
        """
        early = self._wire.receive()
        if not early:
            return
        hello = _greeting(early[0], role)
        self._wire.send(Welcome(PROTOCOL, __version__, os.getpid()))
        for message in early[1:]:
            self._mailbox.put(message)
        threading.Thread(target=self._read, name="reader", daemon=True).start()
        threading.Thread(target=self._beat, name="heartbeat", daemon=True).start()
        try:
            self._work(hello, build)
        except KairoError as error:
            self._wire.send(Fault.of(error))
            raise
        finally:
            self._left.set()

    @property
    def leaving(self) -> bool:
        """Whether the supervisor has gone or asked to leave: no work is wanted any more."""
        return self._mailbox.closed

    @property
    def waiting(self) -> int:
        """Items that wait for the worker."""
        return len(self._mailbox)

    def _work(self, hello: Hello, build: BuildWorker) -> None:
        began = self._clock()
        worker = self._timed(lambda: build(hello, self))
        try:
            self._wire.send(Ready((self._clock() - began) * 1e3, worker.running))
            self._loop(worker)
        finally:
            worker.close()

    def _loop(self, worker: Worker) -> None:
        idle = False
        while True:
            message = self._mailbox.take(None if idle else 0.0)
            if self.leaving:
                return
            if message is None:
                idle = not self._emit(worker.work)
            else:
                self._take(worker, message)
                idle = False

    def _take(self, worker: Worker, message: Message) -> None:
        match message:
            case Past():
                self._emit(lambda: worker.resume(message))
            case End():
                self._emit(worker.flush)
                while not self.leaving and self._emit(worker.work):
                    pass
                self._wire.send(message)
            case Hello() | Welcome() | Ready() | Heartbeat():
                logger.warning("a %s in the middle of the session", type(message).__name__)
            case _:
                self._emit(lambda: worker.step(message))

    def _emit(self, produce: Callable[[], Iterable[Parcel] | None]) -> bool:
        """Send what `produce` gives, as it comes; False when it gave None."""

        def send_all() -> bool:
            parcels = produce()
            for parcel in parcels or ():
                self._wire.send(*parcel if isinstance(parcel, tuple) else (parcel,))
            return parcels is not None

        return self._timed(send_all)

    def _timed(self, step: Callable[[], _T]) -> _T:
        self._busy_since = self._clock()
        try:
            return step()
        finally:
            self._busy_since = None

    def _read(self) -> None:
        """Fill the mailbox; at the end leave the worker a second, then leave without it."""
        try:
            while messages := self._wire.receive():
                for message in messages:
                    self._mailbox.put(message)
        except (OSError, WireError) as err:
            logger.warning("the supervisor's messages ended: %s", err)
        self._mailbox.close()
        if not self._left.wait(_LEAVE_S):
            os._exit(0)

    def _beat(self) -> None:
        with contextlib.suppress(OSError):
            while not self._left.wait(_HEARTBEAT_S):
                since = self._busy_since
                busy_s = 0.0 if since is None else self._clock() - since
                waiting, dropped = len(self._mailbox), self._mailbox.dropped
                self._wire.send(Heartbeat(busy_s, waiting, dropped, own_connections()))


def run_host(role: Role, build: BuildWorker) -> int:
    """Be a child until the input ends.

    Returns:
        The exit code. The caller should leave by `os._exit`: libraries' own clean-up at the
        interpreter's end is known to hang.
    """
    no_core_files()
    die_with_parent()
    own_connections()
    wire = claim_pipes()
    faulthandler.enable(2)
    try:
        Host(wire).run(role, build)
    except KairoError as error:
        logger.error("%s cannot go on: %s", role, error.code)
        return error.exit_code
    except WireError:
        logger.error("%s was not greeted by this program", role)
        return 1
    except Exception as err:  # noqa: BLE001 - the loop of a worker
        logger.error("%s failed: %s", role, _where(err))
        return 1
    return 0


def _where(err: BaseException) -> str:
    """The error's type and the places it passed; its text may quote somebody's words."""
    frames = traceback.extract_tb(err.__traceback__)
    places = " < ".join(f"{frame.name}:{frame.lineno}" for frame in reversed(frames))
    return f"{type(err).__name__} in {places}"


def _greeting(message: Message, role: Role) -> Hello:
    if not isinstance(message, Hello) or (
        (message.protocol, message.version, message.role) != (PROTOCOL, __version__, role)
    ):
        raise WireError("not greeted by this program")
    return message
