"""The questions asked so far: which one is asked again, which one a follow-up refers to."""

from collections import deque
from collections.abc import Mapping
from dataclasses import replace

from kairo_desktop.copilot.repeats import is_repeat, links_back, needs_antecedent
from kairo_desktop.copilot.wording import content_words, tokens
from kairo_desktop.types import Kind, Question, QuestionState

__all__ = ["Asked"]

_REMEMBERED = 8
_ANTECEDENT_WORDS = 60
_SHORTEST_REPEAT = 4
_CLEAR_KIND = 0.4
_WORDLESS_ODDS = 50.0
_BARE_ODDS = 5.0
_LINKED_ODDS = 3.0
"""How much likelier a follow-up is of the kind before than its own words say; from our lines."""


class Asked:
    """The last few confirmed questions, by turn."""

    def __init__(self) -> None:
        self._questions: deque[Question] = deque(maxlen=_REMEMBERED)

    @property
    def last(self) -> Question | None:
        """The one confirmed last."""
        return self._questions[-1] if self._questions else None

    def add(self, question: Question) -> None:
        """Remember a confirmed question, in place of what its turn asked before."""
        self.forget(question.turn_id)
        self._questions.append(replace(question, repeat_of=None))

    def forget(self, turn_id: int) -> None:
        """Drop a question that was taken back."""
        kept = [one for one in self._questions if one.turn_id != turn_id]
        self._questions = deque(kept, maxlen=_REMEMBERED)

    def repeated_by(self, text: str) -> Question | None:
        """The question that `text` asks again.

        A bare follow-up repeats only the question asked last: "and why is that?" means
        something else each time. Two or three words never count as a repetition.
        """
        if len(tokens(text)) < _SHORTEST_REPEAT:
            return None
        among = list(self._questions)[-1:] if needs_antecedent(text) else self._questions
        return next((one for one in reversed(among) if is_repeat(text, one.text)), None)

    def in_context(self, question: Question, kinds: Mapping[Kind, float]) -> Question:
        """`question` with what a follow-up takes from the question before it.

        `kinds`, the probabilities by its own words, are weighed with the kind before: an
        interviewer seldom leaves the matter with an "and how would that change?". A bare
        follow-up takes the words before it, too. Notice, salary and dates stand for themselves.
        """
        settled = question.kind is Kind.LOGISTICS and kinds[question.kind] >= _CLEAR_KIND
        others = (one for one in reversed(self._questions) if one.turn_id != question.turn_id)
        before = next(others, None)
        if settled or before is None:
            return question
        kind = _likeliest(kinds, before.kind, _odds_of_staying(question.text, before.kind))
        growing = question.state is QuestionState.FORMING
        if not needs_antecedent(question.text, growing=growing):
            return replace(question, kind=kind)
        words = f"{before.antecedent} {before.text}".split()[-_ANTECEDENT_WORDS:]
        return replace(question, antecedent=" ".join(words), kind=kind)


def _odds_of_staying(text: str, before: Kind) -> float:
    if not content_words(text):
        return _WORDLESS_ODDS
    if before is Kind.BACKGROUND:
        return 1.0  # What the user has done opens matters of every kind.
    if needs_antecedent(text):
        return _BARE_ODDS
    return _LINKED_ODDS if links_back(text) else 1.0


def _likeliest(kinds: Mapping[Kind, float], before: Kind, odds: float) -> Kind:
    """The likeliest of `kinds` when the odds of `before` are `odds` times as high."""
    weighed = {kind: p * (odds if kind is before else 1.0) for kind, p in kinds.items()}
    return max(weighed, key=weighed.__getitem__)
