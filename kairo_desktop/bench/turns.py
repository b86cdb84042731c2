"""Measures the turn logic on text: what it takes for a question, of which kind, and when."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import msgspec

from kairo_desktop.bench.report import Report
from kairo_desktop.copilot.questions import QuestionModel
from kairo_desktop.copilot.reading import Reader
from kairo_desktop.copilot.turns import TurnLogic
from kairo_desktop.settings.turn import TurnSettings
from kairo_desktop.types import (
    FRAME_SAMPLES,
    SAMPLE_RATE,
    Hypothesis,
    Lane,
    Question,
    QuestionState,
    SpeechState,
    VoiceState,
    Word,
)

__all__ = ["SegmentsRow", "TurnsRow", "bench_turns"]

_FRAME_S = FRAME_SAMPLES / SAMPLE_RATE
_CLOSE_S = 0.5
_LAG_S = 0.3
_WORD_S = 0.3
_AFTER_S = 10.0

_Line = TypeVar("_Line", bound=msgspec.Struct)


class _Turn(msgspec.Struct):
    """A line of turns.jsonl."""

    text: str
    label: str
    kind: str | None
    hard: bool
    alt_labels: tuple[str, ...]
    tags: tuple[str, ...]


class _Pause(msgspec.Struct):
    start_s: float
    end_s: float


class _Partial(msgspec.Struct):
    t_s: float
    text: str
    final: bool
    utt: int


class _Segment(msgspec.Struct):
    """A line of segments.jsonl: a question as it arrives."""

    speech_start_s: float
    speech_end_s: float
    pauses: tuple[_Pause, ...]
    expect_answer: bool
    max_answers: int
    must_not_finalise_before_s: float | None
    partials: tuple[_Partial, ...]


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
    """

    precision: float
    recall: float
    f1: float
    f1_lenient: float
    f1_hard: float
    kind_accuracy: float
    incomplete_confirmed: float
    smalltalk_confirmed: float
    segments: SegmentsRow


def bench_turns(data: Path, settings: TurnSettings | None = None) -> Report:
    """Play `turns.jsonl` and `segments.jsonl` of the folder `data` through the turn logic.

    Raises:
        OSError: a file cannot be read.
        msgspec.DecodeError: a line is not laid out as expected.
    """
    chosen = settings or TurnSettings()
    model = QuestionModel.load()
    turns = _read(data / "turns.jsonl", _Turn)
    segments = _read(data / "segments.jsonl", _Segment)
    confirmed = [_is_confirmed(line.text, chosen, model) for line in turns]
    row = TurnsRow(
        *_precision_recall_f1(turns, confirmed),
        f1_lenient=_precision_recall_f1(turns, confirmed, lenient=True)[2],
        f1_hard=_precision_recall_f1(*_only_hard(turns, confirmed))[2],
        kind_accuracy=_kind_accuracy(turns, model),
        incomplete_confirmed=_share_of("incomplete", turns, confirmed),
        smalltalk_confirmed=_share_of("smalltalk", turns, confirmed),
        segments=_segments_row(segments, chosen, model),
    )
    return Report(
        bench="turns",
        rows=(row,),
        settings=tuple(f"{name}={value}" for name, value in chosen.model_dump().items()),
        notes=("Text only: pauses and recognition are simulated, see the data's README.",),
    )


def _read(path: Path, line: type[_Line]) -> list[_Line]:
    return [msgspec.json.decode(row, type=line) for row in path.read_bytes().splitlines() if row]


def _is_confirmed(text: str, settings: TurnSettings, model: QuestionModel) -> bool:
    end_s = 0.5 + _WORD_S * len(text.split())
    segment = _Segment(
        speech_start_s=0.5,
        speech_end_s=end_s,
        pauses=(),
        expect_answer=True,
        max_answers=1,
        must_not_finalise_before_s=None,
        partials=(
            _Partial(end_s + 0.4, text, final=False, utt=0),
            _Partial(end_s + 0.6, text, final=True, utt=0),
        ),
    )
    return any(q.state is QuestionState.CONFIRMED for _, q in _play(segment, settings, model))


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


def _segments_row(
    segments: Sequence[_Segment], settings: TurnSettings, model: QuestionModel
) -> SegmentsRow:
    once = early = unexpected = 0
    for segment in segments:
        played = [
            (t_s, q)
            for t_s, q in _play(segment, settings, model)
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


def _play(
    segment: _Segment, settings: TurnSettings, model: QuestionModel
) -> Iterator[tuple[float, Question]]:
    """Questions, each with the time at which it was given out."""
    logic = TurnLogic(settings, model=model)
    waiting = list(segment.partials)
    for n in range(int((segment.speech_end_s + _AFTER_S) / _FRAME_S)):
        t_s = n * _FRAME_S
        for lane in (Lane.SYSTEM, Lane.MIC):
            for question in logic.step(_state_at(segment, lane, t_s)):
                yield t_s, question
        while waiting and waiting[0].t_s <= t_s:
            for question in logic.step(_hypothesis(segment, waiting.pop(0))):
                yield t_s, question


def _state_at(segment: _Segment, lane: Lane, t_s: float) -> SpeechState:
    """What an endpointer would say at `t_s`; the user stays silent."""
    starts = [segment.speech_start_s, *(pause.end_s for pause in segment.pauses)]
    ends = [*(pause.start_s for pause in segment.pauses), segment.speech_end_s]
    begun = sum(start_s <= t_s for start_s in starts)
    if lane is Lane.MIC or not begun:
        return SpeechState(lane, t_s, VoiceState.QUIET)
    end_s = ends[begun - 1]
    if t_s < end_s:
        return SpeechState(lane, t_s, VoiceState.SPEAKING, t_s)
    state = VoiceState.STOPPING if t_s < end_s + _CLOSE_S else VoiceState.QUIET
    return SpeechState(lane, t_s, state, end_s)


def _hypothesis(segment: _Segment, partial: _Partial) -> Hypothesis:
    heard_s = partial.t_s - _LAG_S
    texts = partial.text.split()
    words = tuple(
        Word(
            text, heard_s - _WORD_S * (len(texts) - n), heard_s - _WORD_S * (len(texts) - n - 1), 1
        )
        for n, text in enumerate(texts)
    )
    kept = len(words) if partial.final else max(len(words) - 2, 0)
    return Hypothesis(
        lane=Lane.SYSTEM,
        utterance_id=partial.utt,
        committed=words[:kept],
        tentative=words[kept:],
        start_s=segment.speech_start_s,
        end_s=heard_s,
        final=partial.final,
    )
