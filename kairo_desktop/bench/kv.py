"""Measures key-value cache types: what they save, and what they do to the model.

The same text is read with every type; what counts is how well its next word is predicted
(perplexity) and how often the best guess is that of the exact cache (agreement).
"""

import os
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kairo_desktop.bench.questions import read_questions
from kairo_desktop.bench.report import Report, median
from kairo_desktop.decode.measure import time_pass
from kairo_desktop.decode.prefix import CHUNK
from kairo_desktop.decode.target import TokenTree, never
from kairo_desktop.llama.binding import build
from kairo_desktop.llama.context import ContextOptions, open_context
from kairo_desktop.llama.kv import kv_bytes
from kairo_desktop.llama.model import LlamaModel, load_model
from kairo_desktop.llama.sequence import LlamaSequence
from kairo_desktop.settings.llm import KvType, LlmSettings

__all__ = ["PAIRS", "KvRow", "Reading", "bench_kv", "compare"]

PAIRS = (
    (KvType.F16, KvType.F16),
    (KvType.Q8_0, KvType.Q8_0),
    (KvType.Q8_0, KvType.Q5_1),
    (KvType.Q8_0, KvType.Q4_0),
    (KvType.F16, KvType.Q4_0),
    (KvType.Q5_1, KvType.Q5_1),
    (KvType.Q4_0, KvType.Q4_0),
)
"""Keys and values; the first is what the others are compared with."""

MOST_TOKENS = 480
LEAST_AGREEMENT = 0.95
MOST_PERPLEXITY = 1.05
"""Of the exact cache's; beyond either the types are not safe."""


@dataclass(frozen=True, slots=True)
class KvRow:
    """One pair of types; keys as in the CLI's documentation."""

    type_k: str
    type_v: str
    planned_bytes: int
    actual_bytes: int
    bytes_ratio: float
    perplexity: float
    agreement: float
    tokens_per_s: float
    safe: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """What a model made of the text.

    Attributes:
        surprise: float64[n], -log p of each token that came.
        best: int[n], the token that it held most likely instead.
        planned_bytes: Of the whole cache, reckoned.
        actual_bytes: Of the whole cache, by what the engine keeps for a token.
        tokens_per_s: Speed of single-token passes behind the text.
    """

    surprise: NDArray[np.float64]
    best: NDArray[np.intp]
    planned_bytes: int
    actual_bytes: int
    tokens_per_s: float = 0.0


def bench_kv(settings: LlmSettings, target: Path, *, runs: int = 9) -> Report:
    """Read a text with every pair of types; speeds are taken in turns."""
    with load_model(target, n_gpu_layers=settings.n_gpu_layers) as model, ExitStack() as stack:
        text = "\n".join(f"{q.text} {n.text}" for q in read_questions() for n in q.notes)
        tokens = model.tokenizer.encode(text, special=False)[:MOST_TOKENS]
        sequences = [
            stack.enter_context(_opened(model, settings, type_k, type_v))
            for type_k, type_v in PAIRS
        ]
        readings = [_read(sequence, tokens) for sequence in sequences]
        speeds: list[list[float]] = [[] for _ in sequences]
        for _ in range(runs):
            for sequence, times in zip(sequences, speeds, strict=True):
                times.append(1.0 / time_pass(sequence, 1, time.perf_counter))
    rows = [
        compare(pair, reading, readings[0], median(times))
        for pair, reading, times in zip(PAIRS, readings, speeds, strict=True)
    ]
    return Report(
        bench="kv",
        rows=tuple(rows),
        runs=runs,
        build=build(),
        models=(target.stem,),
        settings=(f"tokens={len(tokens)}", f"n_ctx={settings.n_ctx}"),
        notes=(
            f"Safe: agreement of at least {LEAST_AGREEMENT} and perplexity of at most "
            f"{MOST_PERPLEXITY} times the exact cache's, on this model.",
        ),
    )


def _opened(
    model: LlamaModel, settings: LlmSettings, type_k: KvType, type_v: KvType
) -> "_SequenceOf":
    options = ContextOptions(
        n_ctx=settings.n_ctx,
        type_k=type_k,
        type_v=type_v,
        threads=settings.threads or os.cpu_count() or 1,
    )
    return _SequenceOf(model, options)


class _SequenceOf:
    """A sequence with a context of its own."""

    def __init__(self, model: LlamaModel, options: ContextOptions) -> None:
        self._context = open_context(model, options)

    def __enter__(self) -> LlamaSequence:
        return LlamaSequence(self._context.__enter__(), 0)

    def __exit__(self, *error: object) -> None:
        self._context.__exit__(None, None, None)


def _read(sequence: LlamaSequence, tokens: Sequence[int]) -> Reading:
    """Predict every token from those before it, chunk by chunk."""
    surprise: list[NDArray[np.float64]] = []
    best: list[NDArray[np.intp]] = []
    for start in range(0, len(tokens) - 1, CHUNK):
        chunk = tokens[start : min(start + CHUNK, len(tokens) - 1)]
        forward = sequence.forward(TokenTree.chain(chunk))
        assert forward is not None, "nobody cancels a bench"
        logits = forward.logits.astype(np.float64)
        logits -= logits.max(axis=1, keepdims=True)
        came = np.asarray(tokens[start + 1 : start + 1 + len(chunk)])
        chosen = logits[np.arange(len(chunk)), came]
        surprise.append(np.log(np.exp(logits).sum(axis=1)) - chosen)
        best.append(forward.logits.argmax(axis=1))
        sequence.accept(range(len(chunk)))
    planned, actual = _bytes(sequence)
    return Reading(np.concatenate(surprise), np.concatenate(best), planned, actual)


def _bytes(sequence: LlamaSequence) -> tuple[int, int]:
    """Bytes of the whole cache: reckoned, and by the growth of a saved state with its tokens."""
    options, handle = sequence.context.options, sequence.context.handle
    planned = kv_bytes(
        sequence.context.model.header, options.n_cells, options.type_k, options.type_v
    )
    probe = LlamaSequence(sequence.context, 1)
    probe.prefill([1], never)
    least, most = len(handle.state(1)), len(handle.state(0))
    probe.rewind(0)
    per_token = (most - least) / (len(sequence.tokens) - 1)
    return planned, int(per_token * options.n_cells)


def compare(
    pair: tuple[KvType, KvType], reading: Reading, exact: Reading, tokens_per_s: float
) -> KvRow:
    """A row: a reading beside that of the exact cache."""
    perplexity = float(np.exp(reading.surprise.mean()))
    agreement = float((reading.best == exact.best).mean())
    bound = MOST_PERPLEXITY * float(np.exp(exact.surprise.mean()))
    return KvRow(
        type_k=pair[0].value,
        type_v=pair[1].value,
        planned_bytes=reading.planned_bytes,
        actual_bytes=reading.actual_bytes,
        bytes_ratio=reading.planned_bytes / exact.planned_bytes,
        perplexity=perplexity,
        agreement=agreement,
        tokens_per_s=tokens_per_s,
        safe=agreement >= LEAST_AGREEMENT and perplexity <= bound,
    )
