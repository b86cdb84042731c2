"""The two halves of a session as workers of their children."""

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from operator import itemgetter
from time import monotonic
from typing import Protocol

from kairo_desktop.session.events import Heard, Said
from kairo_desktop.session.replay import Hearing
from kairo_desktop.supervisor.lull import Lull, lasting_quiet
from kairo_desktop.supervisor.messages import Past, PathItem, Timeline, Turn
from kairo_desktop.supervisor.renumber import renumbered
from kairo_desktop.supervisor.seam import Seam
from kairo_desktop.supervisor.worker import Parcel, Surroundings
from kairo_desktop.types import (
    AnswerDone,
    AudioFrame,
    Gap,
    Hypothesis,
    Lane,
    Question,
    SpeechState,
    UserCommand,
    Utterance,
)

__all__ = ["Answers", "AsrWorker", "LlmWorker", "SessionClock"]

_TOLERATED_LAG = 32
"""Frames that may wait, half a second of two lanes; beyond, updates of open speech are left out."""


class SessionClock:
    """Now on the session's timeline; until that is known, since the clock was made."""

    def __init__(self) -> None:
        self.zero_s = monotonic()

    def __call__(self) -> float:
        """Seconds since the session's time 0."""
        return monotonic() - self.zero_s


class AsrWorker:
    """Frames of both lanes become text; a hole between two frames becomes a gap."""

    def __init__(self, listener: Hearing, running: str, around: Surroundings) -> None:
        self.running = running
        self._listener = listener
        self._around = around
        self._seam = Seam()
        self._lull = Lull(lasting_quiet)

    def resume(self, past: Past) -> Iterable[PathItem]:
        """Nothing: what must be heard again comes as frames."""
        del past
        return ()

    def step(self, item: PathItem) -> Iterator[Parcel]:
        """Hear a frame or a gap; nothing else is for the recognizer."""
        if isinstance(item, AudioFrame | Gap):
            hurried = self._around.waiting > _TOLERATED_LAG
            for piece in self._seam.step(item):
                yield from self._lull.step(self._listener.step(piece, hurried=hurried))

    def work(self) -> None:
        """Nothing can wait: hearing has right of way."""

    def flush(self) -> Iterator[Parcel]:
        """Close every open utterance."""
        yield from self._lull.step(self._listener.flush())
        yield from self._lull.flush()

    def close(self) -> None:
        """The process ends, and the recognizer with it."""


class Answers(Protocol):
    """What the worker needs of the answering half."""

    @property
    def idle(self) -> bool:
        """Nothing is left to do until the next step."""
        ...

    def begin(self) -> Iterable[Said]:
        """What is to be known before anything is heard."""
        ...

    def recall(self, lane: Lane, text: str) -> None:
        """Remember something that was said before this process began."""
        ...

    def remember(self, question: Question, answer: AnswerDone) -> None:
        """Remember what was asked and answered before this process began."""
        ...

    def take_up(self, question: Question) -> Iterable[Said]:
        """Answer a question that was confirmed before this process began."""
        ...

    def step(self, item: Heard | UserCommand) -> Iterable[Said]:
        """Take what was heard, or what the user asks for."""
        ...

    def work(self) -> Iterable[Said]:
        """Do one unit of model work."""
        ...

    def flush(self) -> Iterable[Said]:
        """Nothing more will be heard."""
        ...


class LlmWorker:
    """What was said becomes questions and answers.

    The answering half counts turns from 1 in every process; what goes out is numbered on from
    the turns of the processes before it.

    Args:
        resources: Frees the model.
    """

    def __init__(
        self, answers: Answers, clock: SessionClock, running: str, resources: ExitStack
    ) -> None:
        self.running = running
        self._answers = answers
        self._clock = clock
        self._resources = resources
        self._turns_before = 0

    def resume(self, past: Past) -> Iterator[PathItem]:
        """Remember what was said and answered, then take the unanswered turns up again."""
        if past == Past():
            yield from self._out(self._answers.begin())
        self._turns_before = past.next_turn_id - 1
        known: list[tuple[float, Utterance | Turn]] = [
            *((line.start_s, line) for line in past.lines if _is_reply(line)),
            *((turn.question.end_s, turn) for turn in past.answered),
        ]
        for _, item in sorted(known, key=itemgetter(0)):
            self._remember(item)
        for question in past.unanswered:
            own = renumbered(question, -self._turns_before)
            yield from self._out(self._answers.take_up(own))

    def step(self, item: PathItem) -> Iterator[PathItem]:
        """Take what was heard, or what the user asks for."""
        match item:
            case Timeline():
                self._clock.zero_s = item.zero_s
            case SpeechState() | Hypothesis() | Utterance() | Gap() | UserCommand():
                yield from self._out(self._answers.step(item))
            case _:
                return

    def work(self) -> Iterable[PathItem] | None:
        """One unit of model work."""
        return None if self._answers.idle else self._out(self._answers.work())

    def flush(self) -> Iterable[PathItem]:
        """Decide the open turns."""
        return self._out(self._answers.flush())

    def close(self) -> None:
        """Free the model."""
        self._resources.close()

    def _remember(self, item: Utterance | Turn) -> None:
        match item:
            case Utterance():
                self._answers.recall(item.lane, item.text)
            case Turn():
                question = renumbered(item.question, -self._turns_before)
                self._answers.remember(question, renumbered(item.answer, -self._turns_before))

    def _out(self, said: Iterable[Said]) -> Iterator[PathItem]:
        for item in said:
            yield renumbered(item, self._turns_before)


def _is_reply(line: Utterance) -> bool:
    """What the interviewer said is remembered by its questions."""
    return line.lane is Lane.MIC
