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

__all__ = ["Asked", "Heard", "Interview", "Match", "Turn", "interviews", "turns_of", "withdrawn_of"]

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
    """What a session showed for one asking of a question."""

    question: Question
    done: AnswerDone
    anchor: Anchor | None = None

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
    """An interview as a session answered it.

    Attributes:
        n_withdrawn: Versions of answers that stood on screen and were taken back.
        latched_differs: For each confirmed question, whether the passages that were held while
            it was asked are others than a search on its final text finds.
    """

    interview: Interview
    turns: tuple[Turn, ...]
    n_withdrawn: int = 0
    latched_differs: tuple[bool, ...] = ()

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


def turns_of(items: Iterable[Item]) -> tuple[Turn, ...]:
    """The answered turns of a session, in the order in which they were first answered.

    A turn that goes on and is answered anew is one; a question that comes back is another.
    """
    questions: dict[int, Question] = {}
    anchors: dict[int, Anchor] = {}
    turns: dict[tuple[int, float | None], Turn] = {}
    for item in items:
        match item:
            case Question():
                questions[item.turn_id] = item
            case AnchorFound():
                anchors[item.turn_id] = item.anchor
            case AnswerDone() if item.turn_id in questions:
                asked = questions[item.turn_id]
                again = None if asked.repeat_of is None else asked.end_s
                turns[item.turn_id, again] = Turn(asked, item, anchors.get(item.turn_id))
            case _:
                pass
    return tuple(turns.values())


def withdrawn_of(items: Iterable[Item]) -> int:
    """How many versions of answers stood on screen and were taken back."""
    texts: dict[int, str] = {}
    shown: set[int] = set()
    n_withdrawn = 0
    for item in items:
        match item:
            case Question(state=QuestionState.WITHDRAWN):
                n_withdrawn += item.turn_id in shown
                shown.discard(item.turn_id)
            case Question():
                replaced = item.text != texts.get(item.turn_id, item.text)
                n_withdrawn += replaced and item.turn_id in shown
                if replaced:
                    shown.discard(item.turn_id)
                texts[item.turn_id] = item.text
            case TalkingPoint():
                shown.add(item.turn_id)
            case _:
                pass
    return n_withdrawn
