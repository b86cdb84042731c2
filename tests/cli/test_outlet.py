"""Stdout that is full, closed, or read by somebody who leaves."""

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
