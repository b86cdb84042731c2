"""One clip through the hearing path, and what it cost and showed on the way."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeAlias

import numpy as np

from kairo_desktop.asr.at_end import AtEndRecognizer
from kairo_desktop.asr.loops import normal
from kairo_desktop.asr.streaming import StreamingRecognizer
from kairo_desktop.asr.transcriber import Listening, Transcriber, Transcript
from kairo_desktop.audio.endpoint import Endpointer
from kairo_desktop.audio.vad import Vad
from kairo_desktop.settings.asr import AsrSettings
from kairo_desktop.settings.audio import AudioSettings
from kairo_desktop.types import (
    SAMPLE_RATE,
    AudioFrame,
    Hypothesis,
    Lane,
    Samples,
    SpeechChunk,
    SpeechState,
    VoiceState,
    Word,
)

__all__ = ["Asked", "Clock", "Hearing", "Update", "at_end", "hear", "last_update", "utterances"]

Clock: TypeAlias = Callable[[], float]
"""Seconds, from any point in time."""


@dataclass(frozen=True, slots=True)
class Update:
    """One call to the recognizer: seconds of sound in, seconds it took."""

    length_s: float
    cost_s: float


@dataclass(frozen=True, slots=True)
class Asked:
    """What a stream asked its recognizer: float32[n], and how to hear it."""

    samples: Samples
    listening: Listening


@dataclass(slots=True)
class Hearing:
    """What one clip gave.

    A word's delays count from its end in the sound to the moment its hypothesis was there: when
    the sound had come that the update needed, plus what the update took.

    Attributes:
        lines: Text of each utterance that said something.
        settled_lines: The same as it stood when speech had just stopped: an answer begins on it.
            Where the recording stops while somebody speaks, it is the final text.
        audio_s: Length of the clip.
        cost_s: Time spent in the whole path.
        n_flickers: Words on show that changed or went away.
    """

    lines: list[str] = field(default_factory=list)
    settled_lines: list[str] = field(default_factory=list)
    audio_s: float = 0.0
    cost_s: float = 0.0
    updates: list[Update] = field(default_factory=list)
    first_seen_s: list[float] = field(default_factory=list)
    committed_s: list[float] = field(default_factory=list)
    settled_s: list[float] = field(default_factory=list)
    n_flickers: int = 0

    @property
    def text(self) -> str:
        """All that was heard."""
        return " ".join(self.lines)

    @property
    def settled_text(self) -> str:
        """All that was settled."""
        return " ".join(self.settled_lines)


class _Timed:
    """A transcriber whose calls are timed."""

    def __init__(self, transcriber: Transcriber, clock: Clock, updates: list[Update]) -> None:
        self._transcriber = transcriber
        self._clock = clock
        self._updates = updates

    def transcribe(self, samples: Samples, listening: Listening) -> Transcript:
        began_s = self._clock()
        transcript = self._transcriber.transcribe(samples, listening)
        self._updates.append(Update(len(samples) / SAMPLE_RATE, self._clock() - began_s))
        return transcript


class _Remembering:
    """A transcriber that keeps what it was last asked."""

    def __init__(self, transcriber: Transcriber) -> None:
        self._transcriber = transcriber
        self.last: Asked | None = None

    def transcribe(self, samples: Samples, listening: Listening) -> Transcript:
        self.last = Asked(samples, listening)
        return self._transcriber.transcribe(samples, listening)


def hear(
    frames: Iterable[AudioFrame],
    lane: Lane,
    transcriber: Transcriber,
    settings: AsrSettings,
    clock: Clock,
) -> Hearing:
    """Run the frames of one lane through voice activity, endpointing and recognition."""
    hearing = Hearing()
    watch = _Watch(hearing)
    timed = _Timed(transcriber, clock, hearing.updates)
    recognizer = StreamingRecognizer(lane, timed, settings)
    began_s, speech_end_s = clock(), 0.0
    for piece in _pieces(_counted(frames, hearing), lane):
        step_began_s = clock()
        if isinstance(piece, SpeechChunk):
            at_s, speech_end_s = piece.end_s, piece.speech_end_s
            hypotheses = recognizer.step(piece)
        else:
            at_s, hypotheses = piece.t_s, recognizer.rest(piece.t_s)
        for hypothesis in hypotheses:
            watch.see(hypothesis, at_s + clock() - step_began_s, speech_end_s)
    for hypothesis in recognizer.flush():
        watch.see(hypothesis, hearing.audio_s, speech_end_s)
    hearing.cost_s = clock() - began_s
    return hearing


def at_end(frames: Iterable[AudioFrame], lane: Lane, transcriber: Transcriber) -> str:
    """What the same path makes of a lane whose utterances are heard at their end."""
    recognizer = AtEndRecognizer(lane, transcriber)
    return " ".join(h.text for chunk in _chunks(frames, lane) for h in recognizer.step(chunk))


def last_update(sound: Samples, transcriber: Transcriber, settings: AsrSettings) -> Asked:
    """What the stream asks when `sound`, float32[n > 0], has been spoken without a pause."""
    keeper = _Remembering(transcriber)
    recognizer = StreamingRecognizer(Lane.SYSTEM, keeper, settings)
    n_update = settings.update_ms * SAMPLE_RATE // 1000
    starts = range(len(sound) % n_update, len(sound), n_update)
    for first, end in pairwise(sorted({0, *starts, len(sound)})):
        start_s, end_s = first / SAMPLE_RATE, end / SAMPLE_RATE
        piece = sound[first:end]
        chunk = SpeechChunk(Lane.SYSTEM, start_s, piece, VoiceState.SPEAKING, end_s)
        deque(recognizer.step(chunk), maxlen=0)
    return keeper.last or Asked(sound, Listening())


def utterances(frames: Iterable[AudioFrame], lane: Lane) -> Iterator[Samples]:
    """The sound of each utterance of a lane, float32[n]."""
    open_chunks: list[Samples] = []
    for chunk in _chunks(frames, lane):
        open_chunks.append(chunk.samples)
        if chunk.state is VoiceState.QUIET:
            yield np.concatenate(open_chunks)
            open_chunks = []


def _counted(frames: Iterable[AudioFrame], hearing: Hearing) -> Iterator[AudioFrame]:
    for frame in frames:
        hearing.audio_s += len(frame.samples) / SAMPLE_RATE
        yield frame


def _chunks(frames: Iterable[AudioFrame], lane: Lane) -> Iterator[SpeechChunk]:
    yield from (piece for piece in _pieces(frames, lane) if isinstance(piece, SpeechChunk))


def _pieces(frames: Iterable[AudioFrame], lane: Lane) -> Iterator[SpeechChunk | SpeechState]:
    vad, endpointer = Vad(), Endpointer(lane, AudioSettings())
    for frame in frames:
        for speech in vad.step(frame):
            yield from endpointer.step(speech)
    yield from endpointer.flush()


class _Watch:
    """Follows the hypotheses of one lane as a reader of captions would."""

    def __init__(self, hearing: Hearing) -> None:
        self._hearing = hearing
        self._shown: tuple[Word, ...] = ()
        self._seen_s: list[tuple[str, float]] = []
        self._committed_s: list[float] = []
        self._settled = ""

    def see(self, hypothesis: Hypothesis, now_s: float, speech_end_s: float) -> None:
        words = hypothesis.words
        for index, word in enumerate(words):
            key = normal(word.text)
            if index >= len(self._seen_s):
                self._seen_s.append((key, now_s))
            elif self._seen_s[index][0] != key:
                self._seen_s[index] = (key, now_s)
        self._committed_s += [now_s] * (len(hypothesis.committed) - len(self._committed_s))
        self._hearing.n_flickers += sum(
            index >= len(words) or normal(words[index].text) != normal(word.text)
            for index, word in enumerate(self._shown)
        )
        self._shown = words
        if hypothesis.settled and not hypothesis.final:
            self._hearing.settled_s.append(now_s - speech_end_s)
        if hypothesis.final:
            self._close(words)
        else:
            self._settled = hypothesis.text if hypothesis.settled else ""

    def _close(self, words: tuple[Word, ...]) -> None:
        for word, (_, seen_s), committed_s in zip(
            words, self._seen_s, self._committed_s, strict=False
        ):
            self._hearing.first_seen_s.append(seen_s - word.end_s)
            self._hearing.committed_s.append(committed_s - word.end_s)
        if words:
            self._hearing.lines.append(" ".join(word.text for word in words))
        self._hearing.settled_lines.append(self._settled or " ".join(w.text for w in words))
        self._settled = ""
        self._shown, self._seen_s, self._committed_s = (), [], []
