"""Text while people speak: when to listen to the open utterance again, and what is certain.

The utterance is heard again every `update_ms` of new sound, once more when speech stops
(`settled`), and not at all in silence. Words that two updates in a row agree on, and that are
not too young, are committed: later updates decode behind them and never change them. So the cost
of an update grows with the open utterance up to `window_s`, and never with the session.
"""

import logging
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from kairo_desktop.asr.agreement import num_agreed
from kairo_desktop.asr.gate import passes
from kairo_desktop.asr.loops import loop_start
from kairo_desktop.asr.open_utterance import CONTEXT_WORDS, OpenUtterance
from kairo_desktop.asr.transcriber import Listening, Transcriber, Transcript
from kairo_desktop.errors import DecodeFailed
from kairo_desktop.settings.asr import AsrSettings
from kairo_desktop.types import Gap, Hypothesis, Lane, SpeechChunk, VoiceState, Word

__all__ = ["StreamingRecognizer"]

logger = logging.getLogger(__name__)

MARGIN_S: Final = 1.0
"""Silence encoded behind the sound, so that a word at its end is heard whole."""

UNSURE: Final = 0.5
"""Words below this probability are heard again at the close, in the full window; the surer of
both readings stands."""

SAME_BREATH_S: Final = 2.0
"""Speech that goes on this soon is decoded behind the words of the line before."""

BEAM: Final = 5
"""Readings followed at once at the close. Before it one is: behind the middle of a sentence a wider
search prefers to end too early, and takes longer."""

TOKENS_PER_S: Final = 8.0
"""Nobody speaks faster; a decoder that goes on is in a loop."""


class StreamingRecognizer:
    """Turns the chunks of one lane into hypotheses; lanes may share a transcriber in one thread.

    A caller that lags says `hurried`: updates while somebody speaks are left out then. The
    settled and the final hypothesis are never left out.
    """

    def __init__(self, lane: Lane, transcriber: Transcriber, settings: AsrSettings) -> None:
        self._lane = lane
        self._transcriber = transcriber
        update_ms = settings.update_ms if lane is Lane.SYSTEM else settings.mic_update_ms
        self._update_s = update_ms / 1000
        self._settle_s = settings.settle_ms / 1000
        self._hold_s = settings.hold_ms / 1000
        self._window_s = settings.window_s
        self._vocabulary = ", ".join(settings.vocabulary)
        self._n_shown = 0
        self._open: OpenUtterance | None = None
        self._line, self._line_end_s = "", 0.0

    def step(self, item: SpeechChunk | Gap, *, hurried: bool = False) -> Iterator[Hypothesis]:
        """Take the next chunk; at most one hypothesis comes out. A gap ends the utterance."""
        if isinstance(item, Gap):
            yield from self.flush()
            return
        if self._open is None:
            near = item.start_s - self._line_end_s < SAME_BREATH_S
            self._open = OpenUtterance(item.start_s, self._line if near else "")
        utterance = self._open
        utterance.append(item)
        if item.state is VoiceState.QUIET:
            yield from self.flush()
        elif _reaches(item.end_s - item.speech_end_s, self._settle_s):
            if utterance.heard_speech_end_s != item.speech_end_s:
                yield from self._update(utterance, settled=True)
        elif (
            item.state is VoiceState.SPEAKING
            and not hurried
            and _reaches(item.end_s - utterance.heard_to_s, self._update_s)
        ):
            yield from self._update(utterance, settled=False)

    def flush(self) -> Iterator[Hypothesis]:
        """End the open utterance; costs nothing when its last words were settled and sure."""
        utterance, self._open = self._open, None
        if utterance is None:
            return
        before = utterance.tentative
        if utterance.heard_speech_end_s != utterance.speech_end_s:
            self._listen(utterance, margin_s=None, beam=BEAM)
        elif any(word.probability < UNSURE for word in before):
            self._listen(utterance, margin_s=None, beam=BEAM)
            utterance.tentative = _surer(before, utterance.tentative)
        utterance.commit(len(utterance.tentative))
        self._line = " ".join(word.text for word in utterance.committed[-CONTEXT_WORDS:])
        self._line_end_s = utterance.end_s
        yield from self._hypothesis(utterance, settled=True, final=True)

    def _update(self, utterance: OpenUtterance, *, settled: bool) -> Iterator[Hypothesis]:
        before = utterance.tentative
        self._listen(utterance, margin_s=MARGIN_S)
        young_s = utterance.end_s - self._hold_s
        n_agreed = num_agreed(before, utterance.tentative)
        utterance.commit(sum(word.end_s <= young_s for word in utterance.tentative[:n_agreed]))
        utterance.trim(self._window_s)
        yield from self._hypothesis(utterance, settled=settled, final=False)

    def _hypothesis(
        self, utterance: OpenUtterance, *, settled: bool, final: bool
    ) -> Iterator[Hypothesis]:
        if not (utterance.committed or utterance.tentative or utterance.shown):
            return
        utterance.shown = True
        yield Hypothesis(
            lane=self._lane,
            utterance_id=self._n_shown,
            committed=tuple(utterance.committed),
            tentative=utterance.tentative,
            start_s=utterance.start_s,
            end_s=utterance.heard_to_s,
            settled=settled,
            final=final,
        )
        self._n_shown += final

    def _listen(self, utterance: OpenUtterance, *, margin_s: float | None, beam: int = 1) -> None:
        """Hear what is open again; after a failure the words stay as they were."""
        samples, length_s = utterance.samples, utterance.end_s - utterance.offset_s
        listening = Listening(
            prefix=utterance.prefix,
            context=f"{self._vocabulary} {utterance.context}".strip(),
            margin_s=margin_s,
            beam=beam,
            max_tokens=round(TOKENS_PER_S * length_s) + 8,
        )
        try:
            transcript = self._transcriber.transcribe(samples, listening)
            if _loops(transcript):
                longer = replace(listening, margin_s=None)
                transcript = self._transcriber.transcribe(samples, longer)
        except DecodeFailed as err:
            logger.warning("an update of %.1f s was lost: %s", length_s, err)
            return
        utterance.hear(_sound_words(transcript) if passes(transcript) else ())


def _reaches(duration_s: float, target_s: float) -> bool:
    """True from `target_s` on, whatever the times have lost in rounding."""
    return duration_s > target_s - 0.001


def _surer(before: tuple[Word, ...], now: tuple[Word, ...]) -> tuple[Word, ...]:
    """The reading with the higher sum of probabilities: a word that is left out counts as 0."""
    return now if _sureness(now) > _sureness(before) else before


def _sureness(words: tuple[Word, ...]) -> float:
    return sum(word.probability for word in words)


def _loops(transcript: Transcript) -> bool:
    return loop_start(transcript.words) is not None


def _sound_words(transcript: Transcript) -> tuple[Word, ...]:
    """The words up to where they begin to repeat themselves."""
    return transcript.words[: loop_start(transcript.words)]
