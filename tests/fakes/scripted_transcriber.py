"""A recognizer that says what a test wants, and remembers what it was asked."""

from collections.abc import Callable
from dataclasses import dataclass, field

from kairo_desktop.asr.transcriber import Listening, Transcript
from kairo_desktop.types import SAMPLE_RATE, Samples, Word

Script = Callable[[Samples, Listening], Transcript]


def transcript(text: str, length_s: float = 1.0, *, sure: bool = True) -> Transcript:
    """The words of `text`, spread evenly over `length_s`."""
    texts = text.split()
    step_s = length_s / max(1, len(texts))
    return Transcript(
        words=tuple(
            Word(word, index * step_s, (index + 1) * step_s, 0.9 if sure else 0.1)
            for index, word in enumerate(texts)
        ),
        no_speech=0.05 if sure else 0.9,
        mean_logprob=-0.2 if sure else -1.8,
        compression=1.0,
    )


@dataclass(frozen=True, slots=True)
class Asked:
    """One call: seconds of sound and how they were to be heard."""

    length_s: float
    listening: Listening


@dataclass(slots=True)
class ScriptedTranscriber:
    """Gives the script's answer to each call."""

    script: Script
    asked: list[Asked] = field(default_factory=list)

    def transcribe(self, samples: Samples, listening: Listening) -> Transcript:
        self.asked.append(Asked(len(samples) / SAMPLE_RATE, listening))
        return self.script(samples, listening)


class TruthfulSpeaker:
    """A script that hears word number n in the n-th stretch of `word_s` of a counting sound.

    The sound's samples are their own numbers (see `counting`), so that the script knows where on
    the lane it listens, however the utterance has been trimmed. Words cut at the end are misheard.
    """

    def __init__(self, word_s: float = 0.4) -> None:
        self._word_s = word_s

    def __call__(self, samples: Samples, listening: Listening) -> Transcript:
        offset_s = float(samples[0])
        end_s = offset_s + len(samples) / SAMPLE_RATE
        first = round(offset_s / self._word_s) + len(listening.prefix)
        last = int(end_s / self._word_s + 1e-6)
        words = [self._word(n, offset_s) for n in range(first, last)]
        if end_s - last * self._word_s > 0.1:
            half = self._word(last, offset_s)
            words.append(Word(f"{half.text[:2]}-", half.start_s, end_s - offset_s, 0.4))
        return Transcript(tuple(words), 0.05, -0.2, 1.0)

    def _word(self, number: int, offset_s: float) -> Word:
        start_s = number * self._word_s - offset_s
        text = f"w{number}{'.' if number % 10 == 9 else ''}"
        return Word(text, max(0.0, start_s), start_s + self._word_s, 0.9)
