"""What Kairo keeps of the user's words on this machine, where, and how it is deleted."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from kairo_desktop.errors import DiskError
from kairo_desktop.retrieval.storage import index_path
from kairo_desktop.settings.paths import Paths
from kairo_desktop.store.history import History
from kairo_desktop.store.records import SessionState

__all__ = [
    "Hoard",
    "HoardKind",
    "delete_hoard",
    "forget_notes",
    "forget_profile",
    "has_index",
    "hoards_of",
    "profile_name",
]


class HoardKind(Enum):
    """A sort of private files."""

    SESSIONS = "sessions"
    """What was said and answered."""
    STATES = "states"
    """Résumé, job ad and rules as the model has read them."""
    INDEXES = "indexes"
    """The notes, cut into pieces and made searchable."""
    LOGS = "logs"
    """What the program did, without anybody's words."""


@dataclass(frozen=True, slots=True)
class Hoard:
    """All files of one sort.

    Attributes:
        place: The folder they lie in.
    """

    kind: HoardKind
    place: Path
    n_files: int
    n_bytes: int


def hoards_of(paths: Paths) -> tuple[Hoard, ...]:
    """Every sort, also those of which there is nothing."""
    return tuple(_hoard(kind, paths) for kind in HoardKind)


def delete_hoard(paths: Paths, kind: HoardKind) -> None:
    """Delete all files of a sort. A session that runs now stays; its log begins anew.

    Raises:
        DiskError: something cannot be deleted.
    """
    if kind is HoardKind.SESSIONS:
        _delete_sessions(paths.sessions)
        return
    _delete_files(_files(_place(paths, kind)))


def forget_notes(paths: Paths) -> None:
    """Delete what was made of the user's notes; the notes themselves stay.

    Raises:
        DiskError: something cannot be deleted.
    """
    for kind in (HoardKind.INDEXES, HoardKind.STATES):
        delete_hoard(paths, kind)


def profile_name(paths: Paths, profile: Path | None) -> str:
    """What a session says about the profile it is answered from: the name of its index.

    A digest of the folder's place: it says whether two sessions had the same notes, and tells
    the place itself only to somebody who guesses it. Empty without a profile.
    """
    return "" if profile is None else index_path(paths.indexes, profile).stem


def has_index(paths: Paths, name: str) -> bool:
    """Whether there is an index of the profile that sessions call `name`."""
    return bool(name) and any(_index_files(paths, name))


def forget_profile(paths: Paths, name: str) -> None:
    """Delete what was made of one profile's notes; the notes and other indexes stay.

    Saved model states say nothing about whose they are, so all of them go: they cost the next
    start a few seconds.

    Raises:
        DiskError: something cannot be deleted.
    """
    _delete_files(_index_files(paths, name))
    delete_hoard(paths, HoardKind.STATES)


def _index_files(paths: Paths, name: str) -> Iterator[Path]:
    """The index and what SQLite may have put beside it."""
    return (file for file in _files(paths.indexes) if file.name.split(".")[0] == name)


def _delete_files(files: Iterable[Path]) -> None:
    try:
        for file in files:
            if file.suffix == ".log":
                # Somebody may be writing it; an unlinked file would swallow what comes.
                with file.open("wb"):
                    pass
            else:
                file.unlink(missing_ok=True)
    except OSError as err:
        raise DiskError(
            f"{err.filename} cannot be deleted: {err.strerror}.",
            cure="Mend the rights of its folder, then try again.",
        ) from err


def _delete_sessions(folder: Path) -> None:
    with History(folder) as history:
        over = [s.session_id for s in history.sessions() if s.state is not SessionState.RUNNING]
        history.delete(over)


def _hoard(kind: HoardKind, paths: Paths) -> Hoard:
    place = _place(paths, kind)
    files = list(_files(place))
    return Hoard(kind, place, len(files), sum(_size(file) for file in files))


def _place(paths: Paths, kind: HoardKind) -> Path:
    return {
        HoardKind.SESSIONS: paths.sessions,
        HoardKind.STATES: paths.states,
        HoardKind.INDEXES: paths.indexes,
        HoardKind.LOGS: paths.logs,
    }[kind]


def _files(place: Path) -> Iterator[Path]:
    try:
        yield from sorted(path for path in place.iterdir() if path.is_file())
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as err:
        raise DiskError(
            f"{place} cannot be read: {err.strerror}.", cure="Mend the rights of that folder."
        ) from err


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0
