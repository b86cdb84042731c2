"""When things happened to one turn, and what it cost: the making of its `Trace`."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

from kairo_desktop.types import TokenRun, Trace

__all__ = ["Clock", "Milestone", "TurnWatch", "Watches"]

Clock = Callable[[], float]
"""Now, in seconds on the session's timeline."""


class Milestone(Enum):
    """Moments of a turn; the values are the field names of `Trace`."""

    SETTLED = "settled_ms"
    QUESTION = "question_ms"
    CONFIRMED = "confirmed_ms"
    PREFILL_DONE = "prefill_done_ms"
    ANCHOR = "anchor_ms"
    FIRST_WORDS = "first_words_ms"
    FIRST_POINT = "first_point_ms"
    DONE = "done_ms"


_OF_VERSION = (
    Milestone.PREFILL_DONE,
    Milestone.FIRST_WORDS,
    Milestone.FIRST_POINT,
    Milestone.DONE,
)


@dataclass(slots=True)
class TurnWatch:
    """Collects the milestones and counts of one turn, over all versions of its answer.

    Attributes:
        wasted_tokens: Generated for versions that are void.
        withdrawn_points: Points of those versions that stood on screen.
    """

    clock: Clock
    prefilled_ahead: int = 0
    wasted_tokens: int = 0
    withdrawn_points: int = 0
    _at_s: dict[Milestone, float] = field(default_factory=dict)
    _runs: list[TokenRun] = field(default_factory=list)

    def first(self, milestone: Milestone) -> None:
        """Note the moment unless it has been noted."""
        self._at_s.setdefault(milestone, self.clock())

    def latest(self, milestone: Milestone) -> None:
        """Note the moment, in place of an earlier one."""
        self._at_s[milestone] = self.clock()

    def known(self, milestone: Milestone, at_s: float | None) -> None:
        """Note a moment that has passed; None is "did not happen"."""
        if at_s is not None:
            self._at_s[milestone] = at_s

    def generated(self, run: TokenRun) -> None:
        """Count one pass of the current version."""
        self._runs.append(run)

    def discarded(self, n_points_shown: int) -> None:
        """The current version is void: what it generated is waste, its moments don't count."""
        self.wasted_tokens += sum(len(run.tokens) for run in self._runs)
        self.withdrawn_points += n_points_shown
        self._runs.clear()
        for milestone in _OF_VERSION:
            self._at_s.pop(milestone, None)

    def trace(self, speech_end_s: float) -> Trace:
        """The turn so far, its moments counted from `speech_end_s`."""
        after_ms = {
            milestone.value: round((at_s - speech_end_s) * 1000, 1)
            for milestone, at_s in self._at_s.items()
        }
        return Trace(
            speech_end_s=round(speech_end_s, 3),
            tokens=sum(len(run.tokens) for run in self._runs),
            passes=sum(1 for run in self._runs if run.tokens),
            drafted=sum(run.num_draft for run in self._runs),
            accepted=sum(run.num_accept for run in self._runs),
            prefilled_ahead=self.prefilled_ahead,
            wasted_tokens=self.wasted_tokens,
            shown_then_withdrawn=self.withdrawn_points,
            **after_ms,
        )


class Watches:
    """A watch for every turn; what a turn cost that came to nothing is told by the next one."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._of: dict[int, TurnWatch] = {}
        self._wasted_tokens = 0
        self._withdrawn_points = 0

    def of(self, turn_id: int) -> TurnWatch:
        """The turn's watch, a new one where it has none."""
        if turn_id not in self._of:
            self._of[turn_id] = TurnWatch(
                self._clock,
                wasted_tokens=self._wasted_tokens,
                withdrawn_points=self._withdrawn_points,
            )
            self._wasted_tokens = self._withdrawn_points = 0
        return self._of[turn_id]

    def forget(self, turn_id: int) -> None:
        """Watch the turn anew: it is answered once more."""
        self._of.pop(turn_id, None)

    def withdraw(self, turn_id: int) -> None:
        """The turn was none, and all that was done for it is waste."""
        watch = self._of.pop(turn_id, None)
        if watch is not None:
            self._wasted_tokens += watch.wasted_tokens
            self._withdrawn_points += watch.withdrawn_points
