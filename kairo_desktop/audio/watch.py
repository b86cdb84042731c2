"""Whether a lane's stream records what it should: PulseAudio moves streams without an error."""

from dataclasses import dataclass
from typing import Final

from kairo_desktop.audio.sources import SoundSource, pick
from kairo_desktop.types import Lane

__all__ = ["STEADY_S", "Binding", "LaneWatch", "ServerView"]

STEADY_S: Final = 0.3
"""A stream that has been right for less than this may be wrong again in a moment."""

_MOVE_AGAIN_S: Final = 0.2
"""Another program may move the stream as often as we do; neither must keep the machine busy."""


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
        wrong_since_s: Since when the stream has been connected wrongly at one moment or other;
            None once it has been right for `STEADY_S`.
        right_since_s: Since when it has been right; None while it is not.
    """

    wanted: SoundSource | None
    right: bool
    move_to: str | None = None
    wrong_since_s: float | None = None
    right_since_s: float | None = None


class LaneWatch:
    """Compares where the stream is with where it should be, each time something changes."""

    def __init__(self, lane: Lane, choice: str) -> None:
        self._lane = lane
        self._choice = choice
        self._wrong_since_s: float | None = None
        self._right_since_s: float | None = None
        self._moved_s: float | None = None

    def step(self, view: ServerView, now_s: float) -> Binding:
        """What the view means."""
        wanted = pick(view.sources, self._lane, self._choice)
        right = wanted is not None and view.bound == wanted.name
        self._note(right=right, connected=view.bound is not None, now_s=now_s)
        move_to = None
        if wanted is not None and view.bound is not None and not right and self._may_move(now_s):
            move_to, self._moved_s = wanted.name, now_s
        return Binding(wanted, right, move_to, self._wrong_since_s, self._right_since_s)

    def _note(self, *, right: bool, connected: bool, now_s: float) -> None:
        right_since_s = self._right_since_s
        steady = right_since_s is not None and now_s - right_since_s >= STEADY_S
        if not connected or steady:
            self._wrong_since_s = None
        if right:
            self._right_since_s = now_s if right_since_s is None else right_since_s
            return
        self._right_since_s = None
        if connected and self._wrong_since_s is None:
            self._wrong_since_s = now_s

    def _may_move(self, now_s: float) -> bool:
        return self._moved_s is None or now_s - self._moved_s >= _MOVE_AGAIN_S
