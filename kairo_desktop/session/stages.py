"""What the answering half of a session is made of."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from kairo_desktop.copilot.memory import Memory
from kairo_desktop.copilot.points import Points
from kairo_desktop.copilot.prompts import PromptBuilder
from kairo_desktop.retrieval.read import Skipped
from kairo_desktop.session.writer import Writer
from kairo_desktop.types import Context, Hypothesis, Question, SpeechState, Stage, UserCommand

__all__ = ["AnswerStages", "Finder", "Turns"]


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


@dataclass(frozen=True, slots=True)
class AnswerStages:
    """What the answering half is made of.

    Attributes:
        memory: What had been said before; empty at the start of a session.
        points: Makes the stage that cuts one answer into points.
        speculate: Work on questions before they are confirmed.
        skipped: Notes that cannot be used.
    """

    turns: Turns
    latch: Finder
    prompts: PromptBuilder
    memory: Memory
    writer: Writer
    points: Callable[[Context], Points]
    speculate: bool = True
    skipped: tuple[Skipped, ...] = ()
