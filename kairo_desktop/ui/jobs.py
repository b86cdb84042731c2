"""Long work as a child of its own: `kairo … --json`, heard line by line, ended at any moment.

The window never waits: lines arrive as a signal. A child is asked to stop by an interrupt, which
every verb takes as "go on from here another time", and is killed with all that it started when
it does not. One whose reader has died ends at its next line.
"""

import logging
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import msgspec
from PySide6.QtCore import (
    QByteArray,
    QCoreApplication,
    QObject,
    QProcess,
    QProcessEnvironment,
    QTimer,
    Signal,
)

from kairo_desktop.errors import KairoError
from kairo_desktop.supervisor.messages import Connections
from kairo_desktop.supervisor.network import note_connections

__all__ = ["Ending", "Job", "kairo_command"]

logger = logging.getLogger(__name__)

_GRACE_MS: Final = 3000
_LAST_WAIT_MS: Final = 1000
_LONGEST_LINE: Final = 1 << 20
_INTERRUPTED: Final = 128 + signal.SIGINT


@dataclass(frozen=True, slots=True)
class Ending:
    """How a job ended.

    Attributes:
        exit_code: Of the program, as the command line documents them; -1 when it was killed or
            could not be started.
        cancelled: It was asked to stop, and did.
        message: What went wrong, for the user; empty where nothing did.
        cure: What to do about it; may be empty.
        code: The stable word of the error; empty where there was none.
    """

    exit_code: int
    cancelled: bool = False
    message: str = ""
    cure: str = ""
    code: str = ""

    @property
    def well(self) -> bool:
        """The job did all it was asked for."""
        return self.exit_code == 0 and not self.cancelled and not self.message


class _Aside(msgspec.Struct, frozen=True):
    """What any verb may say beside its work: the events `error` and `connections`."""

    event: str = ""
    code: str = ""
    message: str = ""
    cure: str = ""
    count: int = 0
    hosts: tuple[str, ...] = ()


def kairo_command() -> tuple[str, ...]:
    """This very program, run again; a frozen one is its own interpreter."""
    if getattr(sys, "frozen", False):
        return (sys.executable,)
    # -P: a folder that happens to be current must not provide our modules.
    return (sys.executable, "-P", "-m", "kairo_desktop")


