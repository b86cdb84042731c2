"""An interview whose truth is known, and what a session made of it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from kairo_desktop.errors import InputError
from kairo_desktop.session.events import AnchorFound, Item
from kairo_desktop.session.recording import Recording
from kairo_desktop.types import (
    Anchor,
    AnswerDone,
    Question,
    QuestionState,
    TalkingPoint,
    Trace,
)

__all__ = ["Asked", "Heard", "Interview", "Match", "Turn", "interviews", "turns_of"]

_NEAR_S = 2.0
"""A turn answers the question whose end it is this close to."""


class _Spoken(msgspec.Struct, frozen=True):
    speaker: str
    text: str
    start_s: float
    end_s: float
    is_question: bool


class _Truth(msgspec.Struct, frozen=True):
    profile: str
    duration_s: float
    utterances: tuple[_Spoken, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that was really put to the user."""

    text: str
    start_s: float
    end_s: float


@dataclass(frozen=True, slots=True)
class Interview:
    """A recorded interview and what was really asked in it."""

    name: str
    recording: Recording
    duration_s: float
    questions: tuple[Asked, ...]


def interviews(data: Path) -> Iterator[Interview]:
    """All interviews below `data`, by name.

    Raises:
        InputError: there are none, or a truth file is not readable.
    """
    folders = sorted(path.parent for path in data.glob("interviews/*/truth.json"))
    if not folders:
        raise InputError(f"There are no interviews in {data}.", cure="Name another folder.")
    for folder in folders:
        try:
            truth = msgspec.json.decode((folder / "truth.json").read_bytes(), type=_Truth)
        except (msgspec.MsgspecError, OSError) as err:
            raise InputError(f"{folder / 'truth.json'} cannot be read: {err}.") from err
        yield Interview(
            name=folder.name,
            recording=Recording(
                folder / "interviewer.flac",
                folder / "candidate.flac",
                data / "profiles" / truth.profile,
            ),
            duration_s=truth.duration_s,
            questions=tuple(
                Asked(line.text, line.start_s, line.end_s)
                for line in truth.utterances
                if line.is_question
            ),
        )


@dataclass(frozen=True, slots=True)
class Turn:
    """What a session showed for one asking of a question.

    Attributes:
        n_withdrawn: Versions of the answer that stood on screen and were taken back.
    """

    question: Question
    done: AnswerDone
    anchor: Anchor | None
    n_withdrawn: int

    @property
    def trace(self) -> Trace:
        """Where the time went."""
        return self.done.trace


@dataclass(frozen=True, slots=True)
class Match:
    """A question that was asked, and the turn that answered it; None when it was missed."""

    asked: Asked
    turn: Turn | None


@dataclass(frozen=True, slots=True)
class Heard:
    """An interview as a session answered it."""

    interview: Interview
    turns: tuple[Turn, ...]

    def matches(self) -> Iterator[Match]:
        """Each question with its turn; a turn answers one question."""
        left = list(self.turns)
        for asked in self.interview.questions:

            def distance_s(turn: Turn, end_s: float = asked.end_s) -> float:
                return abs(turn.question.end_s - end_s)

            turn = min(left, key=distance_s, default=None)
            if turn is None or distance_s(turn) > _NEAR_S:
                yield Match(asked, None)
                continue
            left.remove(turn)
            yield Match(asked, turn)


@dataclass(slots=True)
class _Open:
    """A turn that is not answered yet."""

    question: Question
    anchor: Anchor | None = None
    shown: bool = False
    n_withdrawn: int = 0

    def ask(self, question: Question) -> None:
        """Take the turn's next version."""
        withdrawn = question.state is QuestionState.WITHDRAWN
        if self.shown and (withdrawn or question.text != self.question.text):
            self.n_withdrawn += 1
            self.shown = False
        self.question = question


def turns_of(items: Iterable[Item]) -> Iterator[Turn]:
    """The answered turns of a session, in the order in which they were answered.

    A question that comes back is a turn of its own.
    """
    turns: dict[int, _Open] = {}
    for item in items:
        match item:
            case Question():
                turns.setdefault(item.turn_id, _Open(item)).ask(item)
            case TalkingPoint() if item.turn_id in turns:
                turns[item.turn_id].shown = True
            case AnchorFound() if item.turn_id in turns:
                turns[item.turn_id].anchor = item.anchor
            case AnswerDone() if item.turn_id in turns:
                turn = turns.pop(item.turn_id)
                yield Turn(turn.question, item, turn.anchor, turn.n_withdrawn)
            case _:
                pass
