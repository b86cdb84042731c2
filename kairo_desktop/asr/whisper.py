"""The recognizer itself: a Whisper model in CTranslate2 form, from a folder on this machine.

Whisper is meant to hear 30 seconds at a time, and a decoder that sees less loops. But the
encoding of silence is always the same: so the encoder gets only the audio there is and a margin,
and its output is filled up to 20 seconds with silence that was encoded once. The decoder goes on
behind words already known; word times come from the cross-attention of the same encoding.
"""

import logging
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final, TypeAlias

import ctranslate2
import numpy as np
from faster_whisper.feature_extractor import FeatureExtractor
from numpy.typing import NDArray
from tokenizers import Tokenizer

from kairo_desktop.asr.loops import compression_ratio
from kairo_desktop.asr.mel import MEL_HOP, log_mel
from kairo_desktop.asr.transcriber import Listening, Transcript
from kairo_desktop.errors import DecodeFailed, ModelMissing, ModelUnfit
from kairo_desktop.types import SAMPLE_RATE, Samples, Word

__all__ = ["WhisperOptions", "WhisperTranscriber"]

# CTranslate2 publishes no types.
Encoded: TypeAlias = object
Engine: TypeAlias = Any

logger = logging.getLogger(__name__)

WINDOW_S: Final = 30.0
"""The longest audio Whisper can hear at once."""

FILLED_S: Final = 20.0
"""Where silence fills short sound up to: the decoder reads all of it for every word, and with less
it begins to loop."""

TOKEN_S: Final = 0.02
"""One position of the encoder's output: two mel frames of 10 ms."""

DETECT: Final = "auto"

SURE_OF_LANGUAGE: Final = 0.5
"""From this probability on a detected language is kept for the session."""

MAX_LENGTH: Final = 448
"""Positions that the decoder has."""

MAX_CONTEXT_TOKENS: Final = 120

FILES: Final = ("model.bin", "config.json", "tokenizer.json")


@dataclass(frozen=True, slots=True)
class WhisperOptions:
    """How the model is run.

    Attributes:
        device: "cpu", "cuda", or "auto", which falls back to the CPU when CUDA does not load.
        threads: CPU threads; 0 takes one, or half the cores where there are more than four.
        language: ISO 639-1 code, or "auto": detected once, then kept.
    """

    device: str = "cpu"
    threads: int = 0
    language: str = "en"


@dataclass(frozen=True, slots=True)
class _Encoding:
    """What the encoder made of a sound, float32[1, positions, d_model] each.

    Attributes:
        heard: Of the sound and its margin. Text that is given is aligned with this: no loop can
            begin there, and fewer positions cost less.
        filled: The same and silence behind it, for the decoder to write text from.
    """

    heard: Encoded
    filled: Encoded