class Job(QObject):
    """One run of a verb. Starts nothing before `start`; runs once.

    Its owner calls `close` before it lets go of it; the end of the application does likewise.

    Signals:
        told: A line of the child, decoded as `shape`; lines of another shape are left out.
        ended: An `Ending`, once and last, whatever happened.

    Args:
        words: The verb and its arguments; `--json` is added.
        shape: A frozen dataclass or struct, or a tagged union of structs, that a line is.
        command: How the program is started; tests give their own.
    """

    told = Signal(object)
    ended = Signal(object)

    def __init__(
        self,
        words: Sequence[str],
        shape: object,
        parent: QObject | None = None,
        *,
        command: Sequence[str] | None = None,
    ) -> None:
        super().__init__(parent)
        self._argv = (*(kairo_command() if command is None else command), *words, "--json")
        self._decoder: msgspec.json.Decoder[object] = msgspec.json.Decoder(shape)
        self._asides = msgspec.json.Decoder(_Aside)
        self._fault = _Aside()
        self._own = object()  # names the child; outlives this in what it is noted under
        self._buffer = bytearray()
        self._cancelled = False
        self._over = False
        self._process = QProcess(self)
        self._process.readyReadStandardOutput.connect(self._read)
        self._process.finished.connect(self._finish)
        self._process.errorOccurred.connect(self._fail)
        self._patience = QTimer(self, singleShot=True, interval=_GRACE_MS)
        self._patience.timeout.connect(self.kill)

    @property
    def running(self) -> bool:
        """Started and not ended."""
        return self._process.state() is not QProcess.ProcessState.NotRunning

    @property
    def pid(self) -> int:
        """Process id of the running child; 0 where none runs."""
        return self._process.processId()

    def start(self) -> None:
        """Run the child; returns at once."""
        parameters = QProcess.UnixProcessParameters()
        # A session of its own: what the child starts can be ended with it, and Ctrl-C in a
        # terminal reaches the desktop, which ends its children in order.
        parameters.flags = QProcess.UnixProcessFlag.CreateNewSession
        self._process.setUnixProcessParameters(parameters)
        environment = QProcessEnvironment.systemEnvironment()
        environment.insert("OMP_WAIT_POLICY", "passive")
        self._process.setProcessEnvironment(environment)
        self._process.setStandardErrorFile(QProcess.nullDevice())
        self._process.setStandardInputFile(QProcess.nullDevice())
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.close)
        self._process.start(self._argv[0], list(self._argv[1:]))

    def cancel(self) -> None:
        """Ask the child to stop; what it has done so far stays. Killed after three seconds."""
        if not self.running or self._cancelled:
            return
        self._cancelled = True
        if sys.platform == "win32":  # pragma: no cover - no interrupt reaches a child there
            self.kill()
            return
        self._signal(signal.SIGINT)
        self._patience.start()

    def kill(self) -> None:
        """End the child at once, and all that it started."""
        if sys.platform != "win32":
            self._signal(signal.SIGKILL)
        self._process.kill()

    def close(self) -> None:
        """Leave no child behind; waits a second at most."""
        if self.running:
            self._cancelled = True
            self.kill()
            self._process.waitForFinished(_LAST_WAIT_MS)

    def _signal(self, how: signal.Signals) -> None:
        pid = self.pid
        if pid <= 0:
            return
        with suppress(ProcessLookupError, PermissionError):
            if os.getpgid(pid) == pid:
                os.killpg(pid, how)
            else:  # it has not come to its own session yet
                os.kill(pid, how)

    def _read(self) -> None:
        output: QByteArray = self._process.readAllStandardOutput()
        self._buffer += output.data()
        *lines, rest = bytes(self._buffer).split(b"\n")
        self._buffer = bytearray() if len(rest) > _LONGEST_LINE else bytearray(rest)
        for line in lines:
            self._take(line)

    def _take(self, line: bytes) -> None:
        with suppress(msgspec.MsgspecError):
            aside = self._asides.decode(line)
            if aside.event == "error":
                self._fault = aside
                return
            if aside.event == "connections":
                note_connections(self._own, Connections(aside.count, aside.hosts))
                return
        try:
            told = self._decoder.decode(line)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            logger.info("a line of %d bytes was not understood", len(line))
            return
        self.told.emit(told)

    def _finish(self, exit_code: int, status: QProcess.ExitStatus) -> None:
        self._read()
        crashed = status is QProcess.ExitStatus.CrashExit
        self._end(-1 if crashed else exit_code)

    def _fail(self, error: QProcess.ProcessError) -> None:
        if error is QProcess.ProcessError.FailedToStart:
            self._end(-1)

    def _end(self, exit_code: int) -> None:
        if self._over:
            return
        self._over = True
        self._patience.stop()
        fault = self._fault
        if self._cancelled:
            self.ended.emit(Ending(exit_code, cancelled=True))
        elif fault.message:
            self.ended.emit(
                Ending(exit_code or 1, message=fault.message, cure=fault.cure, code=fault.code)
            )
        elif exit_code == 0:
            self.ended.emit(Ending(0))
        else:
            self.ended.emit(self._unexplained(exit_code))

    def _unexplained(self, exit_code: int) -> Ending:
        """Words for a child that ended without any."""
        if exit_code == _INTERRUPTED:
            message = self.tr("The work was interrupted.")
        else:
            message = self.tr("The work ended without a word.")
        cure = self.tr("Try again; what was done so far is kept.")
        return Ending(exit_code, message=message, cure=cure, code=KairoError.code)
