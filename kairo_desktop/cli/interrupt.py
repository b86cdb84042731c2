"""What Ctrl-C does: the process ends at once, unless a verb has something to put in order."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NoReturn

__all__ = ["INTERRUPTED", "interruptible", "leave_at_once"]

INTERRUPTED = 128 + signal.SIGINT
"""Exit code of a run that was interrupted."""

_SHOW_CURSOR = b"\x1b[?25h"


def leave_at_once() -> None:
    """From now on Ctrl-C ends the process, whatever it is in the middle of.

    An exception would be lost where an engine calls back through C, and would come as a
    traceback while modules are still being imported.
    """
    signal.signal(signal.SIGINT, _leave)


@contextmanager
def interruptible() -> Iterator[None]:
    """Within, Ctrl-C raises `KeyboardInterrupt`: for what has a child program to end first."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _leave(*_: object) -> NoReturn:
    for descriptor in (1, 2):
        with suppress(OSError):
            if os.isatty(descriptor):
                os.write(descriptor, _SHOW_CURSOR)
    os._exit(INTERRUPTED)
