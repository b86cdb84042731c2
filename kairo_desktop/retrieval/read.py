"""Reading a profile folder: which file is what, and which ones cannot be used, and why.

The one door to pypdf and python-docx. Every oddity of a file becomes a `Skipped` with its reason;
only a folder that is not there is an error.
"""

import logging
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from kairo_desktop.errors import InputError
from kairo_desktop.retrieval.encoding import UnreadableError, decode, without_controls

__all__ = ["FileStamp", "Note", "Profile", "Role", "Skipped", "read_file", "read_profile", "scan"]

logger = logging.getLogger(__name__)

MAX_FILE_BYTES = 64_000_000
"""A larger file is no note; reading it would only cost memory."""

MAX_LINE_CHARS = 50_000
"""A longer line (20 pages without a break) is an export, not something a person wrote."""

_TEXT_SUFFIXES = frozenset({".md", ".markdown", ".txt", ".text"})
_SUFFIXES = _TEXT_SUFFIXES | {".pdf", ".docx"}


class Role(Enum):
    """What a file of a profile is to the user."""

    RESUME = "resume"
    JOB = "job"
    NOTE = "note"


_ROLES = {"resume": Role.RESUME, "résumé": Role.RESUME, "cv": Role.RESUME, "job": Role.JOB}


@dataclass(frozen=True, slots=True)
class Note:
    r"""A readable file of a profile.

    Attributes:
        file: Path below the profile folder, with forward slashes.
        text: Its text, never blank; line ends are `\n`, without a byte order mark.
    """

    file: str
    text: str
    role: Role = Role.NOTE


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file that is not used. `reason` completes "skipped because it ..."."""

    file: str
    reason: str


@dataclass(frozen=True, slots=True)
class FileStamp:
    """A file as the folder listing shows it; equal stamps mean unchanged content.

    Attributes:
        file: Path below the profile folder, with forward slashes.
        path: Where it lies on the disk.
    """

    file: str
    path: Path
    size: int
    mtime_ns: int


@dataclass(frozen=True, slots=True)
class Profile:
    """What the user has told about themselves; every part may be empty.

    Attributes:
        documents: All readable files, sorted by `file`, résumé and job ad included.
        skipped: Files that could not be used.
    """

    documents: tuple[Note, ...] = ()
    skipped: tuple[Skipped, ...] = ()

    @property
    def resume(self) -> str:
        """Text of the résumé; empty where there is none."""
        return self._text(Role.RESUME)

    @property
    def job(self) -> str:
        """Text of the job ad; empty where there is none."""
        return self._text(Role.JOB)

    @property
    def notes(self) -> tuple[Note, ...]:
        """Everything else."""
        return tuple(note for note in self.documents if note.role is Role.NOTE)

    def _text(self, role: Role) -> str:
        return "\n\n".join(note.text for note in self.documents if note.role is role)


def read_profile(folder: Path) -> Profile:
    """Read a profile folder, at any depth.

    `resume.*` or `cv.*` is the résumé, `job.*` the job ad, everything else a note. Hidden files
    are not looked at.

    Raises:
        InputError: `folder` is not there or is no folder.
    """
    documents: list[Note] = []
    skipped: list[Skipped] = []
    for stamp in scan(folder):
        outcome = read_file(stamp)
        if isinstance(outcome, Note):
            documents.append(outcome)
        else:
            skipped.append(outcome)
    logger.info("profile read: %d files used, %d skipped", len(documents), len(skipped))
    return Profile(tuple(documents), tuple(skipped))


def scan(folder: Path) -> tuple[FileStamp, ...]:
    """List the files of a profile folder, sorted; links are followed, each folder once.

    A link to a folder that the profile lies in is not: it would bring in what is beside it.

    Raises:
        InputError: `folder` is not there or is no folder.
    """
    if not folder.is_dir():
        what = "is not a folder" if folder.exists() else "does not exist"
        cure = "Give a folder that holds resume.md, job.md and your notes."
        raise InputError(f"The profile {folder} {what}.", cure=cure)
    stamps = (_stamp(folder, path) for path in _walk(folder))
    return tuple(sorted(stamps, key=lambda stamp: stamp.file))


def read_file(stamp: FileStamp) -> Note | Skipped:
    """Read one file of a profile, or say why it cannot be used."""
    try:
        text = _extract(stamp)
    except UnreadableError as err:
        return Skipped(stamp.file, str(err))
    except OSError as err:
        return Skipped(stamp.file, f"cannot be opened ({err.strerror or type(err).__name__})")
    text = without_controls(text.replace("\r\n", "\n").replace("\r", "\n"))
    if not text.strip():
        return Skipped(stamp.file, "holds no text")
    longest = max(map(len, text.split("\n")))
    if longest > MAX_LINE_CHARS:
        return Skipped(stamp.file, f"has a line of {longest:,} characters: no note, but an export")
    stem = Path(stamp.file).stem.casefold()
    return Note(stamp.file, text, _ROLES.get(stem, Role.NOTE))


def _walk(folder: Path) -> Iterator[Path]:
    seen = {_identity(around) for around in folder.resolve().parents}
    for root, folders, files in os.walk(folder, followlinks=True):
        if (identity := _identity(Path(root))) in seen:
            folders.clear()
            continue
        seen.add(identity)
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (Path(root, name) for name in files if not name.startswith((".", "~$")))


def _identity(folder: Path) -> tuple[int, int]:
    status = folder.stat()
    return status.st_dev, status.st_ino


def _stamp(folder: Path, path: Path) -> FileStamp:
    relative = path.relative_to(folder).as_posix()
    # File names are bytes to the system; what is no UTF-8 must not reach the index or JSON.
    file = os.fsencode(relative).decode("utf-8", "replace")
    try:
        status = path.stat()
    except OSError:
        return FileStamp(file, path, -1, 0)
    return FileStamp(file, path, status.st_size, status.st_mtime_ns)


def _extract(stamp: FileStamp) -> str:
    suffix = stamp.path.suffix.lower()
    if suffix not in _SUFFIXES:
        raise UnreadableError("is not a md, txt, pdf or docx file")
    if stamp.size >= 0 and not stamp.path.is_file():
        raise UnreadableError("is not a regular file")
    if stamp.size > MAX_FILE_BYTES:
        raise UnreadableError(f"is larger than {MAX_FILE_BYTES // 1_000_000} MB")
    if stamp.size == 0:
        raise UnreadableError("is empty")
    if suffix in _TEXT_SUFFIXES:
        return decode(stamp.path.read_bytes())
    return _pdf_text(stamp.path) if suffix == ".pdf" else _docx_text(stamp.path)


def _pdf_text(path: Path) -> str:
    # Here and below, not above: together they weigh 30 MB, and most profiles have neither.
    import pypdf

    try:
        with pypdf.PdfReader(path) as reader:
            if reader.is_encrypted and not reader.decrypt(""):
                raise UnreadableError("is locked by a password")
            pages = [page.extract_text() for page in reader.pages]
    except (UnreadableError, OSError):
        raise
    except Exception as err:  # pypdf lets damage surface as any exception
        raise UnreadableError(f"is a damaged pdf ({type(err).__name__})") from err
    if not any(page.strip() for page in pages):
        raise UnreadableError("holds no text: scanned pages have to be recognized first")
    return "\n\n".join(_join_wrapped_lines(page) for page in pages)


def _join_wrapped_lines(page: str) -> str:
    """Undo line breaks inside sentences, which a page layout put there."""
    return re.sub(r"(?<=[^\s.:;!?])[ \t]*\n(?=[a-z(]|\d+[^\d.)])", " ", page)


def _docx_text(path: Path) -> str:
    try:
        return "\n\n".join(_docx_blocks(path))
    except Exception as err:  # python-docx lets damage surface as any exception
        raise UnreadableError(f"is a damaged docx ({type(err).__name__})") from err


def _docx_blocks(path: Path) -> Iterator[str]:
    import docx
    import docx.table

    for block in docx.Document(str(path)).iter_inner_content():
        if isinstance(block, docx.table.Table):
            rows = ([cell.text for cell in row.cells] for row in block.rows)
            yield "\n".join(" | ".join(row) for row in rows)
            continue
        style = block.style.name if block.style is not None else ""
        level = re.fullmatch(r"(?:Heading (\d)|Title)", style or "")
        marks = "#" * int(level[1] or 1) + " " if level else ""
        bullet = "- " if (style or "").startswith("List") else ""
        if block.text.strip():
            yield marks + bullet + block.text
