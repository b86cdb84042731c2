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
)

__all__ = ["Asked", "Interview", "Turn", "interviews", "turns_of"]


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


@dataclass(slots=True)
class Turn:
    """What a session showed for one asking of a question.

    Attributes:
        n_withdrawn: Versions of the answer that stood on screen and were taken back.
    """

    question: Question
    done: AnswerDone | None = None
    anchor: Anchor | None = None
    n_withdrawn: int = 0


def turns_of(items: Iterable[Item]) -> list[Turn]:
    """The answered turns of a session, in the order in which they were answered.

    A question that comes back is a turn of its own.
    """
    answered: list[Turn] = []
    open_turns: dict[int, Turn] = {}
    shown: set[int] = set()
    for item in items:
        match item:
            case Question():
                _ask(item, open_turns, shown)
            case TalkingPoint():
                shown.add(item.turn_id)
            case AnchorFound() if item.turn_id in open_turns:
                open_turns[item.turn_id].anchor = item.anchor
            case AnswerDone() if item.turn_id in open_turns:
                turn = open_turns.pop(item.turn_id)
                turn.done = item
                answered.append(turn)
                shown.discard(item.turn_id)
            case _:
                pass
    return answered


def _ask(question: Question, open_turns: dict[int, Turn], shown: set[int]) -> None:
    turn = open_turns.setdefault(question.turn_id, Turn(question))
    withdrawn = question.state is QuestionState.WITHDRAWN
    if question.turn_id in shown and (withdrawn or question.text != turn.question.text):
        turn.n_withdrawn += 1
        shown.discard(question.turn_id)
    turn.question = question
