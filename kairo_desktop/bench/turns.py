"""Measures the turn logic on text: what it takes for a question, of which kind, and when."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import msgspec

from kairo_desktop.bench.report import Report, median
from kairo_desktop.bench.turns_play import Player, Segment, spoken_alone
from kairo_desktop.copilot.protocols import Judge, Verdict
from kairo_desktop.copilot.questions import QuestionModel
from kairo_desktop.copilot.reading import Reader
from kairo_desktop.settings.turn import TurnSettings
from kairo_desktop.types import QuestionState

__all__ = ["SegmentsRow", "TurnsRow", "bench_turns"]

_Line = TypeVar("_Line", bound=msgspec.Struct)


class _Turn(msgspec.Struct):
    """A line of turns.jsonl."""

    text: str
    label: str
    kind: str | None
    hard: bool
    alt_labels: tuple[str, ...]
    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SegmentsRow:
    """How growing questions came out.

    Attributes:
        answered_once: Share, 0..1, of those to be answered that got a card, as many as allowed
            at most, with the last words of the question on it.
        early_finalised: How many were confirmed before the speaker had finished.
        answered_unexpected: How many got a card that should have none.
    """

    answered_once: float
    early_finalised: int
    answered_unexpected: int


@dataclass(frozen=True, slots=True)
class TurnsRow:
    """How single lines came out, each played through the turn logic alone.

    Attributes:
        f1_lenient: Also takes the alternative labels of a line for right.
        f1_hard: Of the lines marked hard.
        kind_accuracy: Of all questions whose kind is clear, confirmed or not.
        incomplete_confirmed: Share, 0..1, of incomplete lines that were confirmed.
        smalltalk_confirmed: The same of small talk.
        judged: Lines that a second opinion was asked on.
        verdict_ms_p50: What one took; None where none was asked.
    """

    precision: float
    recall: float
    f1: float
    f1_lenient: float
    f1_hard: float
    kind_accuracy: float
    incomplete_confirmed: float
    smalltalk_confirmed: float
    judged: int
    verdict_ms_p50: float | None
    segments: SegmentsRow


class _Counted:
    """A judge that notes what each verdict took."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self.took_ms: list[float] = []

    def judge(self, text: str) -> Iterator[Verdict | None]:
        begin = time.perf_counter()
        for verdict in self._judge.judge(text):
            if verdict is not None:
                self.took_ms.append((time.perf_counter() - begin) * 1000.0)
            yield verdict


def bench_turns(
    data: Path, settings: TurnSettings | None = None, judge: Judge | None = None
) -> Report:
    """Play `turns.jsonl` and `segments.jsonl` of the folder `data` through the turn logic.

    Args:
        data: A folder laid out like the test data.
        settings: How long to wait.
        judge: Gives second opinions; None for none.

    Raises:
        OSError: a file cannot be read.
        msgspec.DecodeError: a line is not laid out as expected.
    """
    chosen = settings or TurnSettings()
    model = QuestionModel.load()
    counted = _Counted(judge) if judge is not None else None
    player = Player(chosen, model, counted)
    turns = _read(data / "turns.jsonl", _Turn)
    confirmed = [_is_confirmed(spoken_alone(line.text), player) for line in turns]
    took_ms = counted.took_ms if counted else []
    row = TurnsRow(
        *_precision_recall_f1(turns, confirmed),
        f1_lenient=_precision_recall_f1(turns, confirmed, lenient=True)[2],
        f1_hard=_precision_recall_f1(*_only_hard(turns, confirmed))[2],
        kind_accuracy=_kind_accuracy(turns, model),
        incomplete_confirmed=_share_of("incomplete", turns, confirmed),
        smalltalk_confirmed=_share_of("smalltalk", turns, confirmed),
        judged=len(took_ms),
        verdict_ms_p50=median(took_ms) if took_ms else None,
        segments=_segments_row(_read(data / "segments.jsonl", Segment), player),
    )
    return Report(
        bench="turns",
        rows=(row,),
        settings=tuple(f"{name}={value}" for name, value in chosen.model_dump().items()),
        notes=("Text only: pauses and recognition are simulated, see the data's README.",),
    )


def _read(path: Path, line: type[_Line]) -> list[_Line]:
    return [msgspec.json.decode(row, type=line) for row in path.read_bytes().splitlines() if row]


def _is_confirmed(segment: Segment, player: Player) -> bool:
    return any(q.state is QuestionState.CONFIRMED for _, q in player.play(segment))


def _only_hard(turns: Sequence[_Turn], confirmed: Sequence[bool]) -> tuple[list[_Turn], list[bool]]:
    kept = [n for n, line in enumerate(turns) if line.hard]
    return [turns[n] for n in kept], [confirmed[n] for n in kept]


def _precision_recall_f1(
    turns: Sequence[_Turn], confirmed: Sequence[bool], *, lenient: bool = False
) -> tuple[float, float, float]:
    right = wrong = missed = 0
    for line, asked in zip(turns, confirmed, strict=True):
        is_question = line.label == "question"
        either = {label == "question" for label in (line.label, *line.alt_labels)}
        if lenient and len(either) == 2:
            is_question = asked
        right += asked and is_question
        wrong += asked and not is_question
        missed += is_question and not asked
    precision = right / max(right + wrong, 1)
    recall = right / max(right + missed, 1)
    return precision, recall, 2 * right / max(2 * right + wrong + missed, 1)


def _kind_accuracy(turns: Sequence[_Turn], model: QuestionModel) -> float:
    reader = Reader(model)
    scored = [line for line in turns if line.kind and "kind_unclear" not in line.tags]
    right = [reader.read([line.text]).assessment.kind == line.kind for line in scored]
    return sum(right) / max(len(right), 1)


def _share_of(label: str, turns: Sequence[_Turn], confirmed: Sequence[bool]) -> float:
    of_label = [asked for line, asked in zip(turns, confirmed, strict=True) if line.label == label]
    return sum(of_label) / max(len(of_label), 1)


def _segments_row(segments: Sequence[Segment], player: Player) -> SegmentsRow:
    once = early = unexpected = 0
    for segment in segments:
        played = [
            (t_s, q)
            for t_s, q in player.play(segment)
            if q.state in {QuestionState.CONFIRMED, QuestionState.WITHDRAWN}
        ]
        cards = {q.turn_id: q for _, q in played}
        left = [q for q in cards.values() if q.state is QuestionState.CONFIRMED]
        bound_s = segment.must_not_finalise_before_s or 0.0
        early += any(t_s < bound_s and q.state is QuestionState.CONFIRMED for t_s, q in played)
        if segment.expect_answer:
            ends = any(_last_words(q.text) == _last_words(segment.partials[-1].text) for q in left)
            once += ends and len(left) <= segment.max_answers
        else:
            unexpected += bool(left)
    expected = sum(segment.expect_answer for segment in segments)
    return SegmentsRow(once / max(expected, 1), early, unexpected)


def _last_words(text: str) -> list[str]:
    return [word.strip(".,?!").lower() for word in text.split()][-3:]
