"""A small session to write down."""

from datetime import UTC, datetime
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

__all__ = [
    "ANSWER",
    "GREETING",
    "POINT",
    "QUESTION",
    "REPLY",
    "SECOND",
    "STARTED",
    "WHOLE",
    "written",
]

STARTED = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
GREETING = Utterance(Lane.SYSTEM, 0, "Good morning, Zoë.", 0.5, 2.0)
REPLY = Utterance(Lane.MIC, 0, "Good morning.", 2.5, 3.0)
QUESTION = Question(
    1, "How did you shard *billing*?", Kind.SYSTEM_DESIGN, 6.25, QuestionState.CONFIRMED
)
POINT = TalkingPoint(
    1, 0, "Hash of the tenant, 64 shards.", (Source("notes/db.md", "Sharding"),), PointState.FINAL
)
SECOND = TalkingPoint(1, 1, "Say what broke.", (), PointState.FINAL)
ANSWER = AnswerDone(
    1, (POINT, SECOND), not_in_notes=False, trace=Trace(6.25, first_words_ms=310.0, tokens=40)
)
WHOLE: tuple[Settled, ...] = (GREETING, REPLY, QUESTION, POINT, SECOND, ANSWER)


def written(folder: Path, *items: Settled, title: str = "Acme, backend") -> int:
    """A finished session of these items in the history of `folder`."""
    with Journal.begin(folder, title, STARTED) as journal:
        for item in items:
            journal.write(item)
        journal.end(STARTED.replace(minute=50))
    return journal.session_id
