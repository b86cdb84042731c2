"""Whether a lane's stream records what it should: PulseAudio moves streams without an error."""

from dataclasses import dataclass

from kairo_desktop.audio.sources import SoundSource, pick
from kairo_desktop.types import Lane

__all__ = ["Binding", "LaneWatch", "ServerView"]


@dataclass(frozen=True, slots=True)
class ServerView:
    """What the sound server says at one moment.

    Attributes:
        bound: Name of the source that our stream is connected to; None where we have no stream
            or it is connected to none.
    """

    sources: tuple[SoundSource, ...]
    bound: str | None = None


@dataclass(frozen=True, slots=True)
class Binding:
    """What a view means for the lane.

    Attributes:
        wanted: The source that should be heard; None while it is not there.
        right: What comes from the stream may be heard.
        move_to: The source that the stream must be moved to now, if any.
        wrong_since_s: Since when the stream has been connected wrongly; None while it is not.
    """

    wanted: SoundSource | None
    right: bool
    move_to: str | None = None
    wrong_since_s: float | None = None


class LaneWatch:
    """Compares where the stream is with where it should be, each time something changes."""

    def __init__(self, lane: Lane, choice: str) -> None:
        self._lane = lane
        self._choice = choice
        self._wrong_since_s: float | None = None

    def step(self, view: ServerView, now_s: float) -> Binding:
        """What the view means."""
        wanted = pick(view.sources, self._lane, self._choice)
        right = wanted is not None and view.bound == wanted.name
        if view.bound is None or right:
            self._wrong_since_s = None
        elif self._wrong_since_s is None:
            self._wrong_since_s = now_s
        move_to = None
        if wanted is not None and view.bound is not None and not right:
            move_to = wanted.name
        return Binding(wanted, right, move_to, self._wrong_since_s)
