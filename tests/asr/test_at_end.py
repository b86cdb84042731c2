"""Hearing an utterance once, when it is over."""

import numpy as np

from kairo_desktop.asr.at_end import AtEndRecognizer
from kairo_desktop.asr.transcriber import Listening, Transcript
from kairo_desktop.types import Gap, Lane, Samples, SpeechChunk, VoiceState, Word


class Echo:
    """Says one word for whatever it hears, and remembers how long that was."""

    def __init__(self, *words: str) -> None:
        self._words = words
        self.heard: list[int] = []

    def transcribe(self, samples: Samples, listening: Listening) -> Transcript:
        self.heard.append(len(samples))
        assert listening.margin_s is None
        words = tuple(Word(text, 0.1, 0.4, 0.9) for text in self._words)
        return Transcript(words, no_speech=0.0, mean_logprob=-0.2, compression=1.0)


def chunk(start_s: float, state: VoiceState, n: int = 512) -> SpeechChunk:
    return SpeechChunk(Lane.SYSTEM, start_s, np.zeros(n, np.float32), state, start_s + n / 16_000)


def test_an_utterance_is_heard_once_and_whole() -> None:
    echo = Echo("Why?")
    recognizer = AtEndRecognizer(Lane.SYSTEM, echo)
    assert not list(recognizer.step(chunk(1.0, VoiceState.SPEAKING)))
    assert not list(recognizer.step(chunk(1.032, VoiceState.STOPPING)))
    (hypothesis,) = recognizer.step(chunk(1.064, VoiceState.QUIET))
    assert echo.heard == [3 * 512]
    assert (hypothesis.text, hypothesis.final, hypothesis.settled) == ("Why?", True, True)
    assert (hypothesis.start_s, hypothesis.words[0].start_s) == (1.0, 1.1)


def test_utterances_are_counted() -> None:
    recognizer = AtEndRecognizer(Lane.SYSTEM, Echo("Why?"))
    lines = [*recognizer.step(chunk(1.0, VoiceState.QUIET))]
    lines += recognizer.step(chunk(2.0, VoiceState.QUIET))
    assert [line.utterance_id for line in lines] == [0, 1]


def test_nothing_said_gives_no_line() -> None:
    recognizer = AtEndRecognizer(Lane.SYSTEM, Echo())
    assert not list(recognizer.step(chunk(1.0, VoiceState.QUIET)))


def test_a_gap_ends_the_utterance_and_an_end_without_one_is_quiet() -> None:
    recognizer = AtEndRecognizer(Lane.SYSTEM, Echo("Why?"))
    assert not list(recognizer.flush())
    assert not list(recognizer.step(chunk(1.0, VoiceState.SPEAKING)))
    assert len(list(recognizer.step(Gap(Lane.SYSTEM, 1.032, 2.0, "lost")))) == 1


def test_an_utterance_too_long_for_one_window_is_heard_in_pieces_on_one_clock() -> None:
    echo = Echo("Why?")
    recognizer = AtEndRecognizer(Lane.SYSTEM, echo)
    (line,) = recognizer.step(chunk(1.0, VoiceState.QUIET, n=30 * 16_000))
    assert len(echo.heard) == 2
    assert sum(echo.heard) == 30 * 16_000
    assert [word.start_s for word in line.words] == [1.1, 1.1 + echo.heard[0] / 16_000]
