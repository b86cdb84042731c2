"""Where words leave the program: JSON lines, the terminal, and errors as one line."""

import json
import os
import re
import sys
from collections.abc import Mapping
from io import TextIOWrapper
from typing import NoReturn

import msgspec
from rich.console import Console

from kairo_desktop.errors import KairoError

__all__ = [
    "complain",
    "console",
    "end_quietly",
    "error_console",
    "plain",
    "speak_any_encoding",
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


def speak_any_encoding() -> None:
    """From now on a character that the terminal cannot show becomes a question mark.

    A stream that is closed swallows what is written to it.
    """
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


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
    """Say what went wrong and what to do about it: one line on stderr, an event with `--json`."""
    if as_json:
        fault: Mapping[str, str] = {
            "event": "error",
            "code": error.code,
            "message": error.message,
            "cure": error.cure,
        }
        write_json(fault)
        return
    words = error_console()
    line = f"[bold red]kairo:[/] {_escaped(error.message)}"
    if error.cure:
        line += f" [dim]→[/] {_escaped(error.cure)}"
    words.print(line, soft_wrap=True)


def end_quietly() -> NoReturn:
    """Leave after the reader of stdout has gone, without a word about it."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())
    raise SystemExit(0)


def _escaped(text: str) -> str:
    return plain(" ".join(text.split())).replace("[", r"\[")
