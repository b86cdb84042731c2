"""The gate against invented text: what the recognizer itself doubts is no line.

Nothing here knows any phrase or language: only the recognizer's own probabilities count.
"""

from typing import Final

from kairo_desktop.asr.transcriber import Transcript

__all__ = ["UNSURE", "is_doubtful", "passes"]

NO_SPEECH: Final = 0.6
"""Whisper's own threshold, Radford et al. 2022, arXiv:2212.04356, section 4.5."""

LOGPROB: Final = -0.7
"""Stricter than Whisper's -1: on digital silence tiny.en reaches -0.9, on speech over -0.6."""

UNSURE: Final = 0.5
"""Words below this probability are worth a careful reading of the utterance."""

DOUBTFUL: Final = 0.35
"""Words below this probability are shown dimmed and start nothing."""


def passes(transcript: Transcript) -> bool:
    """False for text made up over something that is not speech: both signs must say so."""
    return transcript.no_speech < NO_SPEECH or transcript.mean_logprob > LOGPROB


def is_doubtful(probability: float) -> bool:
    """True for a word's probability that is too low to act on."""
    return probability < DOUBTFUL
