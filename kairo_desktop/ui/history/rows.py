"""A session as rows to read, and where in them a search hit stands. No Qt here."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from kairo_desktop.store.records import Match, MatchKind, SavedTurn, Span, Story
from kairo_desktop.types import Lane, Source, Trace

__all__ = ["Row", "RowKind", "Snippet", "marked", "rows_of", "shown_hits", "snippet"]


class RowKind(StrEnum):
    """What a row of a session is."""

    LINE = "line"
    QUESTION = "question"
    POINT = "point"
    CLOSING = "closing"
    """The foot of an answer: how long it took, or that there is none."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a session.

    Attributes:
        at_s: On the session's timeline.
        number: `utterance_id` of a line, `turn_id` of everything else.
        lane: Who said a line; None for everything else.
        index: Place of a point in its answer.
        opens: A line whose speaker is not that of the row before.
        trace: Of a closing; None where no answer was finished.
        asked_again_s: Of a closing: when its question came once more.
        spans: What is to be marked in `text`.
    """

    kind: RowKind
    text: str
    at_s: float
    number: int
    lane: Lane | None = None
    index: int = 0
    opens: bool = False
    sources: tuple[Source, ...] = ()
    trace: Trace | None = None
    not_in_notes: bool = False
    asked_again_s: tuple[float, ...] = ()
    spans: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Snippet:
    """A piece of a text with its marks."""

    text: str
    spans: tuple[Span, ...]


def rows_of(story: Story) -> tuple[Row, ...]:
    """Lines and answers in the order in which they came; an answer's rows stand together."""
    parts: list[tuple[float, tuple[Row, ...]]] = [
        (line.start_s, (Row(RowKind.LINE, line.text, line.start_s, line.utterance_id, line.lane),))
        for line in story.lines
    ]
    parts += [(turn.question.end_s, tuple(_answer(turn))) for turn in story.turns]
    rows: list[Row] = []
    for _, part in sorted(parts, key=lambda one: one[0]):
        before = rows[-1].lane if rows else None
        first = part[0]
        rows += (replace(first, opens=first.lane is not None and first.lane is not before),)
        rows += part[1:]
    return tuple(rows)


def marked(rows: Iterable[Row], matches: Iterable[Match]) -> tuple[Row, ...]:
    """The rows with the spans of these matches, and no others."""
    found = {_place(match): match.spans for match in matches}
    return tuple(replace(row, spans=found.get(_key(row), ())) for row in rows)


def shown_hits(rows: Sequence[Row], match: Match) -> Iterator[int]:
    """The places in `rows` at which a match stands: one, or none if the row is not there yet."""
    yield from (place for place, row in enumerate(rows) if _key(row) == _place(match))


def snippet(text: str, spans: Sequence[Span], n_characters: int) -> Snippet:
    """The part of a text around its first mark, cut at words, at most so long and two ellipses."""
    first = spans[0].start if spans else 0
    begin = 0
    if len(text) > n_characters and first > n_characters // 3:
        begin = min(text.rfind(" ", 0, first - n_characters // 4) + 1, len(text))
    end = len(text)
    if end - begin > n_characters:
        end = begin + n_characters
        blank = text.rfind(" ", begin + n_characters // 2, end)
        end = end if blank < 0 else blank
    head, tail = "…" if begin else "", "…" if end < len(text) else ""
    shift = len(head) - begin
    inside = (s for s in spans if s.start >= begin and s.end <= end)
    return Snippet(
        head + text[begin:end] + tail,
        tuple(Span(s.start + shift, s.end + shift) for s in inside),
    )


def _answer(turn: SavedTurn) -> Iterator[Row]:
    question = turn.question
    yield Row(RowKind.QUESTION, question.text, question.end_s, question.turn_id)
    for point in turn.points:
        yield Row(
            RowKind.POINT,
            point.text,
            question.end_s,
            question.turn_id,
            index=point.index,
            sources=point.sources,
        )
    yield Row(
        RowKind.CLOSING,
        "",
        question.end_s,
        question.turn_id,
        trace=turn.trace,
        not_in_notes=turn.not_in_notes,
        asked_again_s=turn.asked_again_s,
    )


_Key = tuple[RowKind, Lane | None, int, int]
_KINDS = {
    MatchKind.LINE: RowKind.LINE,
    MatchKind.QUESTION: RowKind.QUESTION,
    MatchKind.POINT: RowKind.POINT,
}


def _key(row: Row) -> _Key:
    return (row.kind, row.lane, row.number, row.index)


def _place(match: Match) -> _Key:
    return (_KINDS[match.kind], match.lane, match.number, match.index)
