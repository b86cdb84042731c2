"""How long a person waits for the first words of a talking point, at the pace of speech."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from kairo_desktop.bench.interview import (
    Heard,
    Interview,
    Match,
    interviews,
    turns_of,
    withdrawn_of,
)
from kairo_desktop.bench.latched import latched_differs
from kairo_desktop.bench.report import Figure, Report, median, quantile
from kairo_desktop.retrieval.latch import Latch
from kairo_desktop.session.notes import open_notes
from kairo_desktop.settings.asr import AsrPolicy
from kairo_desktop.settings.llm import DraftKind
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.schema import Settings
from kairo_desktop.supervisor.realtime import answer_realtime
from kairo_desktop.types import Question, QuestionState, Trace

__all__ = ["LatencyRow", "Mode", "bench_latency", "row_of"]


class Mode(StrEnum):
    """Three programs with the same models.

    The baselines wait for 700 ms of silence, hear the utterance in Whisper's 30-second window
    and decode plainly, as a good ordinary program does; `warm` keeps rules and profile in the
    cache, `cold` reads the whole prompt anew for every question.
    """

    KAIRO = "kairo"
    BASELINE_WARM = "baseline_warm"
    BASELINE_COLD = "baseline_cold"

    def settings(self, own: Settings) -> Settings:
        """The settings of the program that the mode stands for."""
        if self is Mode.KAIRO:
            return own
        ordinary = {
            "audio": own.audio.model_copy(update={"close_ms": 700}),
            "asr": own.asr.model_copy(update={"policy": AsrPolicy.AT_END}),
            "turn": own.turn.model_copy(
                update={
                    "speculate": False,
                    "confirm_closed_ms": 700,
                    "confirm_complete_ms": 700,
                    "confirm_open_ms": 700,
                }
            ),
            "llm": own.llm.model_copy(
                update={"drafter": DraftKind.NONE, "keep_prefix": self is Mode.BASELINE_WARM}
            ),
        }
        return own.model_copy(update=ordinary)


@dataclass(frozen=True, slots=True)
class LatencyRow:
    """One mode over all interviews; ms from the true end of the question's last syllable.

    First words before that end count as 0; `share_before_end` says how often. The columns with
    `after_speech_end` count from the `speech_end` that Kairo saw.
    """

    mode: str
    first_words_ms_p50: float | None
    first_words_ms_p95: float | None
    first_words_ms_cold: float | None
    anchor_ms_p50: float | None
    first_point_ms_p50: float | None
    done_ms_p50: float | None
    first_words_after_speech_end_ms_p50: float | None
    share_before_end: float | None
    asked: int
    missed: int
    false_triggers_per_10min: float
    withdrawn_per_question: float
    wasted_token_share: float
    latched_differs_share: float | None


def bench_latency(
    data: Path, settings: Settings, paths: Paths, modes: Sequence[Mode] = tuple(Mode)
) -> Report:
    """Replay all interviews below `data` in real time, in every mode.

    Takes as long as the interviews, once for each mode.

    Raises:
        InputError: there are no interviews.
        ModelMissing: a model is not installed.
    """
    all_interviews = list(interviews(data))
    rows = tuple(
        row_of(mode, [_replayed(one, mode.settings(settings), paths) for one in all_interviews])
        for mode in modes
    )
    return Report(
        bench="latency",
        rows=rows,
        models=(settings.asr.model, settings.llm.model),
        figures=tuple(_ratios(rows)),
        notes=(
            "Counted from the true end of each question; capture is not in it.",
            "first_words_ms_cold is the first question of an interview.",
        ),
    )


def _replayed(interview: Interview, settings: Settings, paths: Paths) -> Heard:
    recording = interview.recording
    with answer_realtime(recording, settings, paths) as events:
        items = [event.item for event in events]
    asked = [item for item in items if isinstance(item, Question) and _is_searched(item, settings)]
    with open_notes(settings.retrieval, paths, recording.profile) as notes:
        differs = tuple(latched_differs(asked, lambda: Latch(notes.retriever)))
    return Heard(interview, turns_of(items), withdrawn_of(items), differs)


def _is_searched(question: Question, settings: Settings) -> bool:
    return settings.turn.speculate or question.state is QuestionState.CONFIRMED


def row_of(mode: Mode, heard: Sequence[Heard]) -> LatencyRow:
    """The figures of one mode."""
    matches = [match for one in heard for match in one.matches()]
    turns = [turn for one in heard for turn in one.turns]
    first_words = _after_end(matches, lambda trace: trace.first_words_ms)
    answered = [match.turn for match in matches if match.turn is not None]
    minutes = sum(one.interview.duration_s for one in heard) / 60
    return LatencyRow(
        mode=mode.value,
        first_words_ms_p50=_waited(first_words, 0.5),
        first_words_ms_p95=_waited(first_words, 0.95),
        first_words_ms_cold=_waited(_cold(heard), 0.5),
        anchor_ms_p50=_middle(_after_end(matches, lambda trace: trace.anchor_ms)),
        first_point_ms_p50=_middle(_after_end(matches, lambda trace: trace.first_point_ms)),
        done_ms_p50=_middle(_after_end(matches, lambda trace: trace.done_ms)),
        first_words_after_speech_end_ms_p50=_waited(
            [ms for turn in answered if (ms := turn.trace.first_words_ms) is not None], 0.5
        ),
        share_before_end=_share([ms < 0 for ms in first_words]),
        asked=len(matches),
        missed=len(matches) - len(answered),
        false_triggers_per_10min=round((len(turns) - len(answered)) / minutes * 10, 2),
        withdrawn_per_question=round(sum(one.n_withdrawn for one in heard) / len(matches), 3),
        wasted_token_share=_wasted([turn.trace for turn in turns]),
        latched_differs_share=_share([differs for one in heard for differs in one.latched_differs]),
    )


def _after_end(matches: Iterable[Match], moment: Callable[[Trace], float | None]) -> list[float]:
    """A moment of every answered question, in ms after its true end."""
    return [
        ms + (match.turn.trace.speech_end_s - match.asked.end_s) * 1000
        for match in matches
        if match.turn is not None and (ms := moment(match.turn.trace)) is not None
    ]


def _cold(heard: Iterable[Heard]) -> list[float]:
    firsts = [next(iter(one.matches())) for one in heard]
    return _after_end(firsts, lambda trace: trace.first_words_ms)


def _wasted(traces: Sequence[Trace]) -> float:
    wasted = sum(trace.wasted_tokens for trace in traces)
    kept = sum(trace.tokens for trace in traces)
    return round(wasted / max(1, wasted + kept), 3)


def _waited(after_end_ms: Sequence[float], share: float) -> float | None:
    """A quantile of waiting times; who has the words before the end does not wait."""
    waits = [max(0.0, ms) for ms in after_end_ms]
    if share == 0.5:
        return _middle(waits)
    return round(quantile(waits, share), 1) if waits else None


def _middle(values: Sequence[float]) -> float | None:
    return round(median(values), 1) if values else None


def _share(claims: Sequence[bool]) -> float | None:
    return round(sum(claims) / len(claims), 3) if claims else None


def _ratios(rows: Sequence[LatencyRow]) -> Iterator[Figure]:
    by_mode = {row.mode: row.first_words_ms_p50 for row in rows}
    own = by_mode.get(Mode.KAIRO)
    for name, mode in (
        ("ratio_p50_cold", Mode.BASELINE_COLD),
        ("ratio_p50_warm", Mode.BASELINE_WARM),
    ):
        baseline = by_mode.get(mode)
        if own is not None and baseline:
            yield Figure(name, round(own / baseline, 3))
