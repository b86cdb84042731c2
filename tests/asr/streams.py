"""Utterances made of frames, and what a stream makes of them."""

from collections.abc import Iterable, Sequence

import numpy as np

from kairo_desktop.asr.streaming import StreamingRecognizer
from kairo_desktop.asr.transcriber import Listening, Transcript
from kairo_desktop.settings.asr import AsrSettings
from kairo_desktop.types import (
    FRAME_SAMPLES,
    SAMPLE_RATE,
    Gap,
    Hypothesis,
    Lane,
    Samples,
    SpeechChunk,
    VoiceState,
)
from tests.fakes.scripted_transcriber import (
    Script,
    ScriptedTranscriber,
    transcript,
)
from tests.fakes.tone_source import FRAME_S

__all__ = ["SETTINGS", "run", "scripted", "update_lengths_s", "utterance"]

SETTINGS = AsrSettings(update_ms=640, settle_ms=160, hold_ms=800, window_s=10.0)


def utterance(n_speech: int, n_silent: int = 16, start: int = 0) -> list[SpeechChunk]:
    """Chunks of one frame each; a sample holds its own time on the lane."""
    chunks = []
    for index in range(start, start + n_speech + n_silent):
        silent = index - start - n_speech + 1
        last = index == start + n_speech + n_silent - 1
        chunks.append(
            SpeechChunk(
                lane=Lane.SYSTEM,
                start_s=index * FRAME_S,
                samples=_counting(index),
                state=_state(silent, last=last),
                speech_end_s=min(index + 1, start + n_speech) * FRAME_S,
            )
        )
    return chunks


def _counting(index: int) -> Samples:
    time_s = index * FRAME_S + np.arange(FRAME_SAMPLES) / SAMPLE_RATE
    return time_s.astype(np.float32)


def _state(silent: int, *, last: bool) -> VoiceState:
    if last:
        return VoiceState.QUIET
    return VoiceState.STOPPING if silent > 0 else VoiceState.SPEAKING


def scripted(script: Sequence[str]) -> Script:
    """A script that gives the next text at each call, the last one for ever, behind the prefix."""
    calls = iter(range(10_000))

    def answer(samples: Samples, listening: Listening) -> Transcript:
        whole = transcript(script[min(next(calls), len(script) - 1)], len(samples) / SAMPLE_RATE)
        return Transcript(whole.words[len(listening.prefix) :], 0.05, -0.2, 1.0)

    return answer


def run(
    script: Script, chunks: Iterable[SpeechChunk | Gap], settings: AsrSettings = SETTINGS
) -> tuple[list[Hypothesis], ScriptedTranscriber]:
    transcriber = ScriptedTranscriber(script)
    recognizer = StreamingRecognizer(Lane.SYSTEM, transcriber, settings)
    hypotheses = [h for chunk in chunks for h in recognizer.step(chunk)]
    return [*hypotheses, *recognizer.flush()], transcriber


def update_lengths_s(transcriber: ScriptedTranscriber) -> list[float]:
    """Seconds of sound of each update; careful readings are none."""
    return [asked.length_s for asked in transcriber.asked if asked.listening.margin_s is not None]
