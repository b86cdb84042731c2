"""How a fault went: what was told of it, how soon, and how soon all was well again."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from kairo_desktop.audio.health import LaneState
from kairo_desktop.types import Lane
from tests.audio.listening import Listening

__all__ = ["Course", "Note", "course_of"]

_OLDEST_S = 0.3
"""Sound that comes after the repair may be this much older than it."""


@dataclass(frozen=True, slots=True)
class Course:
    """One fault of one lane, in seconds; None for what did not happen.

    Attributes:
        told: The state and the words of the user's last message before the repair.
        told_s: From the fault until anything was told.
        back_s: From the repair until the first frame.
        gap_s: How much of the lane is marked as missing.
    """

    fault: str
    lane: Lane
    told: str
    told_s: float | None
    back_s: float | None
    gap_s: float

    def __str__(self) -> str:
        told, back = ("-" if t is None else f"{t:.2f} s" for t in (self.told_s, self.back_s))
        return (
            f"{self.fault} | {self.lane.value} | told {told} | back {back} | "
            f"gap {self.gap_s:.2f} s | {self.told or 'nothing'}"
        )


Note: TypeAlias = Callable[[object], None]
"""Keeps a measurement for the summary of the run."""


def course_of(
    heard: Listening, lane: Lane, fault: str, broke_s: float, mended_s: float | None = None
) -> Course:
    """What has happened on a lane since a fault at `broke_s`, repaired at `mended_s`."""
    told = [(t, h) for t, h in heard.told(lane, broke_s) if h.state is not LaneState.OK]
    before = [(t, h) for t, h in told if mended_s is None or t <= mended_s] or told[:1]
    words = f"{before[-1][1].state.value}: {before[-1][1].message}" if before else ""
    back = [
        t - mended_s
        for t, frame in heard.arrivals(lane, mended_s or 0.0)
        if mended_s is not None and frame.start_s > mended_s - _OLDEST_S
    ]
    return Course(
        fault,
        lane,
        words,
        told_s=told[0][0] - broke_s if told else None,
        back_s=back[0] if back else None,
        gap_s=sum(g.end_s - g.start_s for g in heard.gaps(lane) if g.end_s > broke_s),
    )
