"""Where words leave the program: JSON lines, the terminal, and errors as one line."""

import json
import re
import sys
from contextlib import suppress

import msgspec
from rich.console import Console

from kairo_desktop.errors import DiskError, KairoError

__all__ = [
    "complain",
    "console",
    "error_console",
    "plain",
    "write_json",
    "write_line",
]

_COMMANDS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")

_FILE_COLUMNS = 160
"""Where no terminal says how wide it is, lines need not be broken early."""


def console() -> Console:
    """The terminal that results go to."""
    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=_FILE_COLUMNS)


def error_console() -> Console:
    """The terminal that progress and errors go to."""
    return Console(stderr=True, highlight=False)


def plain(text: str) -> str:
    """The text without characters that command a terminal."""
    return _COMMANDS.sub("", text)


def write_json(value: object) -> None:
    """One JSON value as a line on stdout, flushed: a reader may wait for it."""
    try:
        line = msgspec.json.encode(value)
    except UnicodeEncodeError:  # a file name that is not UTF-8: its bytes as escapes
        line = json.dumps(msgspec.to_builtins(value)).encode("ascii")
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()


def write_line(text: str) -> None:
    """A plain line on stdout, whatever the terminal's encoding can show."""
    sys.stdout.buffer.write(text.encode(sys.stdout.encoding or "utf-8", "replace") + b"\n")
    sys.stdout.buffer.flush()


def complain(error: KairoError, *, as_json: bool) -> None:
    """Say what went wrong and what to do about it: one line on stderr, an event with `--json`.

    Where stdout cannot take the event, stderr gets the line all the same.
    """
    if as_json and _told_as_json(error):
        return
    words = error_console()
    line = f"[bold red]kairo:[/] {_escaped(error.message)}"
    if error.cure:
        line += f" [dim]→[/] {_escaped(error.cure)}"
    with suppress(OSError):
        words.print(line, soft_wrap=True)


def _told_as_json(error: KairoError) -> bool:
    fault = {
        "event": "error",
        "code": error.code,
        "message": error.message,
        "cure": error.cure,
    }
    try:
        write_json(fault)
    except DiskError:
        return False
    return True


def _escaped(text: str) -> str:
    return plain(" ".join(text.split())).replace("[", r"\[")
