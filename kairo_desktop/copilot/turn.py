"""The turn that is open: its utterances, how they read, what has been said about it."""

from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher

from kairo_desktop.copilot.protocols import Verdict
from kairo_desktop.copilot.reading import Reader, Reading
from kairo_desktop.copilot.wording import tokens
from kairo_desktop.types import Hypothesis, Question, QuestionState

__all__ = ["Doubt", "Judged", "Turn"]

_MOST_PARTS = 12
_MIN_SAID = 3
_COVER_S = 0.05
_LEAST_WORDS = 4
_SAME_END_S = 0.5
_SAME_WORDS = 0.8
"""Share of words by which a close that differs is still no other question."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """Words that the features cannot decide.

    Attributes:
        turn: Number of the turn they belong to, counting all turns.
        text: What to judge.
    """

    turn: int
    text: str


@dataclass(frozen=True, slots=True)
class Judged:
    """What a judge says on a doubt; an event like any other, so a replay gives the same."""

    doubt: Doubt
    verdict: Verdict


@dataclass(slots=True)
class Turn:
    """Mutable, owned by `TurnLogic`.

    Attributes:
        number: Of all turns, whether anything was asked in them or not.
        turn_id: None until something about it has been given out.
        shown: The question as given out last; None before, and after it was withdrawn.
        repeated: The earlier question that its text asks again.
        confirmed: The question as confirmed last.
        confirmed_on: The text it was confirmed on; a repeated question keeps its first wording.
        confirmed_times: How often it had been asked by then.
        confirmed_s: When that was.
        n_confirmed: On how many texts it was confirmed.
        after: What was said since, as a turn of its own: it may ask something else.
        demanded_s: When the user demanded an answer to it; None if never.
        judged: What the judge said on it; at most one thing.
    """

    number: int = 0
    turn_id: int | None = None
    reading: Reading | None = None
    repeated: Question | None = None
    shown: Question | None = None
    confirmed: Question | None = None
    confirmed_on: str = ""
    confirmed_times: int = 1
    confirmed_s: float = 0.0
    n_confirmed: int = 0
    after: "Turn | None" = None
    demanded_s: float | None = None
    judged: Judged | None = None
    _parts: dict[int, Hypothesis] = field(default_factory=dict)
    _last_confirmed: int = 0

    @property
    def state(self) -> QuestionState | None:
        """State of the question as given out last."""
        return self.shown.state if self.shown else None

    @property
    def doubt(self) -> Doubt | None:
        """What a judge may say something on; None where nothing is left to say."""
        reading = self.reading
        if reading is None or self.judged or self.confirmed or not _is_unsure(reading):
            return None
        return Doubt(self.number, reading.text)

    @property
    def says_something(self) -> bool:
        """True when it holds more than "okay" or "I see"."""
        return self.reading is not None and len(tokens(self.reading.heard)) >= _MIN_SAID

    @property
    def end_s(self) -> float:
        """End of its last word."""
        return max(part.words[-1].end_s for part in self._parts.values() if part.words)

    @property
    def settled(self) -> bool:
        """True when the recognizer heard silence behind the newest utterance."""
        return bool(self._parts) and self._parts[max(self._parts)].settled

    def give(self, question: Question) -> Question:
        """Note that `question` is given out."""
        self.shown = question
        return question

    def settle(self, question: Question, reading: Reading, now_s: float) -> None:
        """Note that `question` is confirmed on `reading`, and given out."""
        self.n_confirmed += reading.text != self.confirmed_on
        self.confirmed, self.confirmed_on = question, reading.text
        self.confirmed_times, self.confirmed_s = reading.times, now_s
        self._last_confirmed, self.after = max(self._parts), None
        self.shown = question

    def take(self, hypothesis: Hypothesis) -> bool:
        """Keep the newest hypothesis of each utterance; True when the text changes."""
        changes = self._keep(hypothesis)
        kept = self._parts.get(hypothesis.utterance_id)
        if kept and self.confirmed and hypothesis.utterance_id > self._last_confirmed:
            self.after = self.after or Turn()
            self.after.take(kept)
        return changes

    def _keep(self, hypothesis: Hypothesis) -> bool:
        known = self._parts.get(hypothesis.utterance_id)
        if known is None and self._parts and self.has_heard(hypothesis):
            return False
        if known is not None and _is_second_hearing(known, hypothesis):
            hypothesis = _as_settled(known, hypothesis)
        self._parts[hypothesis.utterance_id] = hypothesis
        while len(self._parts) > _MOST_PARTS:
            del self._parts[min(self._parts)]
        return known is None or known.text != hypothesis.text

    def reread(self, reader: Reader) -> None:
        """Read the utterances anew; where they are still in doubt, a verdict counts."""
        if self.after is not None:
            self.after.reread(reader)
        texts = [self._parts[n].text for n in sorted(self._parts)]
        if not any(texts):
            self.reading = None
            return
        reading = reader.read(texts)
        judged = self.judged
        if judged and _is_unsure(reading) and _begins(reading.text, judged.doubt.text):
            reading = replace(reading, assessment=reading.assessment.after(judged.verdict))
        self.reading = reading

    def is_shown_as(self, text: str) -> bool:
        """True when the words of `text` stand there, tentatively, as the question."""
        is_tentative = self.state is QuestionState.TENTATIVE
        return is_tentative and self.shown is not None and tokens(self.shown.text) == tokens(text)

    def is_confirmed_on(self, text: str) -> bool:
        """True when it was confirmed on the words of `text`: commas and capitals ask no more."""
        return tokens(text) == tokens(self.confirmed_on)

    def covers(self, end_s: float) -> bool:
        """True when the recognizer has heard the turn up to `end_s`."""
        last = self._parts[max(self._parts)]
        return last.end_s >= end_s - _COVER_S

    def has_heard(self, hypothesis: Hypothesis) -> bool:
        """True when `hypothesis` says nothing that this turn does not hold."""
        newest = self._parts[max(self._parts)]
        if hypothesis.utterance_id == newest.utterance_id:
            return len(hypothesis.words) <= len(newest.words)
        older = hypothesis.utterance_id < newest.utterance_id
        return older and hypothesis.start_s <= newest.end_s


def _is_second_hearing(settled: Hypothesis, closed: Hypothesis) -> bool:
    """True when the close has heard about the same words in the sound that had settled."""
    if not (settled.settled and closed.final and settled.words and closed.words):
        return False
    if abs(settled.words[-1].end_s - closed.words[-1].end_s) > _SAME_END_S:
        return False
    before, now = tokens(settled.text), tokens(closed.text)
    return SequenceMatcher(None, before, now, autojunk=False).ratio() >= _SAME_WORDS


def _as_settled(settled: Hypothesis, closed: Hypothesis) -> Hypothesis:
    """`closed` in the words that had settled: an answer has begun on them."""
    *before, last = settled.words
    if closed.text.endswith("?") and not last.text.endswith("?"):
        last = replace(last, text=f"{last.text.rstrip('.,;:!')}?")
    return replace(closed, committed=(*before, last), tentative=())


def _is_unsure(reading: Reading) -> bool:
    """True when a second opinion is worth its price."""
    enough = len(tokens(reading.text)) >= _LEAST_WORDS
    return enough and not reading.open_end and reading.assessment.unsure


def _begins(text: str, beginning: str) -> bool:
    words = tokens(beginning)
    return tokens(text)[: len(words)] == words
