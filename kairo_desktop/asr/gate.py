"""The gate against invented text: what the recognizer itself doubts is no line.

Nothing here knows any phrase or language: only probabilities and the shape of a transcript count.
"""

from typing import Final

from kairo_desktop.asr.transcriber import Transcript

__all__ = ["is_doubtful", "passes"]

NO_SPEECH: Final = 0.6
LOGPROB: Final = -1.0
"""Whisper's own pair of thresholds for silence, Radford et al. 2022, arXiv:2212.04356, 4.5."""

DOUBTFUL: Final = 0.35
"""Words below this probability are shown dimmed and start nothing."""


def passes(transcript: Transcript) -> bool:
    """False for text that was made up over something that is not speech."""
    return transcript.no_speech < NO_SPEECH or transcript.mean_logprob > LOGPROB


def is_doubtful(probability: float) -> bool:
    """True for a word's probability that is too low to act on."""
    return probability < DOUBTFUL
