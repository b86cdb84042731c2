"""Stdout that says what is wrong with it, whoever writes: we, rich or typer."""

import errno
import io
import os
import signal
import sys
from typing import TYPE_CHECKING

from kairo_desktop.errors import DiskError

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

__all__ = ["explain_stdout", "settle_stdout", "speak_any_encoding"]


class _Outlet(io.FileIO):
    """The file or pipe behind stdout; what it refuses is an error with a cure.

    A reader that leaves, as `head` does, ends the program quietly.
    """

    _reader_gone = False

    def write(self, data: "ReadableBuffer", /) -> int:
        """Write some of `data`; returns how many bytes.

        Raises:
            DiskError: nothing can be written, as on a full disk.
        """
        if self._reader_gone:
            return memoryview(data).nbytes
        try:
            return super().write(data)
        except BrokenPipeError:
            self._reader_gone = True
            raise SystemExit(0) from None
        except OSError as err:
            raise DiskError(
                f"The output cannot be written: {err.strerror}.",
                cure="Send it to a place with room.",
            ) from err


class _Terminal(io.FileIO):
    """The terminal behind a stream; once it has been closed, what is written is dropped.

    The system tells only some processes that their terminal is gone. Who wants to know, with a
    handler of SIGHUP, is told here, once: listening to a call must not go on unseen.
    """

    _gone = False

    def write(self, data: "ReadableBuffer", /) -> int:
        """Write some of `data`; returns how many bytes."""
        if not self._gone:
            try:
                return super().write(data)
            except OSError as err:
                if err.errno != errno.EIO:
                    raise
                self._gone = True
                if sys.platform != "win32" and callable(signal.getsignal(signal.SIGHUP)):
                    signal.raise_signal(signal.SIGHUP)
        return memoryview(data).nbytes


def speak_any_encoding() -> None:
    """From now on a character that the terminal cannot show becomes a question mark.

    A stream that is closed swallows what is written to it.
    """
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def explain_stdout() -> None:
    """Put words to what goes wrong with stdout; a terminal, stderr's too, may be closed."""
    usual = sys.stdout
    if usual is not sys.__stdout__ or not isinstance(usual, io.TextIOWrapper):
        return
    sys.stdout = _behind(usual, _Terminal if usual.isatty() else _Outlet)
    if isinstance(sys.stderr, io.TextIOWrapper) and sys.stderr.isatty():
        sys.stderr = _behind(sys.stderr, _Terminal)


def _behind(usual: io.TextIOWrapper, kind: type[io.FileIO]) -> io.TextIOWrapper:
    """A stream like the usual one that writes through another kind of file."""
    return io.TextIOWrapper(
        io.BufferedWriter(kind(usual.fileno(), "wb", closefd=False)),
        encoding=usual.encoding,
        errors=usual.errors,
        line_buffering=usual.line_buffering,
    )


def settle_stdout() -> None:
    """Flush stdout; what it does not take is dropped, so that nothing fails on the way out."""
    try:
        sys.stdout.flush()
    except DiskError:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)
