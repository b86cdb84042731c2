"""The private files on this machine: which there are, how large, and how they go."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from kairo_desktop.errors import DiskError
from kairo_desktop.settings.paths import Paths

__all__ = ["PrivateFiles", "PrivateKind", "forget_notes", "private_files"]


class PrivateKind(StrEnum):
    """What a private file holds."""

    SESSIONS = "sessions"
    """What was said, asked and answered."""
    NOTES = "notes"
    """The index of the user's notes and its embeddings."""
    STATES = "states"
    """Saved states of the language model: what it has read of résumé and job ad."""


@dataclass(frozen=True, slots=True)
class PrivateFiles:
    """The private files of one kind.

    Attributes:
        folder: Where they lie, readable by their owner only.
        n_bytes: Of all of them.
    """

    kind: PrivateKind
    folder: Path
    n_files: int
    n_bytes: int


def private_files(paths: Paths) -> tuple[PrivateFiles, ...]:
    """What lies here of each kind, kinds without a file included."""
    return tuple(_counted(kind, _folder(paths, kind)) for kind in PrivateKind)


def forget_notes(paths: Paths) -> int:
    """Delete what was made of the user's notes; the notes stay. Gives the number of files.

    A session makes it anew when it needs it.

    Raises:
        DiskError: a file cannot be deleted.
    """
    n_files = 0
    for kind in (PrivateKind.NOTES, PrivateKind.STATES):
        for file in _files(_folder(paths, kind)):
            try:
                file.unlink(missing_ok=True)
            except OSError as err:
                raise DiskError(
                    f"{file} cannot be deleted ({err.strerror}).",
                    cure="End the session that uses it, or mend the folder's rights.",
                ) from err
            n_files += 1
    return n_files


def _folder(paths: Paths, kind: PrivateKind) -> Path:
    folders = {
        PrivateKind.SESSIONS: paths.sessions,
        PrivateKind.NOTES: paths.indexes,
        PrivateKind.STATES: paths.states,
    }
    return folders[kind]


def _counted(kind: PrivateKind, folder: Path) -> PrivateFiles:
    sizes = []
    for file in _files(folder):
        with suppress(FileNotFoundError):  # a database's side file goes when its reader does
            sizes.append(file.stat().st_size)
    return PrivateFiles(kind, folder, len(sizes), sum(sizes))


def _files(folder: Path) -> Iterator[Path]:
    if folder.is_dir():
        yield from (file for file in sorted(folder.iterdir()) if file.is_file())
