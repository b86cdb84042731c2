"""What the answering half of a session is made of."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from kairo_desktop.copilot.memory import Memory
from kairo_desktop.copilot.points import Points
from kairo_desktop.copilot.prompts import PromptBuilder
from kairo_desktop.retrieval.read import Skipped
from kairo_desktop.session.writer import Writer
from kairo_desktop.types import Context, Hypothesis, Question, SpeechState, Stage, UserCommand

__all__ = ["AnswerStages", "Finder", "Follower", "SecondOpinion", "Turns"]


class Turns(Stage[SpeechState | Hypothesis | UserCommand, Question], Protocol):
    """Finds the questions in what is said."""

    def remember(self, question: Question) -> None:
        """Know a question that was confirmed before this stage began."""
        ...


class Finder(Protocol):
    """Finds what the notes say on each version of a question."""

    def step(self, question: Question) -> Context:
        """The question with its passages and anchor."""
        ...


class Follower(Protocol):
    """Keeps what the notes say up to date while nobody asks for it."""

    def due(self, now_s: float) -> bool:
        """Whether there is something to do at `now_s` on the session's clock."""
        ...

    def work(self, now_s: float) -> Iterator[Skipped]:
        """Do a small unit of it; give the notes that turn out to be unusable."""
        ...


class SecondOpinion(Protocol):
    """Asks the model about turns in doubt, while nothing else is wanted of it."""

    @property
    def due(self) -> bool:
        """Whether there is something to ask."""
        ...

    def work(self) -> Iterable[Question]:
        """Do one pass of the model; give the questions that it changes."""
        ...


@dataclass(frozen=True, slots=True)
class AnswerStages:
    """What the answering half is made of.

    Attributes:
        memory: What had been said before; empty at the start of a session.
        points: Makes the stage that cuts one answer into points.
        speculate: Work on questions before they are confirmed.
        skipped: Notes that cannot be used.
        judging: Second opinions on `turns`; None for none.
        follower: Follows the notes as they change; None where they stay as they were found.
    """

    turns: Turns
    latch: Finder
    prompts: PromptBuilder
    memory: Memory
    writer: Writer
    points: Callable[[Context], Points]
    speculate: bool = True
    skipped: tuple[Skipped, ...] = ()
    judging: SecondOpinion | None = None
    follower: Follower | None = None
