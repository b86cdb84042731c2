"""Questions, notes and answers that the tests of this package share."""

from kairo_desktop.types import Context, Kind, Passage, Question, QuestionState

__all__ = ["LATENCY_NOTE", "context", "question"]

LATENCY_NOTE = Passage(
    "notes/latency.md",
    "Quote latency",
    "At Harborlane the p95 went from 2.3 s to 410 ms. Database CPU fell from 71 percent to 28 "
    "percent. Tracing showed 46 queries per quote, and I replaced the loop by one query.",
)


def question(
    text: str = "tell me about a time you made something faster",
    kind: Kind = Kind.BEHAVIORAL,
    state: QuestionState = QuestionState.CONFIRMED,
    antecedent: str = "",
) -> Question:
    return Question(7, text, kind, 1.0, state, antecedent=antecedent)


def context(asked: Question | None = None, *passages: Passage) -> Context:
    return Context(asked or question(), passages)
