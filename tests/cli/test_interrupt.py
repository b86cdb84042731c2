"""Ctrl-C ends the process, or a verb that asked for it."""

import os
import pty
import signal
import subprocess
import sys

import pytest

from kairo_desktop.cli.interrupt import interruptible

_KILLS_ITSELF = (
    "import os, signal\n"
    "from kairo_desktop.cli.interrupt import interruptible, leave_at_once\n"
    "leave_at_once()\n"
    "with interruptible():\n"
    "    pass\n"
    "try:\n"
    "    os.kill(os.getpid(), signal.SIGINT)\n"
    "except BaseException:\n"
    "    print('an exception')\n"
    "finally:\n"
    "    print('a clean-up')\n"
)


def test_the_process_ends_without_clean_up_and_without_a_word() -> None:
    done = subprocess.run([sys.executable, "-c", _KILLS_ITSELF], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_a_hidden_cursor_is_shown_again() -> None:
    ours, theirs = pty.openpty()
    try:
        subprocess.run([sys.executable, "-c", _KILLS_ITSELF], stderr=theirs, check=False)
        assert os.read(ours, 100) == b"\x1b[?25h"
    finally:
        os.close(ours)
        os.close(theirs)


def test_a_verb_that_asks_for_it_gets_an_exception() -> None:
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), interruptible():
        os.kill(os.getpid(), signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before
