"""Text while people speak: when to listen to the open utterance again, and what is certain.

The utterance is heard again every `update_ms` of new sound, once more when speech stops
(`settled`), and not at all in silence. Words that two updates in a row agree on, and that are not
too young, are fed back: later updates decode behind them. So the cost of an update grows with the
open utterance up to `window_s`, and never with the session.

What updates hear is cheap and early, and may change. Certain is what a careful reading makes of
the sound: at the close, unless all is sure already, and of a long turn piece by piece while it
goes on. Those words are committed and never change. Nobody waits for that reading, so it waits.
"""

import logging
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from kairo_desktop.asr.agreement import num_agreed
from kairo_desktop.asr.cut_short import n_covered
from kairo_desktop.asr.gate import UNSURE, passes
from kairo_desktop.asr.loops import before_loop, loop_start, most_tokens
from kairo_desktop.asr.open_utterance import CONTEXT_WORDS, OpenUtterance
from kairo_desktop.asr.transcriber import Listening, Transcriber
from kairo_desktop.asr.whole import LONGEST_S, first_piece, read_whole
from kairo_desktop.errors import DecodeFailed
from kairo_desktop.settings.asr import AsrSettings
from kairo_desktop.types import Gap, Hypothesis, Lane, Samples, SpeechChunk, VoiceState, Word

__all__ = ["StreamingRecognizer"]

logger = logging.getLogger(__name__)

MARGIN_S: Final = 1.0
"""Silence encoded behind the sound, so that a word at its end is heard whole."""

PATIENCE_S: Final = 1.5
"""Silence behind the interviewer's words in which nothing is read with care: the answer to them
begins there, on the same cores."""

SAME_BREATH_S: Final = 2.0
"""Speech that goes on this soon is decoded behind the words of the line before."""


