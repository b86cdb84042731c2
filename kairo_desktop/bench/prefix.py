"""Measures what keeping the prompt's beginning in the cache saves before the first token."""

import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kairo_desktop.bench.questions import read_questions
from kairo_desktop.bench.report import Report, median
from kairo_desktop.decode.prefix import extend
from kairo_desktop.decode.target import TokenTree, never
from kairo_desktop.llama.binding import build
from kairo_desktop.llama.engine import open_engine
from kairo_desktop.llama.sequence import LlamaSequence
from kairo_desktop.settings.llm import DraftKind, LlmSettings

__all__ = ["PrefixRow", "bench_prefix"]

LENGTHS = (128, 256, 512, 900)
TURN_TOKENS = 24
"""New tokens behind the prefix: a question."""


@dataclass(frozen=True, slots=True)
class PrefixRow:
    """Milliseconds to the first row of logits; keys as in the CLI's documentation."""

    prefix_tokens: int
    cold_ms: float
    warm_ms: float
    disk_ms: float
    ratio: float


def bench_prefix(settings: LlmSettings, target: Path, *, runs: int = 3) -> Report:
    """Time the first token with the prefix to be computed, in the cache, and in a saved state."""
    settings = settings.model_copy(update={"drafter": DraftKind.NONE})
    rows: list[PrefixRow] = []
    with open_engine(settings, target) as engine, tempfile.TemporaryDirectory() as folder:
        text = "\n".join(f"{q.text} {n.text}" for q in read_questions() for n in q.notes)
        tokens = engine.tokenizer.encode(text * 2, special=False)
        for length in LENGTHS:
            if length + TURN_TOKENS <= min(settings.n_ctx, len(tokens)):
                prompt = tokens[: length + TURN_TOKENS]
                rows.append(_row(engine.live, prompt, length, Path(folder), runs))
    return Report(
        bench="prefix",
        rows=tuple(rows),
        runs=runs,
        build=build(),
        models=(target.stem,),
        settings=(f"turn_tokens={TURN_TOKENS}", f"kv={settings.type_k}/{settings.type_v}"),
        notes=("ratio: cold over warm.",),
    )


def _row(
    sequence: LlamaSequence, prompt: Sequence[int], length: int, folder: Path, runs: int
) -> PrefixRow:
    path = folder / f"{length}.kv"
    cold, warm, disk = list[float](), list[float](), list[float]()
    for _ in range(runs):
        sequence.rewind(0)
        cold.append(_first_row_ms(sequence, prompt))
        sequence.rewind(length)
        sequence.save(path)
        warm.append(_first_row_ms(sequence, prompt))
        sequence.rewind(0)
        begin = time.perf_counter()
        sequence.load(path, prompt[:length])
        loaded_ms = (time.perf_counter() - begin) * 1000
        disk.append(loaded_ms + _first_row_ms(sequence, prompt))
    cold_ms, warm_ms = median(cold), median(warm)
    return PrefixRow(length, cold_ms, warm_ms, median(disk), cold_ms / warm_ms)


def _first_row_ms(sequence: LlamaSequence, prompt: Sequence[int]) -> float:
    begin = time.perf_counter()
    extend(sequence, prompt[:-1], never)
    sequence.forward(TokenTree.chain(prompt[-1:]))
    seconds = time.perf_counter() - begin
    sequence.rewind(len(sequence.tokens))
    return seconds * 1000
