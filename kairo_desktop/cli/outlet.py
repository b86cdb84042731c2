"""Stdout that says what is wrong with it, whoever writes: we, rich or typer."""

import io
import os
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
    """Put words to what goes wrong with stdout, where it is a file or a pipe."""
    usual = sys.stdout
    if usual is not sys.__stdout__ or not isinstance(usual, io.TextIOWrapper) or usual.isatty():
        return
    outlet = io.BufferedWriter(_Outlet(usual.fileno(), "wb", closefd=False))
    sys.stdout = io.TextIOWrapper(outlet, encoding=usual.encoding, errors=usual.errors)


def settle_stdout() -> None:
    """Flush stdout; what it does not take is dropped, so that nothing fails on the way out."""
    try:
        sys.stdout.flush()
    except DiskError:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)
