"""Saved key-value states: private files that hold what a prompt's prefix came to.

A file is a seal and the engine's own bytes behind it. The seal is a digest of those bytes, the
tokens they stand for, the model and the cache's types: llama.cpp may abort the process on a state
that is damaged, so it only ever sees one that is ours, whole, and meant for it.
"""

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from kairo_desktop.errors import DiskError
from kairo_desktop.llama.binding import build
from kairo_desktop.llama.context import LlamaContext

__all__ = ["load_state", "save_state"]

SEAL_BYTES = 32


def save_state(context: LlamaContext, sequence: int, path: Path, tokens: Sequence[int]) -> None:
    """Write a sequence's state to `path`, readable by its owner only, all of it or nothing.

    Raises:
        DiskError: it cannot be written.
    """
    state = context.handle.state(sequence)
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.parent.chmod(0o700)
        part.unlink(missing_ok=True)
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(_seal(context, tokens, state))
            file.write(state)
        part.replace(path)
    except OSError as err:
        _discard(part)
        raise DiskError(
            f"The prompt's saved state cannot be written to {path.parent}: {err.strerror}.",
            cure="Free some disk space; answers go on without it, the first one starts slower.",
        ) from err


def load_state(context: LlamaContext, sequence: int, path: Path, tokens: Sequence[int]) -> bool:
    """Read a state into an empty sequence; False unless it stands for exactly `tokens`.

    On False the sequence may hold anything and has to be emptied.
    """
    try:
        content = path.read_bytes()
    except OSError:
        return False
    state = content[SEAL_BYTES:]
    if content[:SEAL_BYTES] != _seal(context, tokens, state):
        return False
    return context.handle.restore(sequence, state)


def _seal(context: LlamaContext, tokens: Sequence[int], state: bytes) -> bytes:
    model, options = context.model, context.options
    meant_for = (build(), model.name, model.header.n_bytes, options.type_k, options.type_v)
    digest = hashlib.blake2b(repr(meant_for).encode(), digest_size=SEAL_BYTES)
    digest.update(np.asarray(tokens, np.int32).tobytes())
    digest.update(state)
    return digest.digest()


def _discard(part: Path) -> None:
    try:
        part.unlink(missing_ok=True)
    except OSError:
        return
