"""Proof that a file holds the bytes we know: SHA-256, remembered by size and change time."""

import hashlib
import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from kairo_desktop.catalogue.entries import Entry, FileSpec

__all__ = ["Hashing", "Proofs", "hashing", "sha256_of"]

_CHUNK_BYTES = 1 << 22


@dataclass(frozen=True, slots=True)
class Hashing:
    """How far hashing a file has come; `digest` is set in the last one."""

    done_bytes: int
    digest: str | None = None


def hashing(path: Path) -> Iterator[Hashing]:
    """Hash `path` in steps, for a progress bar; about 1 GB/s."""
    digest, done = hashlib.sha256(), 0
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK_BYTES):
            digest.update(chunk)
            done += len(chunk)
            yield Hashing(done)
    yield Hashing(done, digest.hexdigest())


def sha256_of(path: Path) -> str:
    """SHA-256 of a file, as 64 hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@dataclass(frozen=True, slots=True)
class Proofs:
    """Stamps of proven files, so that a start does not hash a gigabyte again.

    A stamp holds while path, size and change time of the file stay as they were.

    Attributes:
        folder: Where the stamps lie, one per model; it need not exist, or be writable.
    """

    folder: Path

    def proven(self, entry: Entry, place: Path) -> bool:
        """True when `place` has been proven to hold `entry` and was not touched since."""
        try:
            known = json.loads(self._stamp(entry).read_text(encoding="utf-8"))
            return bool(known == self._facts(entry, place))
        except (OSError, ValueError):
            return False

    def prove(self, entry: Entry, place: Path) -> FileSpec | None:
        """Hash the files of `entry` at `place`; stamp them when all agree.

        Returns:
            The first file that does not agree; None when all do.
        """
        for file in entry.files:
            if sha256_of(entry.path_of(file, place)) != file.sha256:
                self.forget(entry)
                return file
        self.remember(entry, place)
        return None

    def remember(self, entry: Entry, place: Path) -> None:
        """Stamp the files as proven; a folder that cannot be written costs a hash next time."""
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            stamp = self._stamp(entry)
            part = stamp.with_suffix(".part")
            part.write_text(json.dumps(self._facts(entry, place)), encoding="utf-8")
            part.replace(stamp)

    def forget(self, entry: Entry) -> None:
        """Drop the stamp of `entry`."""
        with suppress(OSError):
            self._stamp(entry).unlink(missing_ok=True)

    def _stamp(self, entry: Entry) -> Path:
        return self.folder / f"{entry.name}.json"

    def _facts(self, entry: Entry, place: Path) -> list[list[str | int | None]]:
        facts: list[list[str | int | None]] = []
        for file in entry.files:
            path = entry.path_of(file, place).resolve()
            stat = path.stat()
            facts.append([str(path), stat.st_size, stat.st_mtime_ns, file.sha256])
        return facts
