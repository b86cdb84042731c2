"""The conversation as the prompts remember it, held still for the turn that is being asked."""

from kairo_desktop.copilot.memory import Memory
from kairo_desktop.types import Lane, Question, Utterance

__all__ = ["Recollection"]


class Recollection:
    """Grows with the conversation; each turn sees it as it was when the turn began.

    So what the user says into a question changes none of the words already prefilled for it.
    """

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._turn_id = 0
        self._at_begin = memory
        self._asked = ""

    def recall(self, lane: Lane, text: str) -> None:
        """Remember a line."""
        self._memory = self._memory.add(lane, text)

    def heard(self, utterance: Utterance) -> None:
        """Remember what the user said; the interviewer is remembered by the questions."""
        if utterance.lane is Lane.MIC:
            self.recall(Lane.MIC, utterance.text)

    def asked(self, question: Question) -> None:
        """Remember a confirmed question, once for each wording."""
        if question.text != self._asked:
            self._asked = question.text
            self.recall(Lane.SYSTEM, question.text)

    @property
    def now(self) -> Memory:
        """What the next turn will remember, as far as is known."""
        return self._memory

    def for_turn(self, turn_id: int) -> Memory:
        """What the prompts of a turn remember."""
        if turn_id != self._turn_id:
            self._turn_id, self._at_begin = turn_id, self._memory
        return self._at_begin
