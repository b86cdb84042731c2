"""Writing with the llama.cpp engine: the live turn's cache, and the prefix kept on disk."""

import hashlib
import logging
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from kairo_desktop.decode.generate import generate
from kairo_desktop.decode.prefix import Piece, chunks, common_prefix, keep
from kairo_desktop.decode.target import Cancel
from kairo_desktop.errors import DiskError
from kairo_desktop.llama.engine import Engine
from kairo_desktop.types import TokenRun

__all__ = ["LlamaWriter"]

logger = logging.getLogger(__name__)

_VARIANT_TEMPERATURE = 0.8
"""Enough to say it differently, not enough to talk nonsense."""

_KEPT_STATES = 4


class LlamaWriter:
    """A `Writer` on one engine.

    Args:
        engine: Loaded models; only the thread that writes may use them.
        states: Folder for saved states of prefixes, private to the user; None saves none.
    """

    def __init__(self, engine: Engine, states: Path | None) -> None:
        self._engine = engine
        self._states = states

    @property
    def max_tokens(self) -> int:
        """Tokens that an answer may have, as it is set."""
        return self._engine.settings.max_answer_tokens

    def warm_up(self, prefix: Sequence[int], cancel: Cancel) -> None:
        """Bring the session's prefix into the cache: from disk if it was saved, else by prefill."""
        engine = self._engine
        path = self._state_path(prefix)
        if path is None or not engine.prefix.load(path, prefix):
            engine.prefix.rewind(0)
            if engine.prefix.prefill(prefix, cancel) < len(prefix):
                return
            self._save(path)
        engine.live.copy_from(engine.prefix)

    def cached(self, tokens: Sequence[int]) -> int:
        """How many of `tokens`, from the first on, the live turn has in its cache."""
        return common_prefix(self._engine.live.tokens, tokens)

    def prefill(self, tokens: Sequence[int], cancel: Cancel, piece: Piece) -> Iterator[None]:
        """Bring `tokens` into the live turn's cache, a short pass at a time."""
        live = self._engine.live
        keep(live, tokens)
        for _ in chunks(live, tokens, cancel, piece=piece):
            yield

    def write(
        self, tokens: Sequence[int], limit: int, variant: int, cancel: Cancel
    ) -> Iterator[TokenRun]:
        """Answer the prompt with the drafter that the engine has."""
        options = replace(self._engine.generation(), max_tokens=limit)
        if variant:
            warm = max(options.sampling.temperature, _VARIANT_TEMPERATURE)
            sampling = replace(options.sampling, temperature=warm, seed=variant)
            options = replace(options, sampling=sampling)
        if not self._engine.settings.keep_prefix:
            self._engine.live.rewind(0)
        return generate(self._engine.live, tokens, options, cancel)

    def _state_path(self, prefix: Sequence[int]) -> Path | None:
        """Where the state of this prefix lies: another model or cache type is another file."""
        if self._states is None:
            return None
        engine = self._engine
        file = engine.model.path.stat()
        cache = engine.context.options
        parts = (file.st_size, file.st_mtime_ns, cache.type_k, cache.type_v)
        key = hashlib.sha256(repr(parts).encode())
        key.update(np.asarray(prefix, np.int32).tobytes())
        return self._states / f"{key.hexdigest()[:24]}.kv"

    def _save(self, path: Path | None) -> None:
        if path is None:
            return
        try:
            self._engine.prefix.save(path)
            saved = sorted(path.parent.glob("*.kv"), key=lambda file: file.stat().st_mtime)
            for old in saved[:-_KEPT_STATES]:
                old.unlink(missing_ok=True)
        except (DiskError, OSError) as error:
            logger.info("prefix not saved: %s", type(error).__name__)
