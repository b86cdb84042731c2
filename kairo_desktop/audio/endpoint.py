"""Where utterances begin and end: a state machine over speech probabilities."""

from collections import deque
from collections.abc import Iterator
from typing import Final

import numpy as np

from kairo_desktop.settings.audio import AudioSettings
from kairo_desktop.types import (
    FRAME_SAMPLES,
    SAMPLE_RATE,
    AudioFrame,
    Gap,
    Lane,
    Samples,
    SpeechChunk,
    SpeechFrame,
    SpeechState,
    VoiceState,
)

__all__ = ["Endpointer"]

FRAME_S: Final = FRAME_SAMPLES / SAMPLE_RATE


class Endpointer:
    """Cuts one lane into utterances: QUIET -> STARTING -> SPEAKING -> STOPPING -> QUIET.

    A frame gives at most one chunk, then exactly one state; so whoever sees the state has
    already been given all sound up to it. A gap closes what is open and counts as quiet.
    """

    def __init__(self, lane: Lane, settings: AudioSettings) -> None:
        self._lane = lane
        self._threshold = settings.speech_threshold
        self._min_speech_frames = _frames(settings.min_speech_ms)
        self._close_frames = _frames(settings.close_ms)
        self._preroll: deque[AudioFrame] = deque(maxlen=_frames(settings.preroll_ms))
        self._starting: list[AudioFrame] = []
        self._n_silent = 0
        self._state = VoiceState.QUIET
        self._now_s = 0.0
        self._speech_end_s: float | None = None

    def step(self, item: SpeechFrame | Gap) -> Iterator[SpeechChunk | SpeechState]:
        """Take one frame of the lane, in order; frames follow each other without a hole.

        The state comes first: it is known at once, and a chunk may be recognized on the spot.
        """
        if isinstance(item, Gap):
            yield from self._cut(item)
            return
        frame, speaks = item.frame, item.probability >= self._threshold
        chunk = (self._go_on if self._is_open else self._begin)(frame, speaks=speaks)
        self._now_s = frame.start_s + FRAME_S
        yield self._report()
        if chunk is not None:
            yield chunk

    def flush(self) -> Iterator[SpeechChunk | SpeechState]:
        """Close the open utterance: no more sound will come."""
        if self._is_open:
            yield self._close()
            yield self._report()

    @property
    def _is_open(self) -> bool:
        return self._state in (VoiceState.SPEAKING, VoiceState.STOPPING)

    def _begin(self, frame: AudioFrame, *, speaks: bool) -> SpeechChunk | None:
        self._starting.append(frame)
        if not speaks:
            self._preroll.extend(self._starting)
            self._starting.clear()
            self._state = VoiceState.QUIET
            return None
        if len(self._starting) < self._min_speech_frames:
            self._state = VoiceState.STARTING
            return None
        frames = [*self._preroll, *self._starting]
        self._forget()
        self._state = VoiceState.SPEAKING
        self._speech_end_s = frame.start_s + FRAME_S
        return self._chunk(frames[0].start_s, np.concatenate([f.samples for f in frames]))

    def _go_on(self, frame: AudioFrame, *, speaks: bool) -> SpeechChunk:
        self._n_silent = 0 if speaks else self._n_silent + 1
        if speaks:
            self._state = VoiceState.SPEAKING
            self._speech_end_s = frame.start_s + FRAME_S
        elif self._n_silent < self._close_frames:
            self._state = VoiceState.STOPPING
        else:
            self._forget()
        return self._chunk(frame.start_s, frame.samples)

    def _cut(self, gap: Gap) -> Iterator[SpeechChunk | SpeechState]:
        if self._is_open:
            yield self._close()
        self._forget()
        self._now_s = gap.end_s
        yield self._report()

    def _close(self) -> SpeechChunk:
        self._forget()
        return self._chunk(self._now_s, np.zeros(0, np.float32))

    def _forget(self) -> None:
        self._preroll.clear()
        self._starting.clear()
        self._n_silent = 0
        self._state = VoiceState.QUIET

    def _chunk(self, start_s: float, samples: Samples) -> SpeechChunk:
        end_s = start_s if self._speech_end_s is None else self._speech_end_s
        return SpeechChunk(self._lane, start_s, samples, self._state, end_s)

    def _report(self) -> SpeechState:
        return SpeechState(self._lane, self._now_s, self._state, self._speech_end_s)


def _frames(duration_ms: int) -> int:
    """Whole frames that cover `duration_ms`."""
    return -(-duration_ms * SAMPLE_RATE // (1000 * FRAME_SAMPLES))
