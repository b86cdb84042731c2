"""What can be heard on this machine, and which of it the user wants on a lane."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from kairo_desktop.types import Lane

__all__ = ["DEFAULT", "OFF", "SoundSource", "pick"]

DEFAULT: Final = "default"
"""The choice that follows the system's default device."""

OFF: Final = "off"
"""The choice that leaves a lane out."""


@dataclass(frozen=True, slots=True)
class SoundSource:
    """Something that can be heard.

    Attributes:
        name: Stays the same over restarts and replugging; what the settings remember.
        description: For people; may be translated, and need not be unique.
        lane: SYSTEM for what an output plays, MIC for an input.
        is_default: The system's own choice for that lane.
        suspended: Put to sleep: nothing comes from it.
    """

    name: str
    description: str
    lane: Lane
    is_default: bool = False
    muted: bool = False
    suspended: bool = False


def pick(sources: Iterable[SoundSource], lane: Lane, choice: str) -> SoundSource | None:
    """The source that a choice means right now; None while there is no such source.

    A name means that source and no other, whatever becomes the default. What an output plays
    never stands in for a microphone, even where the system has nothing better to offer.

    Args:
        sources: All there are.
        lane: Whose default is meant.
        choice: `DEFAULT`, or the exact name or description of a source.
    """
    if choice == DEFAULT:
        return next((s for s in sources if s.is_default and s.lane is lane), None)
    listed = tuple(sources)
    named = (s for s in listed if s.name == choice)
    described = (s for s in listed if s.description == choice)
    return next(named, None) or next(described, None)
