"""Searching the notes for a question: two lists fused by rank, then one decision.

Words and meanings each give a list of chunks; reciprocal rank fusion joins them (Cormack, Clarke
and Buettcher 2009, SIGIR). Whether the best of them has anything to do with the question at all
is a separate, calibrated decision.
"""

from collections import defaultdict
from dataclasses import dataclass

from kairo_desktop.retrieval.embedder import Embedder, Vectors
from kairo_desktop.retrieval.index import Entry, Hit, Index
from kairo_desktop.retrieval.words import content_words
from kairo_desktop.types import Passage

__all__ = ["Ranking", "Retriever", "fuse"]

_RRF_K = 60
"""Damping of the first ranks, as in the paper."""

_N_CANDIDATES = 50


@dataclass(frozen=True, slots=True)
class Ranking:
    """Everything a search knows.

    Attributes:
        passages: Best first, several per file, whether relevant or not.
        files: Files of the passages, best first, each once.
        relevance: Probability, 0..1, that any of it helps with the question.
    """

    passages: tuple[Passage, ...]
    files: tuple[str, ...]
    relevance: float


class Retriever:
    """Finds what the notes say on a question.

    Without an embedder only words are compared, and more questions find nothing.
    """

    def __init__(self, index: Index, embedder: Embedder | None = None) -> None:
        self._index = index
        self._embedder = embedder

    def search(self, text: str, limit: int = 2) -> tuple[Passage, ...]:
        """The passages that help with `text`, best first; empty when the notes say nothing."""
        ranking = self.rank(text)
        return ranking.passages[:limit] if ranking.relevance >= 0.5 else ()

    def rank(self, text: str) -> Ranking:
        """Rank the notes by `text` without judging whether the best of them is good."""
        vector = None if self._embedder is None else self._embedder.embed([text])[0]
        return self.rank_vector(text, vector)

    def rank_vector(self, text: str, vector: Vectors | None) -> Ranking:
        """`rank` with the embedding float32[dim] of `text` already at hand."""
        words = content_words(text)
        lexical = self._index.find_words(words, _N_CANDIDATES)
        dense = () if vector is None else self._index.find_near(vector, _N_CANDIDATES)
        fused = fuse((lexical, dense))
        entries = self._index.entries([hit.chunk_id for hit in fused])
        passages = tuple(
            Passage(entry.file, entry.heading, entry.body, hit.score)
            for entry, hit in zip(entries, fused, strict=True)
        )
        files = tuple(dict.fromkeys(passage.file for passage in passages))
        return Ranking(passages, files, _relevance(words, entries, dense))


def fuse(lists: tuple[tuple[Hit, ...], ...]) -> tuple[Hit, ...]:
    """Join ranked lists by reciprocal rank; ties keep the order of the first list."""
    scores: defaultdict[int, float] = defaultdict(float)
    for hits in lists:
        for rank, hit in enumerate(hits, start=1):
            scores[hit.chunk_id] += 1 / (_RRF_K + rank)
    best = sorted(scores.items(), key=lambda item: -item[1])
    return tuple(Hit(chunk_id, score) for chunk_id, score in best)


def _relevance(words: tuple[str, ...], entries: tuple[Entry, ...], dense: tuple[Hit, ...]) -> float:
    if dense:
        return 1.0 if dense[0].score >= 0.3 else 0.0
    found = sum(any(word in entry.body.lower() for entry in entries[:3]) for word in words)
    return found / len(words) if words else 0.0
