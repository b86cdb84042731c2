"""What a session's traces come to: how long its answers kept the user waiting."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

from kairo_desktop.store.records import SavedTurn
from kairo_desktop.types import Trace

__all__ = ["Figures", "Waits", "figures_of"]


@dataclass(frozen=True, slots=True)
class Waits:
    """Milliseconds from the last syllable of a question to some moment of its answer.

    A moment before that syllable counts as 0: nobody waited. All None where it never came.

    Attributes:
        p50_ms: Median; the mean of the middle two where there are two.
        p95_ms: The smallest wait that 95 % of all do not exceed.
        cold_ms: Of the session's first answer.
    """

    p50_ms: float | None = None
    p95_ms: float | None = None
    cold_ms: float | None = None


@dataclass(frozen=True, slots=True)
class Figures:
    """A session in numbers.

    Attributes:
        n_asked: Confirmed questions.
        n_answered: Those whose answer came to its end.
        first_words: Until the first word of a point stood on screen.
        done: Until the last.
    """

    n_asked: int
    n_answered: int
    first_words: Waits
    done: Waits


def figures_of(turns: Sequence[SavedTurn]) -> Figures:
    """The figures of a session, from its turns in the order in which they were asked."""
    traces = [turn.trace for turn in turns if turn.trace is not None]
    return Figures(
        n_asked=len(turns),
        n_answered=len(traces),
        first_words=_waits(traces, lambda trace: trace.first_words_ms),
        done=_waits(traces, lambda trace: trace.done_ms),
    )


def _waits(traces: Sequence[Trace], moment: Callable[[Trace], float | None]) -> Waits:
    waits = [max(0.0, ms) for trace in traces if (ms := moment(trace)) is not None]
    if not waits:
        return Waits()
    ninety_fifth = sorted(waits)[math.ceil(0.95 * len(waits)) - 1]
    cold = moment(traces[0])
    return Waits(
        p50_ms=median(waits),
        p95_ms=ninety_fifth,
        cold_ms=None if cold is None else max(0.0, cold),
    )
