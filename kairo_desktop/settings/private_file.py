"""Files that only the user may read."""

import os
from pathlib import Path

__all__ = ["create_private"]


def create_private(path: Path) -> None:
    """Make an empty file of mode 0600, or give one that is there this mode.

    A file that is there is not opened: on POSIX systems, closing any descriptor of a file drops
    all locks that the process holds on it, those of a database that it has open among them
    (sqlite.org/howtocorrupt.html, section 2.2).

    Raises:
        OSError: the folder or the file is not the user's to write.
    """
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        path.chmod(0o600)
