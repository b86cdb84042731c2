"""Finds words in what was said, asked and answered."""

import sqlite3
from collections.abc import Iterator

from kairo_desktop.store.records import Match, MatchKind, Span
from kairo_desktop.types import Lane

__all__ = ["find"]

_OPEN, _CLOSE = "\x02", "\x03"
"""Stand around each hit in what FTS5 gives back; recognizers and models write no such thing."""

_MATCHES = f"""
    SELECT texts.session_id, texts.kind, texts.place, texts.text,
        coalesce(turns.end_s, texts.at_s), highlight(words, 0, '{_OPEN}', '{_CLOSE}')
    FROM words JOIN texts ON texts.text_id = words.rowid
    LEFT JOIN turns ON texts.kind = '{MatchKind.POINT.value}'
        AND turns.session_id = texts.session_id AND turns.turn_id = CAST(texts.place AS INTEGER)
    WHERE words MATCH ? AND texts.session_id = coalesce(?, texts.session_id)
    ORDER BY rank, texts.session_id DESC LIMIT ?
"""


def find(
    connection: sqlite3.Connection, words: str, limit: int, session_id: int | None
) -> tuple[Match, ...]:
    """Places in which all of `words` stand, best first; the last word may be unfinished.

    Args:
        connection: To the history, inside a transaction.
        words: Any text; none of it is taken for an operator.
        limit: Not more than so many.
        session_id: Look into this session only; None into all.
    """
    terms = words.split()
    if not terms:
        return ()
    query = " ".join('"' + term.replace('"', '""') + '"' for term in terms) + "*"
    rows = connection.execute(_MATCHES, (query, session_id, limit)).fetchall()
    return tuple(_match(*row) for row in rows)


def _match(session_id: int, kind: str, place: str, text: str, at_s: float, marked: str) -> Match:
    first, _, second = place.partition("/")
    spans = tuple(_spans(marked)) if not {_OPEN, _CLOSE} & set(text) else ()
    if kind == MatchKind.LINE:
        return Match(
            session_id, MatchKind.LINE, text, at_s, int(second), lane=Lane(first), spans=spans
        )
    place_in_answer = int(second or 0)
    return Match(
        session_id, MatchKind(kind), text, at_s, int(first), index=place_in_answer, spans=spans
    )


def _spans(marked: str) -> Iterator[Span]:
    """Where the hits stand once their marks are taken out."""
    at = 0
    for part in marked.split(_OPEN):
        hit, closed, rest = part.partition(_CLOSE)
        if closed:
            yield Span(at, at + len(hit))
        at += len(hit) + len(rest)
