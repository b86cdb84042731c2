"""Sessions to look at: a few of different ends, and one of three hours."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from kairo_desktop.store.journal import Journal, Settled
from kairo_desktop.types import (
    AnswerDone,
    Kind,
    Lane,
    PointState,
    Question,
    QuestionState,
    Source,
    TalkingPoint,
    Trace,
    Utterance,
)

__all__ = ["BEGAN", "broke_off", "interview", "kept", "long_session", "running"]

BEGAN = datetime(2026, 11, 27, 14, 0, tzinfo=UTC)

_SAID = (
    (Lane.SYSTEM, "Hi, thanks for taking the time. I am leading the payments platform team here."),
    (Lane.MIC, "Thank you for having me. I have been looking forward to this."),
    (
        Lane.SYSTEM,
        "Great. Before we go deep, a word on the plan: forty minutes, then your questions.",
    ),
    (Lane.SYSTEM, "So, tell me about a time when you had to bring down the latency of a service."),
    (
        Lane.MIC,
        "Sure. At Northwind the checkout took almost a second at the ninety-fifth percentile.",
    ),
    (Lane.MIC, "I profiled it first, and most of the time went into one query without an index."),
    (Lane.SYSTEM, "And how would you shard the billing database if it had to grow ten times?"),
    (Lane.MIC, "By tenant. We used a hash of the tenant id over sixty-four logical shards."),
    (Lane.SYSTEM, "What salary are you looking for?"),
)

_POINTS = {
    3: (
        ("Checkout p95 from 910 ms to 180 ms in six weeks.", "projects/checkout.md", "Results"),
        (
            "Found one query without an index by tracing first.",
            "projects/checkout.md",
            "What I did",
        ),
        ("Moved fraud scoring off the request path, onto a queue.", "resume.md", "Northwind"),
    ),
    6: (
        (
            "Hash of the tenant id, 64 logical shards on 8 machines.",
            "notes/databases.md",
            "Sharding",
        ),
        ("Moved tenants online: copy, double writes, then switch.", "notes/databases.md", "Moves"),
        ("Hot tenants got a shard of their own.", "", ""),
    ),
    8: (("Ask for their range before you name a number.", "", ""),),
}


def interview() -> Iterator[Settled]:
    """Nine lines, three questions, seven points."""
    at_s = 4.0
    turn_id = 0
    for place, (lane, text) in enumerate(_SAID):
        length_s = len(text) / 14
        yield Utterance(lane, place, text, at_s, at_s + length_s)
        at_s += length_s + 1.5
        if place in _POINTS:
            turn_id += 1
            yield from _answered(turn_id, text, at_s - 1.5, place)


def _answered(turn_id: int, text: str, end_s: float, place: int) -> Iterator[Settled]:
    kind = Kind.LOGISTICS if place == 8 else Kind.BEHAVIORAL
    yield Question(turn_id, text, kind, end_s, QuestionState.CONFIRMED)
    points = tuple(
        TalkingPoint(turn_id, n, words, (Source(file, heading),) if file else (), PointState.FINAL)
        for n, (words, file, heading) in enumerate(_POINTS[place])
    )
    trace = Trace(
        end_s,
        first_words_ms=250.0 + 60 * turn_id,
        done_ms=1900.0 + 300 * turn_id,
        tokens=58,
        passes=31,
        drafted=60,
        accepted=27,
    )
    yield AnswerDone(turn_id, points, not_in_notes=place == 8, trace=trace)


def kept(folder: Path, title: str, *, days: int = 0, minutes: float = 42) -> int:
    """A finished session, begun so many days after `BEGAN`."""
    began = BEGAN + timedelta(days=days)
    with Journal.begin(folder, title, began) as journal:
        for item in interview():
            journal.write(item)
        journal.end(began + timedelta(minutes=minutes))
    return journal.session_id


def broke_off(folder: Path, title: str = "Second round, Acme") -> int:
    """A session whose program died."""
    with Journal.begin(folder, title, BEGAN + timedelta(days=1)) as journal:
        for item in interview():
            journal.write(item)
    return journal.session_id


@contextmanager
def running(folder: Path, title: str = "Live session") -> Iterator[Journal]:
    """A session that is being recorded until the context ends."""
    now = datetime.now(UTC)
    with Journal.begin(folder, title, now - timedelta(minutes=7)) as journal:
        for item in interview():
            journal.write(item)
        yield journal
        journal.end(now)


def long_session(folder: Path, n_lines: int = 5000) -> int:
    """Three hours of talk, written in few transactions."""
    with Journal.begin(folder, "All afternoon", BEGAN) as journal:
        session_id = journal.session_id
        lines = [item for item in interview() if isinstance(item, Utterance)]
        spoken = (
            replace(
                lines[n % len(lines)],
                utterance_id=n,
                text=f"{lines[n % len(lines)].text} That was {n}.",
                start_s=n * 2.1,
                end_s=n * 2.1 + 2,
            )
            for n in range(n_lines)
        )
        with journal.database.transaction() as connection:
            for line in spoken:
                connection.execute(
                    "INSERT INTO lines VALUES (?, ?, ?, ?, ?, ?)",
                    (session_id, line.lane, line.utterance_id, line.text, line.start_s, line.end_s),
                )
        for item in interview():
            if not isinstance(item, Utterance):
                journal.write(item)
        journal.end(BEGAN + timedelta(hours=3))
    return session_id
