"""The private log that the children's error output ends in."""

import os
import threading
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

__all__ = ["PrivateLog"]

_MAX_LINE = 500
_MAX_FILE = 1 << 20
_KEPT = 3


class PrivateLog:
    """Lines in a file that only the user can read, three files of at most 1 MiB.

    A log that cannot be written is not worth a session: it goes quiet instead of failing.
    """

    def __init__(
        self, folder: Path, name: str = "children.log", *, now: Callable[[], datetime]
    ) -> None:
        self._path = folder / name
        self._now = now
        self._lock = threading.Lock()
        self._quiet = False

    @property
    def path(self) -> Path:
        """The newest file; older ones end in `.1` and `.2`."""
        return self._path

    def write(self, source: str, line: bytes) -> None:
        """Add one line with its source and time; long lines are cut."""
        text = line[:_MAX_LINE].decode("utf-8", "replace").rstrip("\r\n")
        stamped = f"{self._now().isoformat(timespec='milliseconds')} {source}: {text}\n"
        with self._lock:
            if self._quiet:
                return
            try:
                self._append(stamped.encode())
            except OSError:
                self._quiet = True

    def _append(self, line: bytes) -> None:
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if self._path.exists() and self._path.stat().st_size + len(line) > _MAX_FILE:
            self._rotate()
        descriptor = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            os.write(descriptor, line)
        finally:
            os.close(descriptor)

    def _rotate(self) -> None:
        for n in range(_KEPT - 1, 0, -1):
            older = self._path.with_name(f"{self._path.name}.{n}")
            newer = self._path.with_name(f"{self._path.name}.{n - 1}") if n > 1 else self._path
            if newer.exists():
                newer.replace(older)
