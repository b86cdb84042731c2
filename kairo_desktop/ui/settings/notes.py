"""What a profile folder holds, for the eye: which file is what, and what is not read; no Qt."""

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

__all__ = ["FileKind", "ProfileReport", "ReadFile", "SkippedFile", "report_of"]


class FileKind(Enum):
    """What a file is to the user."""

    RESUME = "resume"
    JOB = "job"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A file that is used; its text is not kept."""

    file: str
    kind: FileKind
    n_words: int


@dataclass(frozen=True, slots=True)
class SkippedFile:
    """A file that is not used. `reason` completes "skipped because it …"."""

    file: str
    reason: str


@dataclass(frozen=True, slots=True)
class ProfileReport:
    """All files of a profile folder, hidden ones excepted."""

    read: tuple[ReadFile, ...]
    skipped: tuple[SkippedFile, ...]


def report_of(folder: Path) -> ProfileReport:
    """Read a profile folder; takes seconds where it is large.

    Raises:
        InputError: `folder` is not there or is no folder.
    """
    # The readers of pdf and docx are only worth their memory when a folder is looked at.
    from kairo_desktop.retrieval.read import read_profile

    profile = read_profile(folder)
    return ProfileReport(
        tuple(
            ReadFile(note.file, FileKind(note.role.value), len(note.text.split()))
            for note in profile.documents
        ),
        tuple(SkippedFile(skipped.file, skipped.reason) for skipped in profile.skipped),
    )
