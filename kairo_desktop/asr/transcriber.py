"""What streaming needs of a speech recognizer."""

from dataclasses import dataclass
from typing import Protocol

from kairo_desktop.types import Samples, Word

__all__ = ["Listening", "Transcriber", "Transcript"]


@dataclass(frozen=True, slots=True)
class Listening:
    """How to decode one stretch of audio.

    Attributes:
        prefix: Words already committed at the start of the audio; decoding goes on after them.
        context: Text that came before the audio; biases spelling, is never repeated.
        margin_s: Silence heard together with the end of the audio; more is safer and slower.
            None computes the recognizer's full window.
        beam: Readings followed at once; 1 is greedy, more is slower and a little better.
        max_tokens: Most tokens the decoder may produce.
    """

    prefix: tuple[Word, ...] = ()
    context: str = ""
    margin_s: float | None = None
    beam: int = 1
    max_tokens: int = 224


@dataclass(frozen=True, slots=True)
class Transcript:
    """What was recognized in one stretch of audio.

    Attributes:
        words: Times in seconds from the beginning of the audio; `prefix` is not repeated.
        no_speech: Probability, 0..1, that nobody speaks.
        mean_logprob: Mean log probability of the tokens, <= 0.
        compression: Length of the text over its zlib length; above 2.4 it repeats itself.
    """

    words: tuple[Word, ...]
    no_speech: float
    mean_logprob: float
    compression: float


class Transcriber(Protocol):
    """A speech recognizer; one call at a time."""

    def transcribe(self, samples: Samples, listening: Listening) -> Transcript:
        """Recognize float32[n] at 16 kHz, n > 0.

        Raises:
            DecodeFailed: the recognizer gave up; the next call may work.
        """
        ...
