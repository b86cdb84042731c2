"""Where a model grows until it is proven: `NAME.part`, one fetch of a model at a time."""

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from kairo_desktop.catalogue.entries import Entry, FileSpec
from kairo_desktop.errors import DiskError

__all__ = ["Growing", "ModelLock", "Staging", "explaining_disk"]

_SPARE_BYTES = 64 << 20
"""Left free on the disk after a fetch, for stamps, logs and everybody else."""


@dataclass(frozen=True, slots=True)
class Growing:
    """An unfinished file, and of which version of the file at its source it is.

    Attributes:
        path: Where it grows.
        mark: Where its version is kept, for later runs.
    """

    path: Path
    mark: Path

    @property
    def size(self) -> int:
        """Bytes that are here."""
        return self.path.stat().st_size if self.path.exists() else 0

    @property
    def version(self) -> str:
        """What `begin` was told; empty where nobody knows."""
        return self.mark.read_text(encoding="utf-8") if self.mark.exists() else ""

    def begin(self, version: str) -> None:
        """Start anew with a version that the source tells apart from others."""
        self.mark.parent.mkdir(parents=True, exist_ok=True)
        self.forget()
        self.mark.write_text(version, encoding="utf-8")

    def forget(self) -> None:
        """Drop what is here."""
        self.path.unlink(missing_ok=True)
        self.mark.unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class Staging:
    """The unfinished files of one model.

    Attributes:
        entry: What they are to become.
        home: The models folder; `NAME.part` and `NAME` lie in it.
    """

    entry: Entry
    home: Path

    @property
    def place(self) -> Path:
        """The unfinished file, or the folder of unfinished files."""
        return self.home / f"{self.entry.place}.part"

    @property
    def scratch(self) -> Path:
        """A folder for what has to be unpacked first; emptied by `clear_scratch`."""
        return self.home / ".fetch" / self.entry.name

    @property
    def _marks(self) -> Path:
        return self.home / ".fetch" / f"{self.entry.name}.versions"

    def path(self, file: FileSpec) -> Path:
        """Where `file` grows."""
        return self.entry.path_of(file, self.place)

    def growing(self, file: FileSpec) -> Growing:
        """`file` with its version."""
        return Growing(self.path(file), self._marks / file.name)

    def size(self, file: FileSpec) -> int:
        """Bytes of `file` that are here."""
        return self.growing(file).size

    @property
    def done_bytes(self) -> int:
        """Bytes of all files that are here."""
        return sum(self.size(file) for file in self.entry.files)

    def prepare(self) -> None:
        """Make the folders; drop what cannot be a beginning of the model."""
        self.home.mkdir(parents=True, exist_ok=True)
        if self.place.is_dir() != bool(self.entry.folder):
            self.clear()
        if self.entry.folder:
            self.place.mkdir(exist_ok=True)
        for file in self.entry.files:
            if file.bytes is not None and self.size(file) > file.bytes:
                self.path(file).unlink()
        self.clear_scratch()

    def truncate(self, file: FileSpec, n_bytes: int) -> None:
        """Shorten `file` to its first `n_bytes`, creating it where it is not there."""
        path = self.path(file)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab") as out:
            out.truncate(n_bytes)

    def clear(self) -> None:
        """Forget all that has come."""
        shutil.rmtree(self._marks, ignore_errors=True)
        if self.place.is_dir():
            shutil.rmtree(self.place)
        else:
            self.place.unlink(missing_ok=True)

    def clear_scratch(self) -> None:
        """Empty the scratch folder, also of what an earlier, killed fetch left there."""
        shutil.rmtree(self.scratch, ignore_errors=True)

    def commit(self) -> Path:
        """Give the files their final name, replacing a damaged model of that name."""
        final = self.home / self.entry.place
        for file in self.entry.files:
            with self.path(file).open("rb") as done:
                os.fsync(done.fileno())
        if self.entry.folder and final.exists():
            old = self.scratch / "replaced"
            old.parent.mkdir(parents=True, exist_ok=True)
            final.rename(old)
        self.place.replace(final)
        shutil.rmtree(self._marks, ignore_errors=True)
        self.clear_scratch()
        return final

    def require_room(self, extra_bytes: int) -> None:
        """Refuse to start what the disk cannot hold.

        Args:
            extra_bytes: Needed at the same time besides the model itself.

        Raises:
            DiskError: too little is free; says how much is missing.
        """
        needed = (self.entry.bytes or 0) - self.done_bytes + extra_bytes + _SPARE_BYTES
        free = shutil.disk_usage(self.home).free
        if free < needed:
            raise DiskError(
                f"{self.entry.name} needs {needed / 1e6:,.0f} MB on the disk of {self.home}, "
                f"{free / 1e6:,.0f} MB are free.",
                cure=f"Free {(needed - free) / 1e6:,.0f} MB there, then try again.",
            )


class ModelLock:
    """Keeps two fetches of one model apart, in this process and in others."""

    def __init__(self, entry: Entry, home: Path) -> None:
        folder = home / ".locks"
        folder.mkdir(parents=True, exist_ok=True)
        self._lock = FileLock(folder / f"{entry.name}.lock")

    def try_acquire(self) -> bool:
        """Take the lock if nobody holds it."""
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            return False
        return True

    def acquire(self) -> None:
        """Take the lock, waiting for whoever holds it."""
        self._lock.acquire()

    def release(self) -> None:
        """Give the lock back; harmless when it is not held."""
        self._lock.release()


@contextmanager
def explaining_disk(folder: Path) -> Iterator[None]:
    """Turn what the disk refuses into words.

    Raises:
        DiskError: full, read-only or without access.
    """
    try:
        yield
    except OSError as err:
        raise _disk_error(err, folder) from err


def _disk_error(err: OSError, folder: Path) -> DiskError:
    match err.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return DiskError(
                f"The disk of {folder} is full.",
                cure="Free some room and run the same command again: it goes on where it stopped.",
            )
        case errno.EROFS:
            return DiskError(
                f"{folder} is on a read-only disk.",
                cure="Set XDG_DATA_HOME to a folder that can be written.",
            )
        case errno.EACCES | errno.EPERM:
            return DiskError(
                f"{err.filename or folder} cannot be written: {err.strerror}.",
                cure="Mend the rights of that folder, or set XDG_DATA_HOME to one that is yours.",
            )
        case _:
            return DiskError(
                f"{err.filename or folder}: {err.strerror}.", cure="Check that disk and try again."
            )
