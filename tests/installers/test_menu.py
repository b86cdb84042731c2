"""Kairo in the menu of applications: two files, written only when asked for, and taken away."""

import os
import re
import subprocess
import sys
from configparser import ConfigParser, RawConfigParser
from pathlib import Path

import pytest

from kairo_desktop.ui.platform import APP_ID
from tests.installers.conftest import REPOSITORY

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="a menu of Linux desktops")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of what the script needs, in a folder whose name wants quoting."""
    root = tmp_path / 'a "100%" $place'
    (root / "installers").mkdir(parents=True)
    (root / "installers" / "menu").write_bytes((REPOSITORY / "installers" / "menu").read_bytes())
    (root / "assets").symlink_to(REPOSITORY / "assets")
    program = root / ".venv" / "bin" / "kairo"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    return root


def _menu(checkout: Path, *options: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        ["bash", str(checkout / "installers" / "menu"), *options],
        env={"PATH": os.environ["PATH"], "HOME": str(checkout / "home")},
        capture_output=True,
        text=True,
        check=False,
    )


def _entry(checkout: Path) -> ConfigParser | RawConfigParser:
    entry = RawConfigParser()
    entry.optionxform = str  # type: ignore[assignment,method-assign] # keys have capitals
    folder = checkout / "home" / ".local" / "share" / "applications"
    entry.read_string((folder / f"{APP_ID}.desktop").read_text("utf-8"))
    return entry


def _argv(line: str) -> list[str]:
    """An Exec line as desktops read it: escapes of the file, then those of the arguments."""
    line = line.replace("\\\\", "\\").replace("%%", "%")
    words = re.findall(r'"((?:\\.|[^"\\])*)"|(\S+)', line)
    return [re.sub(r"\\(.)", r"\1", quoted) or plain for quoted, plain in words]


def test_the_entry_starts_this_kairo_wherever_it_lies(checkout: Path) -> None:
    done = _menu(checkout)
    assert done.returncode == 0, done.stderr
    entry, program = _entry(checkout), str(checkout / ".venv" / "bin" / "kairo")
    assert _argv(entry["Desktop Entry"]["Exec"]) == [program, "run"]
    for action in entry["Desktop Entry"]["Actions"].rstrip(";").split(";"):
        argv = _argv(entry[f"Desktop Action {action}"]["Exec"])
        assert argv[:2] == [program, "run"]
    assert entry["Desktop Entry"]["Icon"] == APP_ID


def test_what_was_put_there_is_taken_away_and_nothing_else(checkout: Path) -> None:
    other = checkout / "home" / ".local" / "share" / "applications" / "other.desktop"
    other.parent.mkdir(parents=True)
    other.write_text("[Desktop Entry]\n")
    _menu(checkout)
    assert len(_files(checkout)) == 3
    for _ in range(2):
        assert _menu(checkout, "--remove").returncode == 0
        assert _files(checkout) == [other]


def _files(checkout: Path) -> list[Path]:
    found = (checkout / "home").rglob("*")
    return [path for path in found if path.is_file() and path.name != "mimeinfo.cache"]


def test_before_the_set_up_nothing_is_written(checkout: Path) -> None:
    (checkout / ".venv" / "bin" / "kairo").unlink()
    done = _menu(checkout)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "installers/run" in done.stderr
    assert not (checkout / "home").exists()


def test_a_home_that_cannot_be_written_is_said_in_one_line(checkout: Path) -> None:
    (checkout / "home").write_text("a file")
    done = _menu(checkout)
    assert (done.returncode, done.stderr.count("\n")) == (7, 1)


def test_another_option_is_refused(checkout: Path) -> None:
    assert _menu(checkout, "--install").returncode == 2
