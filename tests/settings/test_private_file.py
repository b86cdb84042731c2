"""Files that only the user may read."""

import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kairo_desktop.settings.private_file import create_private

_IS_LOCKED = """
import fcntl, sys
with open(sys.argv[1], "r+b") as file:
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        sys.exit(3)
"""


def test_a_new_file_is_empty_and_the_users_own(tmp_path: Path) -> None:
    path = tmp_path / "new"
    create_private(path)
    assert path.read_bytes() == b""
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_file_that_is_there_keeps_its_content_and_loses_its_readers(tmp_path: Path) -> None:
    path = tmp_path / "old"
    path.write_bytes(b"words")
    path.chmod(0o644)
    create_private(path)
    assert path.read_bytes() == b"words"
    assert path.stat().st_mode & 0o777 == 0o600


def test_locks_of_this_process_on_it_stay(tmp_path: Path) -> None:
    path = tmp_path / "locked"
    path.write_bytes(b"words")
    descriptor = os.open(path, os.O_RDWR)
    try:
        fcntl.lockf(descriptor, fcntl.LOCK_EX)
        create_private(path)
        asked = subprocess.run([sys.executable, "-c", _IS_LOCKED, path], check=False)
        assert asked.returncode == 3
    finally:
        os.close(descriptor)


def test_a_folder_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        create_private(tmp_path / "nowhere" / "file")
