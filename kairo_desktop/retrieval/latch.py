"""Passages for a question that is still being asked, held still so that prefilled words stay."""

from collections.abc import Iterable
from dataclasses import dataclass

from kairo_desktop.retrieval.anchor import anchor_of
from kairo_desktop.retrieval.search import Retriever
from kairo_desktop.retrieval.words import content_words
from kairo_desktop.types import Context, Passage, Question, QuestionState

__all__ = ["MIN_CONTENT_WORDS", "Latch"]

MIN_CONTENT_WORDS = 4
"""A forming question with fewer says too little to search with."""

_MAX_WINDOWS = 2


@dataclass(frozen=True, slots=True)
class _Held:
    turn_id: int
    passages: tuple[Passage, ...]
    searched: str
    settled: bool


class Latch:
    """Adds passages and anchor to each version of a question: a stage of the path.

    While a question forms, passages are searched for from four content words on and replaced
    only when another note becomes the best. The first tentative version, which comes after the
    end of speech, decides; later versions of the same words keep what it found.
    """

    def __init__(self, retriever: Retriever) -> None:
        self._retriever = retriever
        self._held: _Held | None = None

    def step(self, question: Question) -> Iterable[Context]:
        """The question with what the notes say about it."""
        if question.state is QuestionState.WITHDRAWN:
            self._held = None
            return (Context(question),)
        held = self._held = self._next(question)
        return (Context(question, held.passages, anchor_of(held.passages, question.text)),)

    def flush(self) -> Iterable[Context]:
        """Nothing is held back."""
        return ()

    def _next(self, question: Question) -> _Held:
        held = self._held if self._held and self._held.turn_id == question.turn_id else None
        query = _query(question)
        over = question.state is not QuestionState.FORMING
        if held and (held.searched == query or (held.settled and over)):
            return _Held(question.turn_id, held.passages, held.searched, held.settled or over)
        if not over and len(content_words(query)) < MIN_CONTENT_WORDS:
            return held or _Held(question.turn_id, (), "", settled=False)
        found = self._retriever.search(query, _MAX_WINDOWS)
        keep = held and held.passages and found and held.passages[0].file == found[0].file
        passages = held.passages if held and keep else found
        return _Held(question.turn_id, passages, query, over)


def _query(question: Question) -> str:
    """The words to search with: a bare follow-up is nothing without what it follows."""
    return f"{question.antecedent} {question.text}".strip()
