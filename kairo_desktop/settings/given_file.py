"""What the user names as a file: whether it is one that can be read, and if not, why."""

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path

from kairo_desktop.errors import InputError

__all__ = ["require_file"]

_KINDS: tuple[tuple[Callable[[int], bool], str, str], ...] = (
    (stat.S_ISDIR, "a folder", "Name {wanted} in it."),
    (stat.S_ISFIFO, "a pipe", "Save what comes out of it as a file, and name that."),
    (stat.S_ISSOCK, "a socket", "Name {wanted}."),
    (stat.S_ISCHR, "a device", "Name {wanted}."),
    (stat.S_ISBLK, "a device", "Name {wanted}."),
)


def require_file(path: Path, wanted: str) -> None:
    """Refuse what is no regular file that can be read; nothing is opened, so nothing can hang.

    Args:
        path: As the user gave it; links are followed.
        wanted: What could be named instead, such as "an audio file".

    Raises:
        InputError: says what `path` is.
    """
    try:
        mode = path.stat().st_mode
    except OSError as err:
        raise _unseen(path, err) from err
    for is_one, kind, cure in _KINDS:
        if is_one(mode):
            raise InputError(f"{path} is {kind}.", cure=cure.format(wanted=wanted))
    if not os.access(path, os.R_OK):
        raise InputError(
            f"You have no right to read {path}.", cure=f"Give it to yourself: chmod u+r '{path}'"
        )


def _unseen(path: Path, err: OSError) -> InputError:
    match err.errno:
        case errno.ENOENT if path.is_symlink():
            return InputError(
                f"{path} is a link to a file that is not there.", cure="Name the file itself."
            )
        case errno.ENOENT | errno.ENOTDIR:
            return InputError(f"There is no file {path}.", cure="Check its name.")
        case errno.ELOOP:
            return InputError(f"{path} is a link to itself.", cure="Name the file itself.")
        case errno.ENAMETOOLONG:
            return InputError(
                f"{path.name[:40]}… is too long to be the name of a file.", cure="Check its name."
            )
        case _:
            return InputError(
                f"{path} cannot be looked at: {err.strerror}.",
                cure="Check the rights of the folders that it lies in.",
            )
