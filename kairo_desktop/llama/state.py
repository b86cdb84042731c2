"""Saved key-value states: private files that hold what a prompt's prefix came to."""

import os
from collections.abc import Sequence
from pathlib import Path

from kairo_desktop.errors import DiskError
from kairo_desktop.llama.binding import ContextHandle

__all__ = ["load_state", "save_state"]


def save_state(handle: ContextHandle, sequence: int, path: Path, tokens: Sequence[int]) -> None:
    """Write a sequence's state to `path`, readable by its owner only, all of it or nothing.

    Raises:
        DiskError: it cannot be written.
    """
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.unlink(missing_ok=True)
        # The engine opens the file by its name and keeps the mode that it finds.
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        if not handle.save(sequence, part, tokens):
            raise OSError(f"the engine wrote no state of {len(tokens)} tokens")
        part.replace(path)
    except OSError as err:
        part.unlink(missing_ok=True)
        raise DiskError(
            f"The prompt's saved state cannot be written to {path.parent}: {err}.",
            cure="Free some disk space; answers go on without it, the first one starts slower.",
        ) from err


def load_state(handle: ContextHandle, sequence: int, path: Path, tokens: Sequence[int]) -> bool:
    """Read a state into an empty sequence; False unless it stands for exactly `tokens`.

    On False the sequence may hold anything and has to be emptied.
    """
    if not path.is_file():
        return False
    return handle.load(sequence, path, len(tokens)) == tuple(tokens)
