"""Takes out of the user's captions what the microphone only picked up from the loudspeaker.

The turn logic ignores the user's lane anyway; this keeps the interviewer's words from being
shown, written down and remembered as the user's. What matters more: no word of the user's own
goes with them.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from kairo_desktop.copilot.overheard import overheard
from kairo_desktop.types import Gap, Hypothesis, Lane, SpeechState, VoiceState, Word

__all__ = ["Echo"]

_KEPT_UTTERANCES = 8
_PATIENCE_S = 2.0
"""The user's line waits this long for the interviewer's words of the same time, no longer."""


@dataclass(slots=True)
class _Line:
    """The open utterance of the user's lane: what was decided about its first words stands."""

    utterance_id: int
    own: list[bool] = field(default_factory=list)
    shown: bool = False


class Echo:
    """A stage over what both lanes say, in the order in which it was recognized.

    The interviewer's hypotheses pass unchanged. The user's lose the words that repeat the
    interviewer's at that time; one that consists of them is left out, unless it is final: then
    it comes without words. Words are shown once the interviewer's lane has been recognized up
    to them. Committed words that were shown never retract.
    """

    def __init__(self) -> None:
        self._heard: deque[Hypothesis] = deque(maxlen=_KEPT_UTTERANCES)
        self._known_until_s = float("-inf")
        self._now_s = float("-inf")
        self._line = _Line(-1)
        self._held: deque[Hypothesis] = deque()

    def step(self, item: Hypothesis | SpeechState | Gap) -> Iterator[Hypothesis]:
        """Take what happened on a lane; give the hypotheses that are ready, the user's cleaned."""
        match item:
            case SpeechState():
                self._now_s = max(self._now_s, item.t_s)
                if item.lane is Lane.SYSTEM and item.state is VoiceState.QUIET:
                    self._know(item.t_s)
            case Gap():
                if item.lane is Lane.SYSTEM:
                    self._know(item.end_s)
            case Hypothesis(lane=Lane.SYSTEM):
                self._hear(item)
                yield item
            case _:
                self._held.append(item)
        yield from self._release()

    def flush(self) -> Iterator[Hypothesis]:
        """Give what is still held: nothing more will be known."""
        self._known_until_s = float("inf")
        yield from self._release()

    def _know(self, until_s: float) -> None:
        self._known_until_s = max(self._known_until_s, until_s)

    def _hear(self, hypothesis: Hypothesis) -> None:
        if self._heard and self._heard[-1].utterance_id == hypothesis.utterance_id:
            self._heard.pop()
        self._heard.append(hypothesis)
        self._know(hypothesis.end_s)

    def _release(self) -> Iterator[Hypothesis]:
        while self._held:
            hypothesis = self._held[0]
            if hypothesis.final and not self._is_decidable(hypothesis):
                return
            self._held.popleft()
            yield from self._cleaned(hypothesis)

    def _is_decidable(self, final: Hypothesis) -> bool:
        last_s = final.words[-1].end_s if final.words else float("-inf")
        return self._known_until_s >= last_s or self._now_s > final.end_s + _PATIENCE_S

    def _cleaned(self, hypothesis: Hypothesis) -> Iterator[Hypothesis]:
        if self._line.utterance_id != hypothesis.utterance_id:
            self._line = _Line(hypothesis.utterance_id)
        line, n_committed = self._line, len(hypothesis.committed)
        words = hypothesis.words if hypothesis.final else self._ripe(hypothesis.words)
        theirs = overheard(words, self._words_near(hypothesis))
        own = line.own + [not echoed for echoed in theirs[len(line.own) :]]
        line.own = own[:n_committed]
        committed = _kept(words[:n_committed], own)
        tentative = _kept(words[n_committed:], own[n_committed:])
        if committed or tentative or hypothesis.final or line.shown:
            line.shown = True
            kept = committed + tentative
            start_s = kept[0].start_s if len(kept) < len(words) and kept else hypothesis.start_s
            yield replace(hypothesis, committed=committed, tentative=tentative, start_s=start_s)

    def _ripe(self, words: Sequence[Word]) -> tuple[Word, ...]:
        """Words up to where it is known what the interviewer said."""
        return tuple(word for word in words if word.end_s <= self._known_until_s)

    def _words_near(self, hypothesis: Hypothesis) -> list[Word]:
        near = [one for one in self._heard if one.end_s > hypothesis.start_s - _PATIENCE_S]
        return [word for one in near for word in one.words]


def _kept(words: Sequence[Word], own: Sequence[bool]) -> tuple[Word, ...]:
    return tuple(word for word, is_own in zip(words, own, strict=False) if is_own)
