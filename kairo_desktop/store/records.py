"""What the history gives back."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from kairo_desktop.types import Lane, Question, TalkingPoint, Trace, Utterance

__all__ = ["Match", "MatchKind", "SavedSession", "SavedTurn", "SessionState", "Span", "Story"]


class SessionState(StrEnum):
    """How a session came to its end."""

    RUNNING = "running"
    ENDED = "ended"
    INTERRUPTED = "interrupted"
    """Its program died; what was said until then is kept."""
    RECOVERED = "recovered"


@dataclass(frozen=True, slots=True)
class SavedSession:
    """One session of the history.

    Attributes:
        ended_at: None while it is running or interrupted.
        n_lines: Finished lines of both lanes.
        n_turns: Confirmed questions.
    """

    session_id: int
    title: str
    started_at: datetime
    ended_at: datetime | None
    state: SessionState
    n_lines: int
    n_turns: int


@dataclass(frozen=True, slots=True)
class SavedTurn:
    """A question and what was shown for it.

    Attributes:
        points: Final ones, in order.
        trace: None where no answer was finished.
        asked_again_s: When the same question came once more, on the session's timeline.
    """

    question: Question
    points: tuple[TalkingPoint, ...]
    not_in_notes: bool
    trace: Trace | None
    asked_again_s: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Story:
    """All of one session, lines and turns in the order in which they were said."""

    session: SavedSession
    lines: tuple[Utterance, ...]
    turns: tuple[SavedTurn, ...]


class MatchKind(StrEnum):
    """Where a searched word was found."""

    LINE = "line"
    QUESTION = "question"
    POINT = "point"


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a text, in characters: from `start` up to, without, `end`."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Match:
    """A place of the history that a search found.

    Attributes:
        at_s: On the session's timeline; of a point, where its question ended.
        number: `utterance_id` of a line, `turn_id` of a question or a point.
        lane: Who said a line; None for questions and points.
        index: Place of a point in its answer.
        spans: Where the words stand in `text`.
    """

    session_id: int
    kind: MatchKind
    text: str
    at_s: float
    number: int
    lane: Lane | None = None
    index: int = 0
    spans: tuple[Span, ...] = ()
