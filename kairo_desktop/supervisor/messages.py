"""What travels between the supervisor and a child besides the items of the path."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from kairo_desktop.audio.health import LaneHealth
from kairo_desktop.audio.levels import LaneLevel
from kairo_desktop.session.events import AnchorFound, Fault
from kairo_desktop.types import (
    AnswerDone,
    AudioFrame,
    Gap,
    Hypothesis,
    Lane,
    Question,
    SpeechState,
    TalkingPoint,
    UserCommand,
    Utterance,
)

__all__ = [
    "PROTOCOL",
    "ChildReport",
    "ChildState",
    "Connections",
    "Control",
    "End",
    "Heartbeat",
    "Hello",
    "Message",
    "Past",
    "PathItem",
    "PauseLane",
    "Ready",
    "Report",
    "Role",
    "Timeline",
    "Turn",
    "Welcome",
]

PROTOCOL = 1
"""Version of the wire; two ends that disagree do not talk."""


class Role(StrEnum):
    """What a child is there for."""

    CAPTURE = "capture"
    ASR = "asr"
    LLM = "llm"


@dataclass(frozen=True, slots=True)
class Hello:
    """First message to a child.

    Attributes:
        version: Of the program; both ends are the same program, or they do not talk.
        job: The role's own settings as JSON; only the worker's builder reads them.
    """

    protocol: int
    version: str
    role: Role
    job: str


@dataclass(frozen=True, slots=True)
class Welcome:
    """A child's answer to `Hello`, before it loads anything."""

    protocol: int
    version: str
    pid: int


@dataclass(frozen=True, slots=True)
class Ready:
    """The child has loaded what it needs.

    Attributes:
        loaded_ms: From `Hello` to here.
        running: What the child really uses, for the user: names of models.
    """

    loaded_ms: float
    running: str


@dataclass(frozen=True, slots=True)
class Connections:
    """What has gone to the network: of one process in a heartbeat, of all of them in a report.

    Attributes:
        count: Internet connections begun and names looked up.
        hosts: Names and addresses they went to, each once, first come first.
    """

    count: int = 0
    hosts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """Sent by a child each second, whatever else it does.

    Attributes:
        busy_s: How long the step being worked on has taken so far; 0 when idle.
        waiting: Items that wait in the child's mailbox.
        dropped: Items the mailbox has dropped since the child started.
        connections: Of the child since it started.
    """

    busy_s: float
    waiting: int
    dropped: int
    connections: Connections = Connections()


@dataclass(frozen=True, slots=True)
class Turn:
    """A question and the answer it got."""

    question: Question
    answer: AnswerDone


@dataclass(frozen=True, slots=True)
class Past:
    """What a new llm child must know of the session before it came.

    Attributes:
        lines: Finished lines of both lanes, oldest first; the memory is made of them.
        answered: Turns with their answers, oldest first.
        unanswered: Confirmed turns that still want an answer, oldest first.
        next_turn_id: First id that no turn has had.
    """

    lines: tuple[Utterance, ...] = ()
    answered: tuple[Turn, ...] = ()
    unanswered: tuple[Question, ...] = ()
    next_turn_id: int = 1


@dataclass(frozen=True, slots=True)
class PauseLane:
    """Stop hearing a lane at its source, or hear it again."""

    lane: Lane
    paused: bool


@dataclass(frozen=True, slots=True)
class End:
    """Nothing more will come; travels down the path behind the last item."""


@dataclass(frozen=True, slots=True)
class Timeline:
    """Where the session's time 0 lies on the monotonic clock, which all processes share."""

    zero_s: float


class ChildState(StrEnum):
    """Where a child is in its life."""

    STARTING = "starting"
    READY = "ready"
    RESTARTING = "restarting"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class ChildReport:
    """A child has come to another point of its life; never on the wire.

    Attributes:
        name: Of the child: its role, and the lane of a capture child.
        detail: READY: what it uses; RESTARTING and FAILED: why.
    """

    name: str
    state: ChildState
    detail: str = ""


PathItem: TypeAlias = (
    AudioFrame
    | Gap
    | LaneLevel
    | LaneHealth
    | PauseLane
    | SpeechState
    | Hypothesis
    | Utterance
    | UserCommand
    | Question
    | AnchorFound
    | TalkingPoint
    | AnswerDone
    | Fault
    | Timeline
    | End
)
"""What stages give each other, and the mark behind the last of it."""

Control: TypeAlias = Hello | Welcome | Ready | Heartbeat | Past

Message: TypeAlias = PathItem | Control

Report: TypeAlias = (
    Gap
    | LaneLevel
    | LaneHealth
    | Hypothesis
    | Utterance
    | Question
    | AnchorFound
    | TalkingPoint
    | AnswerDone
    | Fault
    | End
    | ChildReport
    | Connections
)
"""What the supervisor tells the rest of the program; `End` once, behind the last answer.

`Connections` comes once when the children start, and again each time it has grown.
"""
