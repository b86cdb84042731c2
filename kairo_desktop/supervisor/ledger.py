"""Which turns were asked, answered and shown; it outlives the process that answers."""

from collections import OrderedDict, deque
from collections.abc import Iterator
from dataclasses import replace
from operator import attrgetter

from kairo_desktop.session.events import AnchorFound
from kairo_desktop.supervisor.messages import Turn
from kairo_desktop.types import AnswerDone, PointState, Question, QuestionState, TalkingPoint

__all__ = ["Ledger"]

_ANSWERED = 32


class Ledger:
    """Follows every turn from forming to answered.

    The law: a confirmed turn is unanswered until its `AnswerDone`, whatever dies between; the
    unanswered stand in the order in which they were confirmed.
    """

    def __init__(self) -> None:
        self._open: dict[int, Question] = {}
        self._unanswered: OrderedDict[int, Question] = OrderedDict()
        self._confirmed: dict[int, Question] = {}
        self._answered: deque[Turn] = deque(maxlen=_ANSWERED)
        self._shown: dict[tuple[int, int], TalkingPoint] = {}
        self._again: set[int] = set()
        self._echoes: set[int] = set()
        self._last_id = 0

    @property
    def unanswered(self) -> tuple[Question, ...]:
        """Confirmed turns without an answer, oldest first."""
        return tuple(self._unanswered.values())

    @property
    def answered(self) -> tuple[Turn, ...]:
        """The latest turns with answers, oldest first."""
        return tuple(self._answered)

    @property
    def next_turn_id(self) -> int:
        """The first id that no turn has had."""
        return self._last_id + 1

    @property
    def last_confirmed(self) -> Question | None:
        """The confirmed turn that was said last, or None before the first."""
        return max(self._confirmed.values(), key=attrgetter("end_s"), default=None)

    def note(self, item: Question | TalkingPoint | AnswerDone | AnchorFound) -> bool:
        """Follow an item; False where it only says again what was said before a restart."""
        match item:
            case Question():
                return self._question(item)
            case TalkingPoint():
                return self._point(item)
            case AnswerDone():
                self._done(item)
                return True
            case AnchorFound():
                return True

    def resume(self) -> None:
        """A new process starts over with the unanswered turns."""
        self._again = set(self._unanswered)
        self._echoes = set(self._unanswered)

    def withdraw_open(self) -> Iterator[Question]:
        """Take back every turn that was not confirmed."""
        for turn in self._open.values():
            yield replace(turn, state=QuestionState.WITHDRAWN)
        self._open.clear()

    def _question(self, turn: Question) -> bool:
        self._last_id = max(self._last_id, turn.turn_id)
        is_echo = turn.turn_id in self._echoes and turn == self._unanswered.get(turn.turn_id)
        self._echoes.discard(turn.turn_id)
        match turn.state:
            case QuestionState.CONFIRMED:
                self._open.pop(turn.turn_id, None)
                self._unanswered[turn.turn_id] = turn
                self._confirmed[turn.turn_id] = turn
            case QuestionState.WITHDRAWN:
                self._open.pop(turn.turn_id, None)
                self._unanswered.pop(turn.turn_id, None)
            case QuestionState.FORMING | QuestionState.TENTATIVE:
                self._open[turn.turn_id] = turn
                self._unanswered.pop(turn.turn_id, None)
        if turn.state is not QuestionState.CONFIRMED:
            self._confirmed.pop(turn.turn_id, None)
        return not is_echo

    def _point(self, point: TalkingPoint) -> bool:
        key = (point.turn_id, point.index)
        shown = self._shown.get(key)
        if point.turn_id in self._again and shown is not None:
            grows = not shown.text.startswith(point.text) or (
                shown.text == point.text
                and shown.state is PointState.TENTATIVE
                and point.state is PointState.FINAL
            )
            if not grows:
                return False
        self._shown[key] = point
        return True

    def _done(self, answer: AnswerDone) -> None:
        self._again.discard(answer.turn_id)
        for key in [key for key in self._shown if key[0] == answer.turn_id]:
            del self._shown[key]
        turn = self._unanswered.pop(answer.turn_id, None) or self._confirmed.get(answer.turn_id)
        if turn is not None:
            self._answered.append(Turn(turn, answer))
