"""The answering model's place in a session: which turns still want an answer."""

from collections import deque
from collections.abc import Iterator
from typing import TypeAlias

from kairo_desktop.session.events import AnchorFound, Fault
from kairo_desktop.supervisor.known import behind
from kairo_desktop.supervisor.ledger import Ledger
from kairo_desktop.supervisor.messages import End, Message, Past, PathItem, Role, Timeline
from kairo_desktop.types import (
    AnswerDone,
    Gap,
    Hypothesis,
    Lane,
    Question,
    QuestionState,
    SpeechState,
    TalkingPoint,
    UserCommand,
    Utterance,
)

__all__ = ["LlmChild"]

_Kept: TypeAlias = SpeechState | Hypothesis | Utterance | Gap | UserCommand
_KEPT_S = 180.0
"""As long as loading may take: what is asked meanwhile is answered late, but answered."""
_LINES = 64


class LlmChild:
    """A `Child` that is sent the conversation and gives questions and answers."""

    name = "llm"
    role = Role.LLM

    def __init__(self, job: str) -> None:
        self.job = job
        self._ledger = Ledger()
        self._lines: deque[Utterance] = deque(maxlen=_LINES)
        self._kept: deque[tuple[float, _Kept]] = deque()
        self._now_s = 0.0
        self._ended = False
        self._timeline: Timeline | None = None
        self._known: Question | None = None
        """The last turn that the process which runs now need not hear again."""

    def send(self, item: PathItem) -> Iterator[PathItem]:
        """Keep the last minutes of the conversation, and pass it on."""
        match item:
            case SpeechState() | Hypothesis() | Utterance() | Gap() | UserCommand():
                self._keep(item)
                yield from _new_in(item, self._known)
            case Timeline():
                self._timeline = item
                yield item
            case End():
                self._ended = True
                yield item
            case _:
                return

    def receive(self, item: PathItem) -> Iterator[PathItem]:
        """What of the item is new to the session."""
        match item:
            case Question() | TalkingPoint() | AnswerDone() | AnchorFound():
                if self._ledger.note(item):
                    yield item
                if isinstance(item, Question) and item.state is QuestionState.CONFIRMED:
                    self._forget_commands()
            case Fault() | End():
                yield item
            case _:
                return

    def resume(self) -> Iterator[Message]:
        """The past, then what was said since the last confirmed turn."""
        self._known = self._ledger.last_confirmed
        cut_s = float("-inf") if self._known is None else self._known.end_s
        past = Past(
            lines=tuple(line for line in self._lines if line.start_s < cut_s),
            answered=self._ledger.answered,
            unanswered=self._ledger.unanswered,
            next_turn_id=self._ledger.next_turn_id,
        )
        self._ledger.resume()
        if self._timeline is not None:
            yield self._timeline
        yield past
        for t_s, item in tuple(self._kept):
            if t_s > cut_s or isinstance(item, UserCommand):
                yield from _new_in(item, self._known)
        if self._ended:
            yield End()

    def lost(self) -> Iterator[PathItem]:
        """Withdraw what was only tentative: the next process asks anew, under a new number."""
        yield from self._ledger.withdraw_open()

    def _keep(self, item: _Kept) -> None:
        match item:
            case SpeechState():
                self._now_s = max(self._now_s, item.t_s)
            case Hypothesis() | Gap():
                self._now_s = max(self._now_s, item.end_s)
            case Utterance():
                self._lines.append(item)
            case UserCommand():
                pass
        self._kept.append((self._now_s, item))
        while self._kept[0][0] < self._now_s - _KEPT_S:
            self._kept.popleft()

    def _forget_commands(self) -> None:
        """A turn is confirmed, so what the user had asked for is under way."""
        kept = (pair for pair in self._kept if not isinstance(pair[1], UserCommand))
        self._kept = deque(kept)


def _new_in(item: _Kept, known: Question | None) -> Iterator[_Kept]:
    """What of an item lies behind the words of a turn that is known already."""
    match item:
        case Hypothesis(lane=Lane.SYSTEM) if known is not None and item.start_s < known.end_s:
            rest = behind(item, known)
            if rest.words:
                yield rest
        case _:
            yield item
