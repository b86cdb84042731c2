"""What the windows show of a session at one moment: immutable values, no Qt."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from kairo_desktop.audio.health import LaneState
from kairo_desktop.audio.levels import FLOOR_DB
from kairo_desktop.errors import CannotRewind, DiskError, ModelError, ModelMissing, ModelUnfit
from kairo_desktop.session.events import Fault
from kairo_desktop.supervisor.messages import ChildState, Connections
from kairo_desktop.types import Anchor, Kind, Lane, QuestionState, TalkingPoint, Trace

__all__ = [
    "SKIPPED",
    "BoardView",
    "CaptionView",
    "CardView",
    "ChildView",
    "LaneView",
    "Phase",
    "lasts",
    "pins_of",
]

SKIPPED: Final = "note_skipped"
"""Code of the fault that a note cannot be used."""

_NONE: Final = Connections()

_LASTING: Final = frozenset({"child_failed"}) | {
    kind.code for kind in (DiskError, ModelError, ModelMissing, ModelUnfit, CannotRewind)
}


class Phase(StrEnum):
    """What the program does, in one word; the values name the tray's icons, but for HEARING."""

    IDLE = "idle"
    LOADING = "loading"
    HEARING = "hearing"
    """It hears, and answers once the models are ready; looks like LISTENING."""

    LISTENING = "listening"
    PAUSED = "paused"
    TROUBLE = "trouble"


@dataclass(frozen=True, slots=True)
class LaneView:
    """One lane for the eye.

    Attributes:
        heard: It is part of the session.
        source: What it hears, as the system calls it; empty while there is none.
        message: What is the matter and what to do about it; empty when all is well.
        level_db: Mean loudness of the newest frame in steps of 3 dB, -60..0; `FLOOR_DB` below.
    """

    lane: Lane
    heard: bool = False
    state: LaneState = LaneState.OK
    source: str = ""
    message: str = ""
    level_db: float = FLOOR_DB

    @property
    def paused(self) -> bool:
        """The user has paused it."""
        return self.state is LaneState.PAUSED

    @property
    def ailing(self) -> bool:
        """Something is the matter with it, if only that nothing but silence comes."""
        return self.heard and not self.paused and bool(self.message)

    @property
    def open(self) -> bool:
        """Its sound reaches the program now, loud or not."""
        return self.heard and bool(self.source) and self.state in {LaneState.OK, LaneState.SILENT}

    @property
    def troubled(self) -> bool:
        """Nothing is heard of it although it should be."""
        return self.state in {LaneState.LOST, LaneState.DENIED, LaneState.STALLED}


@dataclass(frozen=True, slots=True)
class CaptionView:
    """What a lane says: finished lines, then what of the open utterance may and may not change."""

    lane: Lane
    finished: str = ""
    committed: str = ""
    tentative: str = ""


@dataclass(frozen=True, slots=True)
class CardView:
    """A question and its answer as far as it has come.

    Attributes:
        state: Only ever rises, from FORMING over TENTATIVE to CONFIRMED; WITHDRAWN is a question
            that stood and that the interviewer has taken back, and stays to be read.
        points: In order, the most useful first.
        done: Nothing more comes unless the user asks again.
        trace: None until `done`.
    """

    turn_id: int
    question: str
    kind: Kind
    state: QuestionState
    anchor: Anchor | None = None
    points: tuple[TalkingPoint, ...] = ()
    done: bool = False
    not_in_notes: bool = False
    trace: Trace | None = None

    @property
    def stands(self) -> bool:
        """It has been confirmed, so it never leaves the screen again."""
        return self.state in {QuestionState.CONFIRMED, QuestionState.WITHDRAWN}


@dataclass(frozen=True, slots=True)
class ChildView:
    """A child process and where it is in its life."""

    name: str
    state: ChildState
    detail: str = ""


@dataclass(frozen=True, slots=True)
class BoardView:
    """Everything the windows show at one moment.

    Attributes:
        cards: Questions that are at least likely, oldest first; a repeated one counts as new.
        pinned: Points that the user wants to keep in sight, as they read when last told.
        fault: What went wrong last. The next answer ends it, unless it `lasts`.
        n_skipped: Notes of the profile that cannot be used.
        connections: Internet connections that any process of the program has begun.
    """

    phase: Phase = Phase.IDLE
    lanes: tuple[LaneView, ...] = tuple(LaneView(lane) for lane in Lane)
    captions: tuple[CaptionView, ...] = tuple(CaptionView(lane) for lane in Lane)
    cards: tuple[CardView, ...] = ()
    pinned: tuple[TalkingPoint, ...] = ()
    children: tuple[ChildView, ...] = ()
    fault: Fault | None = None
    n_skipped: int = 0
    connections: Connections = _NONE


def pins_of(pinned: tuple[TalkingPoint, ...]) -> dict[int, frozenset[int]]:
    """Indexes of pinned points by turn_id."""
    pins: dict[int, frozenset[int]] = {}
    for point in pinned:
        pins[point.turn_id] = pins.get(point.turn_id, frozenset()) | {point.index}
    return pins


def lasts(fault: Fault) -> bool:
    """Whether a fault goes on after the next answer.

    What is said then is not written either; and where the model is gone, the notes alone speak.
    """
    return fault.code in _LASTING
