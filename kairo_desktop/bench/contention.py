"""What recognizing and answering cost each other on this machine, at the pace of speech."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

from kairo_desktop.bench.report import Figure, Report, median, quantile
from kairo_desktop.session.events import Event
from kairo_desktop.session.recording import Recording
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.schema import Settings
from kairo_desktop.supervisor.realtime import answer_realtime, hear_realtime
from kairo_desktop.types import AnswerDone, Hypothesis, Trace

__all__ = ["ContentionRow", "Load", "bench_contention", "row_of"]


class Load(StrEnum):
    """What runs at the same time.

    `hearing` recognizes both lanes and answers nothing. In `silent_user` only the interviewer
    speaks, so that nothing is recognized while most of an answer is written; in `both` the user
    begins to speak meanwhile.
    """

    HEARING = "hearing"
    SILENT_USER = "silent_user"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class ContentionRow:
    """One load over all runs.

    Attributes:
        hypothesis_ms_p50: From the end of the audio in a hypothesis to its text, while speech
            is open.
        settled_ms_p50: The same for the one that a pause brings, which an answer waits for.
        tokens_per_s: Of answers, from the end of the prefill to the last token.
    """

    load: str
    hypothesis_ms_p50: float | None
    hypothesis_ms_p95: float | None
    settled_ms_p50: float | None
    tokens_per_s: float | None
    n_hypotheses: int
    n_answers: int


_Session: TypeAlias = Callable[
    [Recording, Settings, Paths], AbstractContextManager[Iterator[Event]]
]


def bench_contention(
    recording: Recording, settings: Settings, paths: Paths, *, runs: int = 3
) -> Report:
    """Replay a recording with both lanes under every load, `runs` times by turns.

    Takes as long as the recording, three times a run.

    Raises:
        InputError: the recording cannot be used.
        ModelMissing: a model is not installed.
    """
    interviewer = replace(recording, mic=None)
    events: dict[Load, list[Event]] = {load: [] for load in Load}
    for _ in range(runs):
        events[Load.HEARING] += _replayed(hear_realtime, recording, settings, paths)
        events[Load.SILENT_USER] += _replayed(answer_realtime, interviewer, settings, paths)
        events[Load.BOTH] += _replayed(answer_realtime, recording, settings, paths)
    hearing, silent, both = (row_of(load, events[load]) for load in Load)
    return Report(
        bench="contention",
        rows=(hearing, silent, both),
        runs=runs,
        models=(settings.asr.model, settings.llm.model),
        figures=(
            _ratio("ratio_hypothesis_p50", both.hypothesis_ms_p50, hearing.hypothesis_ms_p50),
            _ratio("ratio_settled_p50", both.settled_ms_p50, hearing.settled_ms_p50),
            _ratio("ratio_tokens_per_s", both.tokens_per_s, silent.tokens_per_s),
        ),
        notes=("Ratios: both at the same time over one alone.",),
    )


def _replayed(
    session: _Session, recording: Recording, settings: Settings, paths: Paths
) -> list[Event]:
    with session(recording, settings, paths) as events:
        return list(events)


def row_of(load: Load, events: Sequence[Event]) -> ContentionRow:
    """The figures of one load, from what happened in all its runs."""
    heard = [(event.t_s, event.item) for event in events if isinstance(event.item, Hypothesis)]
    open_ms = [_after_ms(t_s, item) for t_s, item in heard if not item.settled and not item.final]
    settled_ms = [_after_ms(t_s, item) for t_s, item in heard if item.settled and not item.final]
    answers = [event.item for event in events if isinstance(event.item, AnswerDone)]
    speeds = list(_speeds(answer.trace for answer in answers))
    return ContentionRow(
        load=load.value,
        hypothesis_ms_p50=_rounded(median(open_ms)) if open_ms else None,
        hypothesis_ms_p95=_rounded(quantile(open_ms, 0.95)) if open_ms else None,
        settled_ms_p50=_rounded(median(settled_ms)) if settled_ms else None,
        tokens_per_s=_rounded(median(speeds)) if speeds else None,
        n_hypotheses=len(heard),
        n_answers=len(answers),
    )


def _after_ms(t_s: float, hypothesis: Hypothesis) -> float:
    return (t_s - hypothesis.end_s) * 1000


def _speeds(traces: Iterable[Trace]) -> Iterator[float]:
    """Tokens per second of each answer that was written."""
    for trace in traces:
        if trace.done_ms is not None and trace.prefill_done_ms is not None:
            took_ms = trace.done_ms - trace.prefill_done_ms
            if took_ms > 0:
                yield trace.tokens / took_ms * 1000


def _ratio(name: str, one: float | None, other: float | None) -> Figure:
    return Figure(name, round(one / other, 3) if one is not None and other else None)


def _rounded(value: float) -> float:
    return round(value, 1)
