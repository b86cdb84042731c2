"""Stdout that is full, closed, or read by somebody who leaves."""

import os
import subprocess
import sys

import pytest

KAIRO = f"'{sys.executable}' -m kairo_desktop"
FULL = (
    "kairo: The output cannot be written: No space left on device. → Send it to a place with room."
)


def shell(line: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        ["/bin/bash", "-o", "pipefail", "-c", line],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@pytest.mark.parametrize("verb", ["--version", "--help", "models list", "models list --json"])
def test_a_full_disk_is_one_line_and_its_exit_code(verb: str) -> None:
    done = shell(f"{KAIRO} {verb} > /dev/full")
    assert (done.returncode, done.stderr.strip()) == (7, FULL)


def test_a_full_disk_hides_no_other_error(tmp_path: object) -> None:
    done = shell(f"{KAIRO} transcribe '{tmp_path}/gone.wav' --json > /dev/full")
    assert done.returncode == 3
    assert done.stderr.count("\n") == 1
    assert "gone.wav" in done.stderr


def test_nothing_is_said_where_nothing_can_be_said() -> None:
    assert shell(f"{KAIRO} --version > /dev/full 2> /dev/full").returncode == 7


@pytest.mark.parametrize("verb", ["--help", "models list", "models list --json"])
def test_a_reader_that_leaves_ends_it_quietly(verb: str) -> None:
    done = shell(f"{KAIRO} {verb} | true")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("verb", ["--version", "models list", "models list --json"])
def test_a_closed_stdout_swallows_what_is_written(verb: str) -> None:
    done = shell(f"{KAIRO} {verb} >&-")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_closed_terminal_is_told_to_whoever_wants_to_know() -> None:
    """No controlling terminal, so that the system tells nobody."""
    ours, theirs = os.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", _CHATTERING],
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    assert b"." in os.read(ours, 1)
    os.close(ours)
    assert process.wait(30) == 3


_CHATTERING = """
import signal, sys, threading
from kairo_desktop.cli.outlet import explain_stdout
told = threading.Event()
signal.signal(signal.SIGHUP, lambda *_: told.set())
explain_stdout()
while not told.is_set():
    print(".", flush=True)
    told.wait(0.02)
print("dropped", flush=True)
print("dropped", file=sys.stderr, flush=True)
raise SystemExit(3)
"""