class StreamingRecognizer:
    """Turns the chunks of one lane into hypotheses; lanes may share a transcriber in one thread.

    A caller that lags says `hurried`: then updates while somebody speaks are left out, and careful
    readings of what has been heard. The settled and the final hypothesis are never left out.
    """

    def __init__(self, lane: Lane, transcriber: Transcriber, settings: AsrSettings) -> None:
        self._lane = lane
        self._transcriber = transcriber
        update_ms = settings.update_ms if lane is Lane.SYSTEM else settings.mic_update_ms
        self._update_s = update_ms / 1000
        self._settle_s = settings.settle_ms / 1000
        self._hold_s = settings.hold_ms / 1000
        self._window_s = settings.window_s
        self._patience_s = PATIENCE_S if lane is Lane.SYSTEM else 0.0
        self._vocabulary = ", ".join(settings.vocabulary)
        self._n_shown = 0
        self._open: OpenUtterance | None = None
        self._over: OpenUtterance | None = None
        self._line, self._line_end_s = "", 0.0

    def step(self, item: SpeechChunk | Gap, *, hurried: bool = False) -> Iterator[Hypothesis]:
        """Take the next chunk. A gap ends the utterance, and so does a chunk of the next one."""
        if isinstance(item, Gap):
            yield from self.flush()
            return
        yield from self._close()
        if self._open is None:
            near = item.start_s - self._line_end_s < SAME_BREATH_S
            self._open = OpenUtterance(item.start_s, self._line if near else "")
        utterance = self._open
        utterance.append(item)
        if item.state is VoiceState.QUIET:
            self._open, self._over = None, utterance
            yield from self._close_sure(hurried=hurried)
            yield from self.rest(item.end_s)
        elif _reaches(item.end_s - item.speech_end_s, self._settle_s):
            if utterance.heard_speech_end_s != item.speech_end_s and self._may_try(utterance):
                yield from self._update(utterance, settled=True)
        elif (
            item.state is VoiceState.SPEAKING
            and not hurried
            and _reaches(item.end_s - utterance.tried_to_s, self._update_s)
        ):
            yield from self._update(utterance, settled=False)

    def rest(self, now_s: float) -> Iterator[Hypothesis]:
        """Nobody speaks at `now_s`, seconds: close what has waited for that long enough."""
        if self._over is not None and _reaches(now_s - self._over.speech_end_s, self._patience_s):
            yield from self._close()

    def flush(self) -> Iterator[Hypothesis]:
        """End what is open; costs nothing when its words were settled and sure."""
        yield from self._close()
        self._open, self._over = None, self._open
        yield from self._close_sure(hurried=False)
        yield from self._close()

    def _close_sure(self, *, hurried: bool) -> Iterator[Hypothesis]:
        """Close what is over if its words can stand as they were heard."""
        utterance = self._over
        heard = utterance and utterance.heard_speech_end_s == utterance.speech_end_s
        if utterance and heard and (hurried or _is_sure(utterance)):
            utterance.commit(len(utterance.unread), None)
            yield from self._close()

    def _close(self) -> Iterator[Hypothesis]:
        """Close what is over, and read it with care where it has not been."""
        utterance, self._over = self._over, None
        if utterance is None:
            return
        while utterance.read_to_s < utterance.end_s:
            self._read(utterance)
        self._line = " ".join(word.text for word in utterance.committed[-CONTEXT_WORDS:])
        self._line_end_s = utterance.end_s
        yield from self._hypothesis(utterance, settled=True, final=True)

    def _update(self, utterance: OpenUtterance, *, settled: bool) -> Iterator[Hypothesis]:
        before = utterance.tentative
        utterance.tried_to_s = utterance.end_s
        heard = self._listen(utterance)
        if heard:
            young_s = utterance.end_s - self._hold_s
            n_agreed = num_agreed(before, utterance.tentative)
            utterance.agree(sum(word.end_s <= young_s for word in utterance.tentative[:n_agreed]))
        utterance.trim(self._window_s)
        if not settled and utterance.end_s - utterance.read_to_s > LONGEST_S:
            self._read(utterance)
        yield from self._hypothesis(utterance, settled=settled and heard, final=False)

    def _may_try(self, utterance: OpenUtterance) -> bool:
        """False right behind a failure: what fails every time is not asked with every frame."""
        failed = utterance.tried_to_s > utterance.heard_to_s
        return not failed or _reaches(utterance.end_s - utterance.tried_to_s, self._update_s)

    def _hypothesis(
        self, utterance: OpenUtterance, *, settled: bool, final: bool
    ) -> Iterator[Hypothesis]:
        tentative = () if final else utterance.uncommitted
        if not (utterance.committed or tentative or utterance.shown):
            return
        utterance.shown = True
        yield Hypothesis(
            lane=self._lane,
            utterance_id=self._n_shown,
            committed=tuple(utterance.committed),
            tentative=tentative,
            start_s=utterance.start_s,
            end_s=utterance.end_s if final else utterance.heard_to_s,
            settled=settled,
            final=final,
        )
        self._n_shown += final

    def _listen(self, utterance: OpenUtterance) -> bool:
        """Hear what is open again; False after a failure: the words stay as they were."""
        samples, length_s = utterance.samples, utterance.end_s - utterance.offset_s
        listening = Listening(
            prefix=utterance.prefix,
            context=f"{self._vocabulary} {utterance.context}".strip(),
            margin_s=MARGIN_S,
            max_tokens=most_tokens(length_s),
        )
        try:
            transcript = self._transcriber.transcribe(samples, listening)
            if loop_start(transcript.words) is not None:
                longer = replace(listening, margin_s=None)
                transcript = self._transcriber.transcribe(samples, longer)
        except DecodeFailed as err:
            logger.warning("an update of %.1f s was lost: %s", length_s, err)
            return False
        utterance.hear(before_loop(transcript.words) if passes(transcript) else ())
        return True

    def _read(self, utterance: OpenUtterance) -> None:
        """Read the next piece with care; what stops before the speech does is read on, once."""
        sound = utterance.unread
        n_samples = first_piece(sound)
        words = self._careful(sound[:n_samples])
        n_read = n_covered(words or (), utterance.known(n_samples), n_samples)
        utterance.commit(n_read, words)
        n_rest = n_samples - n_read
        if n_rest:
            rest = self._careful(sound[n_read:n_samples])
            whole = n_covered(rest or (), utterance.known(n_rest), n_rest) == n_rest
            utterance.commit(n_rest, rest if whole else None)

    def _careful(self, sound: Samples) -> tuple[Word, ...] | None:
        """The words of one piece; None after a failure: then what is known of it stands."""
        try:
            return read_whole(self._transcriber, sound, self._vocabulary)
        except DecodeFailed as err:
            logger.warning("a reading of %d samples was lost: %s", len(sound), err)
            return None


def _is_sure(utterance: OpenUtterance) -> bool:
    """True for words without a doubtful one, all of them from one window."""
    words = utterance.uncommitted
    in_one_window = utterance.offset_s == utterance.start_s
    return in_one_window and bool(words) and all(w.probability >= UNSURE for w in words)


def _reaches(duration_s: float, target_s: float) -> bool:
    """True from `target_s` on, whatever the times have lost in rounding."""
    return duration_s > target_s - 0.001
