"""One running child as the supervisor holds it: two pipes, three threads, one way to end it."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import IO, TypeAlias

from kairo_desktop.supervisor.log import PrivateLog
from kairo_desktop.supervisor.messages import Message, Role
from kairo_desktop.supervisor.outlet import Outlet
from kairo_desktop.supervisor.wire import FrameDecoder, WireError

__all__ = ["Command", "Ended", "Process", "child_command"]

_READ = 1 << 16
_REAP_S = 1.0


@dataclass(frozen=True, slots=True)
class Command:
    """How a child is started.

    Attributes:
        env: Added to this process's own environment.
    """

    argv: tuple[str, ...]
    env: Mapping[str, str] = field(default_factory=dict)


def child_command(role: Role) -> Command:
    """This very program, run again as a child; a frozen one is its own interpreter."""
    frozen = bool(getattr(sys, "frozen", False))
    # -P: a folder that happens to be current must not provide our modules.
    head = (sys.executable,) if frozen else (sys.executable, "-P", "-m", "kairo_desktop")
    return Command((*head, "--child", role.value), {"OMP_WAIT_POLICY": "passive"})


@dataclass(frozen=True, slots=True)
class Ended:
    """A child's output is over, so the child is.

    Attributes:
        reason: For the log.
    """

    reason: str


Arrival: TypeAlias = Message | Ended
"""What a reader thread hands over; `Ended` comes once and last."""


class Process:
    """A started child. No method waits for the child, except `kill` for the kernel.

    The thread that creates it must live as long as the child: Linux ends a child with the
    thread that started it.

    Args:
        deliver: Called from the reader thread with what the child says, in order, as many
            messages as came together.

    Raises:
        OSError: the program cannot be started.
    """

    def __init__(
        self,
        command: Command,
        name: str,
        deliver: Callable[[Sequence[Arrival]], None],
        log: PrivateLog,
    ) -> None:
        self._name = name
        self._deliver = deliver
        self._log = log
        self._popen = _spawn(command.argv, command.env)
        said, errors, orders = _pipes_of(self._popen)
        self._outlet = Outlet(orders)
        self._threads = [
            threading.Thread(target=target, args=args, name=f"{name}-{what}", daemon=True)
            for what, target, args in (
                ("in", self._read, (said,)),
                ("out", self._outlet.run, ()),
                ("err", self._keep_errors, (errors,)),
            )
        ]
        for thread in self._threads:
            thread.start()

    @property
    def pid(self) -> int:
        """Of the child."""
        return self._popen.pid

    @property
    def dropped(self) -> int:
        """Frames that the child was too slow to take."""
        return self._outlet.dropped

    @property
    def alive(self) -> bool:
        """False once the process is gone and reaped."""
        return self._popen.poll() is None

    def send(self, message: Message) -> None:
        """Write a message or queue it; what a dead child does not take is lost with it."""
        self._outlet.send(message)

    def finish_input(self) -> None:
        """Say by the end of the pipe, behind all that was sent, that it is time to leave."""
        self._outlet.finish()

    def wait(self, timeout_s: float) -> bool:
        """Wait for the child to leave by itself; True when it has."""
        try:
            self._popen.wait(timeout_s)
        except subprocess.TimeoutExpired:
            return False
        return True

    def kill(self) -> bool:
        """End the child and what it started, at once; True when it is gone."""
        self._outlet.finish()
        _kill_group(self._popen)
        gone = self.wait(_REAP_S)
        for thread in self._threads:
            thread.join(0.2)
        return gone

    def _read(self, stream: IO[bytes]) -> None:
        decoder = FrameDecoder()
        try:
            while received := os.read(stream.fileno(), _READ):
                if messages := decoder.feed(received):
                    self._deliver(messages)
            decoder.finish()
            reason = self._ending()
        except (WireError, OSError) as err:
            reason = str(err)
        self._deliver([Ended(reason)])
        stream.close()

    def _ending(self) -> str:
        """How the process ended, as far as it has."""
        if not self.wait(_REAP_S):
            return "its output ended"
        code = self._popen.returncode
        return f"ended by {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"

    def _keep_errors(self, stream: IO[bytes]) -> None:
        # A bounded readline: a child may write for ever without a line's end.
        while line := stream.readline(1 << 12):
            self._log.write(f"{self._name}[{self.pid}]", line)
        stream.close()


_SECRETS = frozenset({"HF_TOKEN", "HUGGING_FACE_HUB_TOKEN"})
"""What no child of a session needs, and what would stand in its environment for all to read."""


def _spawn(argv: Sequence[str], env: Mapping[str, str]) -> "subprocess.Popen[bytes]":
    new_group = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
    return subprocess.Popen(
        argv,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={name: value for name, value in os.environ.items() if name not in _SECRETS} | {**env},
        start_new_session=sys.platform != "win32",
        creationflags=new_group,
    )


def _pipes_of(popen: "subprocess.Popen[bytes]") -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
    """Output, error output and input of a child that was given all three."""
    assert popen.stdout is not None
    assert popen.stderr is not None
    assert popen.stdin is not None
    return popen.stdout, popen.stderr, popen.stdin


def _kill_group(popen: "subprocess.Popen[bytes]") -> None:
    """SIGKILL to the child's whole group; its leader may be gone while others are not."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if sys.platform == "win32":
            popen.kill()
        else:
            os.killpg(popen.pid, signal.SIGKILL)