class WhisperTranscriber:
    """A `Transcriber` over CTranslate2: int8 on the CPU, float16 weights in int8 on CUDA.

    Nothing is ever fetched. Not safe for calls from two threads at once.
    """

    def __init__(self, folder: Path, options: WhisperOptions | None = None) -> None:
        self._options = options or WhisperOptions()
        self.name = folder.name
        for name in FILES:
            if not (folder / name).is_file():
                raise ModelMissing(
                    f"The speech model {folder} has no {name}.", cure="Run: kairo models pull"
                )
        self._model = _load(folder, self._options)
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._mel_filters = FeatureExtractor(feature_size=self._model.n_mels).mel_filters
        self._language = "" if self._options.language == DETECT else self._options.language

    @property
    def language(self) -> str:
        """The language being recognized; empty while it has not been detected."""
        return self._language if self._model.is_multilingual else "en"

    def transcribe(self, samples: Samples, listening: Listening) -> Transcript:
        """Recognize float32[n] at 16 kHz, 0 < n <= 30 s; cost grows with n.

        Raises:
            DecodeFailed: the engine gave up; the next call may work.
        """
        try:
            return self._transcribe(samples, listening)
        except RuntimeError as err:
            raise DecodeFailed(f"Speech recognition failed: {err}.") from err

    def _transcribe(self, samples: Samples, listening: Listening) -> Transcript:
        encoding = self._encode_sound(samples, listening.margin_s)
        start = self._start_sequence(encoding.filled)
        prefix = self._encode(" ".join(word.text for word in listening.prefix))
        prompt = [*self._context(listening.context), *start, self._id("<|notimestamps|>"), *prefix]
        n_tokens = len(prefix) + listening.max_tokens
        # CTranslate2 lets the text have half of max_length, and what the prompt leaves of it.
        result = self._model.generate(
            encoding.filled,
            [prompt],
            beam_size=listening.beam,
            max_length=min(MAX_LENGTH, max(2 * n_tokens, len(prompt) + n_tokens)),
            return_scores=True,
            return_no_speech_prob=True,
        )[0]
        # The prefix comes back as part of the text.
        tokens = result.sequences_ids[0]
        words = self._words(encoding.heard, start, tokens, len(samples))
        return Transcript(
            words=words[len(listening.prefix) :],
            no_speech=float(result.no_speech_prob),
            mean_logprob=float(result.scores[0]),
            compression=compression_ratio(self._tokenizer.decode(tokens)),
        )

    def _encode_sound(self, samples: Samples, margin_s: float | None) -> _Encoding:
        if margin_s is None or self._model.device != "cpu":
            whole = self._model.encode(_storage(self._mel(samples, None)[None]))
            return _Encoding(whole, whole)
        heard = self._model.encode(_storage(self._mel(samples, margin_s)[None]), to_cpu=True)
        array = np.asarray(heard)
        filling = self._silence[:, array.shape[1] : round(FILLED_S / TOKEN_S)]
        return _Encoding(heard, _storage(np.concatenate([array, filling], axis=1)))

    @cached_property
    def _silence(self) -> NDArray[np.float32]:
        """What the encoder makes of 30 s of silence, float32[1, 1500, d_model]."""
        silence = self._mel(np.zeros(1, np.float32), None)[None]
        return np.array(self._model.encode(_storage(silence), to_cpu=True))

    def _mel(self, samples: Samples, margin_s: float | None) -> NDArray[np.float32]:
        """Log mel of the samples and the margin behind them, float32[n_mels, frames], even."""
        length_s = len(samples) / SAMPLE_RATE
        total_s = WINDOW_S if margin_s is None else min(WINDOW_S, length_s + margin_s)
        return log_mel(samples, max(2, round(total_s / TOKEN_S)) * 2, self._mel_filters)

    def _start_sequence(self, encoded: Encoded) -> list[int]:
        start = [self._id("<|startoftranscript|>")]
        if not self._model.is_multilingual:
            return start
        language = self._language or self._detect(encoded)
        return [*start, self._id(f"<|{language}|>"), self._id("<|transcribe|>")]

    def _detect(self, encoded: Encoded) -> str:
        token, probability = self._model.detect_language(encoded)[0][0]
        language = str(token).strip("<|>")
        if probability >= SURE_OF_LANGUAGE:
            self._language = language
            logger.info("spoken language: %s", language)
        return language

    def _context(self, context: str) -> list[int]:
        tokens = self._encode(context)[-MAX_CONTEXT_TOKENS:]
        return [self._id("<|startofprev|>"), *tokens] if tokens else []

    def _encode(self, text: str) -> list[int]:
        if not text:
            return []
        return list(self._tokenizer.encode(f" {text}", add_special_tokens=False).ids)

    def _id(self, token: str) -> int:
        found = self._tokenizer.token_to_id(token)
        if found is None:
            raise ModelUnfit(f"The speech model {self.name} does not know {token}.")
        return int(found)

    def _words(
        self, encoded: Encoded, start: list[int], tokens: list[int], n_samples: int
    ) -> tuple[Word, ...]:
        if not tokens:
            return ()
        aligned = self._model.align(encoded, start, [tokens], [n_samples // MEL_HOP])[0]
        starts = _token_starts(aligned.alignments, len(tokens))
        return tuple(
            Word(
                text=text,
                start_s=float(starts[first]),
                end_s=float(starts[last]),
                probability=float(np.mean(aligned.text_token_probs[first:last])),
            )
            for text, first, last in self._split(tokens)
        )

    def _split(self, tokens: Sequence[int]) -> list[tuple[str, int, int]]:
        """Text and token range of each word; a token that begins with a blank begins a word."""
        begins = [
            index
            for index, token in enumerate(tokens)
            if index == 0 or (self._tokenizer.id_to_token(token) or "").startswith("\u0120")
        ]
        pieces = [
            (self._tokenizer.decode(tokens[first:last]).strip(), first, last)
            for first, last in zip(begins, [*begins[1:], len(tokens)], strict=True)
        ]
        return [piece for piece in pieces if piece[0]]


def _storage(array: NDArray[np.float32]) -> Encoded:
    return ctranslate2.StorageView.from_array(np.ascontiguousarray(array, dtype=np.float32))


def _token_starts(alignments: Sequence[tuple[int, int]], n_tokens: int) -> NDArray[np.float64]:
    """Seconds at which each of `n_tokens` begins, and as the last entry where the text ends."""
    path = np.asarray(alignments, dtype=np.int64).reshape(-1, 2)  # empty for next to no sound
    starts = np.full(n_tokens + 1, path[-1, 1] if len(path) else 0.0)
    rows, first = np.unique(path[:, 0], return_index=True)
    within = rows <= n_tokens
    starts[rows[within]] = path[first[within], 1]
    return np.maximum.accumulate(starts).clip(min=0.0) * TOKEN_S


def _threads_here() -> int:
    """One up to four cores: a second one hurts, and the language model wants the others."""
    cores = os.cpu_count() or 1
    return 1 if cores <= 4 else min(4, cores // 2)


def _load(folder: Path, options: WhisperOptions) -> Engine:
    threads = options.threads or _threads_here()
    if options.device != "cpu" and ctranslate2.get_cuda_device_count():
        try:
            return ctranslate2.models.Whisper(
                str(folder), device="cuda", compute_type="int8_float16"
            )
        except RuntimeError as err:
            logger.warning("CUDA cannot be used for speech, the CPU takes over: %s", err)
    elif options.device == "cuda":
        logger.warning("no CUDA device for speech, the CPU takes over")
    try:
        return ctranslate2.models.Whisper(
            str(folder), device="cpu", compute_type="int8", intra_threads=threads
        )
    except RuntimeError as err:
        raise ModelUnfit(
            f"The speech model {folder} cannot be loaded: {err}.", cure="Run: kairo models verify"
        ) from err
