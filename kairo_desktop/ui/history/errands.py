"""What the history window has done on the disk, in the clerk's thread."""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from kairo_desktop.settings.paths import Paths
from kairo_desktop.store.database import FILE_NAME
from kairo_desktop.store.export import Format, export, one_line, write_private
from kairo_desktop.store.history import History
from kairo_desktop.store.private_files import forget_notes, forget_profile
from kairo_desktop.store.records import Match, SavedSession, SessionState

__all__ = ["Listed", "delete_all", "delete_one", "exported", "file_name", "listed", "stamp"]

_FOUND = 300


@dataclass(frozen=True, slots=True)
class Listed:
    """All sessions, and what was found for some words."""

    words: str
    sessions: tuple[SavedSession, ...]
    matches: tuple[Match, ...]


def stamp(folder: Path) -> tuple[int, ...]:
    """Changes whenever anything is written to the history."""
    files = (folder / (FILE_NAME + side) for side in ("", "-wal"))
    return tuple(number for file in files for number in _size_and_time(file))


def _size_and_time(file: Path) -> tuple[int, int]:
    with suppress(OSError):
        facts = file.stat()
        return facts.st_size, facts.st_mtime_ns
    return 0, 0


def listed(history: History, words: str) -> Listed:
    """What there is, and at most 300 places with `words` in them."""
    return Listed(words, history.sessions(), history.search(words, _FOUND))


def delete_one(history: History, session_id: int, profile: str, paths: Paths) -> tuple[int, ...]:
    """One session, and what was made of the notes of a profile; of none where it is empty."""
    history.delete([session_id])
    if profile:
        forget_profile(paths, profile)
    return (session_id,)


def delete_all(history: History, paths: Paths, *, notes_too: bool) -> tuple[int, ...]:
    """All but what is being recorded; the notes' traces after the sessions' own."""
    over = (s for s in history.sessions() if s.state is not SessionState.RUNNING)
    session_ids = tuple(session.session_id for session in over)
    history.delete(session_ids)
    if notes_too:
        forget_notes(paths)
    return session_ids


def exported(history: History, session_id: int, form: Format, to: Path) -> Path:
    """Write a session out for the user alone, over what was there; gives the file."""
    write_private(to, export(history.story(session_id), form), replace=True)
    return to


def file_name(session: SavedSession) -> str:
    """A name that every file system takes."""
    kept = "".join(c if c.isalnum() or c in " -" else " " for c in one_line(session.title))
    return f"{session.started_at.astimezone():%Y-%m-%d} {' '.join(kept.split())[:60]}".strip()
