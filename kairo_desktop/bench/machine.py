"""Measures this machine in a few seconds, with the models that are installed."""

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

import numpy as np

from kairo_desktop.asr.transcriber import Listening, Transcriber
from kairo_desktop.asr.whisper import WhisperOptions, WhisperTranscriber
from kairo_desktop.audio.files import read_frames
from kairo_desktop.catalogue.recommend import Speeds
from kairo_desktop.decode.target import TokenTree, never
from kairo_desktop.llama.engine import open_engine
from kairo_desktop.llama.sequence import LlamaSequence
from kairo_desktop.settings.assets import asset
from kairo_desktop.settings.schema import Settings
from kairo_desktop.types import SAMPLE_RATE, Lane, Samples

__all__ = ["Installed", "measure_machine"]

ROUNDS = 3
SPEECH_S = 5.0
MARGIN_S = 1.0
MOST_WORDS_TOKENS = 48
READ_TOKENS, WRITE_TOKENS = 64, 8


@dataclass(frozen=True, slots=True)
class Installed:
    """The models to measure with: name and place of each.

    Attributes:
        answering: At most one is needed; the speeds of others follow from their sizes.
    """

    answering: tuple[tuple[str, Path], ...] = ()
    hearing: tuple[tuple[str, Path], ...] = ()


@dataclass(slots=True)
class _Times:
    """Seconds of each round, by name of model."""

    read: dict[str, list[float]] = field(default_factory=dict)
    write: dict[str, list[float]] = field(default_factory=dict)
    hear: dict[str, list[float]] = field(default_factory=dict)

    def speeds(self) -> Speeds:
        """The best rounds as speeds: other work only ever makes a round slower."""
        return Speeds(
            tokens_per_s={name: WRITE_TOKENS / min(s) for name, s in self.write.items()},
            prefill_per_s={name: READ_TOKENS / min(s) for name, s in self.read.items()},
            rtf={name: min(s) / SPEECH_S for name, s in self.hear.items()},
        )


def measure_machine(
    models: Installed,
    settings: Settings,
    *,
    cache: Path | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> Speeds:
    """Read, write and hear in turns, so that a busy moment falls on all alike.

    Args:
        models: To measure with.
        settings: How they are run.
        cache: Where the engine keeps what it learns of this machine; a first session then has
            nothing left to measure. None keeps nothing.
        clock: Seconds, monotonic.

    Raises:
        ModelUnfit: a model cannot be loaded, or there is no memory for it.
        DecodeFailed: an engine gave up.
    """
    times = _Times()
    sound = _speech()
    with ExitStack() as stack:
        writers = [
            (name, stack.enter_context(open_engine(settings.llm, path, cache=cache)).live)
            for name, path in models.answering
        ]
        hearers = [(name, _transcriber(path, settings)) for name, path in models.hearing]
        for _, transcriber in hearers:
            _hear(transcriber, sound)
        for _ in range(ROUNDS):
            for name, sequence in writers:
                read_s, write_s = _write(sequence, clock)
                times.read.setdefault(name, []).append(read_s)
                times.write.setdefault(name, []).append(write_s)
            for name, transcriber in hearers:
                began_s = clock()
                _hear(transcriber, sound)
                times.hear.setdefault(name, []).append(clock() - began_s)
    return times.speeds()


def _write(sequence: LlamaSequence, clock: Callable[[], float]) -> tuple[float, float]:
    """Seconds to read `READ_TOKENS` and to write `WRITE_TOKENS` behind them."""
    tokens: Sequence[int] = range(READ_TOKENS)
    sequence.rewind(0)
    began_s = clock()
    sequence.prefill(tokens, never)
    read_s = clock()
    for token in range(WRITE_TOKENS):
        sequence.forward(TokenTree.chain([token]))
        sequence.accept([0])
    return read_s - began_s, clock() - read_s


def _transcriber(folder: Path, settings: Settings) -> Transcriber:
    return WhisperTranscriber(folder, WhisperOptions(threads=settings.asr.threads, language="en"))


def _hear(transcriber: Transcriber, sound: Samples) -> None:
    listening = Listening(margin_s=MARGIN_S, max_tokens=MOST_WORDS_TOKENS)
    transcriber.transcribe(sound, listening)


def _speech() -> Samples:
    """The first seconds of the bundled interview."""
    frames = read_frames(asset("sample") / "interviewer.flac", Lane.SYSTEM)
    n = round(SPEECH_S * SAMPLE_RATE)
    pieces = [frame.samples for frame in islice(frames, -(-n // 512))]
    return np.concatenate(pieces)[:n]
