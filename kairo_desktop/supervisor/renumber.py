"""Turn numbers of a process that came later, as the session counts them."""

from dataclasses import replace
from typing import TypeVar

from kairo_desktop.session.events import AnchorFound
from kairo_desktop.supervisor.messages import PathItem
from kairo_desktop.types import AnswerDone, Question, TalkingPoint

__all__ = ["renumbered"]

_T = TypeVar("_T", Question, AnswerDone, TalkingPoint, AnchorFound, PathItem)


def renumbered(item: _T, by: int) -> _T:
    """The item with `by` added to every turn number in it."""
    match item:
        case _ if by == 0:
            return item
        case Question():
            repeats = None if item.repeat_of is None else item.repeat_of + by
            return replace(item, turn_id=item.turn_id + by, repeat_of=repeats)
        case AnswerDone():
            points = tuple(renumbered(point, by) for point in item.points)
            return replace(item, turn_id=item.turn_id + by, points=points)
        case TalkingPoint() | AnchorFound():
            return replace(item, turn_id=item.turn_id + by)
        case _:
            return item
