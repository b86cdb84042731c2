"""What a session tells the outside, in order: the items of the path with the time they came."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from kairo_desktop.audio.health import LaneHealth
from kairo_desktop.audio.levels import LaneLevel
from kairo_desktop.errors import KairoError
from kairo_desktop.types import (
    Anchor,
    AnswerDone,
    Gap,
    Hypothesis,
    Question,
    SpeechState,
    TalkingPoint,
    Utterance,
)

__all__ = ["AnchorFound", "ClockKind", "Event", "Fault", "Heard", "Item", "Said", "Told"]


@dataclass(frozen=True, slots=True)
class AnchorFound:
    """The note that stands on screen for a turn; replaces an earlier one of the same turn."""

    turn_id: int
    anchor: Anchor


@dataclass(frozen=True, slots=True)
class Fault:
    """Something went wrong and the session goes on.

    Attributes:
        code: A stable word, one of the error tree's.
    """

    code: str
    message: str
    cure: str = ""

    @classmethod
    def of(cls, error: KairoError) -> "Fault":
        """The fault that an error amounts to."""
        return cls(error.code, error.message, error.cure)


Heard: TypeAlias = SpeechState | Hypothesis | Utterance | Gap
"""What the hearing half gives."""

Said: TypeAlias = Question | AnchorFound | TalkingPoint | AnswerDone | Fault
"""What the answering half gives."""

Told: TypeAlias = LaneHealth | LaneLevel
"""What the lanes themselves tell; only a live session has it."""

Item: TypeAlias = Hypothesis | Utterance | Gap | Said | Told


class ClockKind(StrEnum):
    """Whether times were lived through or computed."""

    VIRTUAL = "virtual"
    """Audio time plus the computing time measured, as if both halves had a core each."""
    REAL = "real"


@dataclass(frozen=True, slots=True)
class Event:
    """An item and when it came, in seconds since the session's start."""

    t_s: float
    clock: ClockKind
    item: Item
