"""What goes to a child: written at once where the pipe takes it, else by a thread, in order."""

import contextlib
import os
import select
import sys
from typing import IO

from kairo_desktop.supervisor.mailbox import Mailbox
from kairo_desktop.supervisor.messages import Message
from kairo_desktop.supervisor.wire import encode
from kairo_desktop.types import AudioFrame

__all__ = ["Outlet"]

_LIMIT = 4096
_WHOLE = 512 if sys.platform == "win32" else select.PIPE_BUF
"""Bytes that a pipe takes whole or not at all."""


class Outlet:
    """One end of a pipe, for one thread that sends and one that runs `run`; neither waits.

    Without the first the second would be woken for each frame, which costs more than the write.
    When the other end does not read, frames are dropped, oldest first; the rest waits.
    """

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._waiting: Mailbox[Message] = Mailbox(
            _LIMIT, droppable=lambda message: isinstance(message, AudioFrame)
        )
        self._n_put = self._n_lost = 0
        self._n_written = 0
        # Python cannot ask a pipe on Windows to refuse.
        self._at_once = sys.platform != "win32"
        if self._at_once:
            os.set_blocking(pipe.fileno(), False)

    @property
    def dropped(self) -> int:
        """Frames that the other end was too slow to take."""
        return self._waiting.dropped

    def send(self, message: Message) -> None:
        """Write a message behind those before it; what nobody reads any more is lost."""
        if self._waiting.closed or (self._is_idle and self._try(encode(message))):
            return
        self._n_put += 1
        if self._waiting.put(message) is not None:
            self._n_lost += 1

    def finish(self) -> None:
        """Send nothing more; the pipe is closed behind what waits."""
        self._waiting.close()

    def run(self) -> None:
        """Write what had to wait, until `finish`; then close the pipe."""
        with contextlib.suppress(OSError):
            while (message := self._waiting.take()) is not None:
                self._write(encode(message))
                self._n_written += 1
        # A pipe that broke stays open as long as `send` may look at it.
        while self._waiting.take() is not None:
            pass
        with contextlib.suppress(OSError):
            self._pipe.close()

    @property
    def _is_idle(self) -> bool:
        """Whether nothing waits and nothing is being written; never again once that has failed."""
        return self._at_once and self._n_put == self._n_written + self._n_lost

    def _try(self, frame: bytes) -> bool:
        """Whether the pipe took a frame, or never will take one."""
        if len(frame) > _WHOLE:
            return False
        try:
            os.write(self._pipe.fileno(), frame)
        except BlockingIOError:
            return False
        except OSError:
            pass  # it has ended, and its output says so
        return True

    def _write(self, frame: bytes) -> None:
        left = memoryview(frame)
        while left:
            if self._at_once:
                _wait_for_room(self._pipe.fileno())
            with contextlib.suppress(BlockingIOError):
                left = left[os.write(self._pipe.fileno(), left) :]


def _wait_for_room(fd: int) -> None:
    if sys.platform != "win32":
        room = select.poll()
        room.register(fd, select.POLLOUT)
        room.poll()
