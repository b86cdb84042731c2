"""The questions asked so far: which one is asked again, which one a follow-up refers to."""

from collections import deque
from dataclasses import replace

from kairo_desktop.copilot.repeats import is_repeat, needs_antecedent
from kairo_desktop.copilot.wording import tokens
from kairo_desktop.types import Kind, Question

__all__ = ["Asked"]

_REMEMBERED = 8
_ANTECEDENT_WORDS = 60
_SHORTEST_REPEAT = 4
_CLEAR_KIND = 0.4


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

    def in_context(self, question: Question, kind_probability: float) -> Question:
        """`question` with what a bare follow-up takes from the question before it.

        A kind that its own words make hardly more than a guess (`kind_probability`, 0..1) gives
        way to that of the question before. Notice, salary and dates stand for themselves.
        """
        clear = kind_probability >= _CLEAR_KIND
        settled = clear and question.kind is Kind.LOGISTICS
        if settled or not needs_antecedent(question.text):
            return question
        others = (one for one in reversed(self._questions) if one.turn_id != question.turn_id)
        before = next(others, None)
        if before is None:
            return question
        words = f"{before.antecedent} {before.text}".split()[-_ANTECEDENT_WORDS:]
        kind = question.kind if clear else before.kind
        return replace(question, antecedent=" ".join(words), kind=kind)
