"""Searching the notes for a question.

Words, meanings and topics each give a list of chunks; reciprocal rank fusion joins them into few
candidates (Cormack, Clarke and Buettcher 2009), which are then weighed by how well they fit.
Whether the best of them has anything to do with the question at all is a decision of its own.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from kairo_desktop.retrieval.chunk import MAX_PIECES, count_pieces
from kairo_desktop.retrieval.embedder import Embedder, Vectors
from kairo_desktop.retrieval.index import Embedded, Entry, Hit, Index
from kairo_desktop.retrieval.meaning import Closeness, Meanings
from kairo_desktop.retrieval.read import Role
from kairo_desktop.retrieval.relevance import Evidence, Fit, relevance
from kairo_desktop.retrieval.topics import Reading, Topics, read_bank
from kairo_desktop.retrieval.words import (
    content_words,
    core_question,
    stand_together,
    tells_of_change,
)
from kairo_desktop.settings.retrieval import RetrievalSettings
from kairo_desktop.types import Passage

__all__ = ["Ranking", "Retriever", "fuse"]

_RRF_K = 60
"""Damping of the first ranks, as in the paper."""

_N_LISTED = 50
_N_CANDIDATES = 60
_FIGURE_BONUS = 0.3
_MAX_FIGURES = 3
_SIZE_BONUS = 1.0
_CHANGE_BONUS = 1.0
_FIGURE = re.compile(r"\d+")
_SAID = 0.7
"""Relevance of a passage in which all words of a question stand, at least."""

_UNSEEN = Fit(near=0.0, whole=0.0, topical=-8.0)
"""Fit of a chunk without a vector: about what an unrelated one has."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """Everything a search knows.

    Attributes:
        passages: Best first, relevant or not; those of the best file come first.
        files: Files of the passages, best first, each once.
        relevance: Probability, 0..1, that the best of it helps with the question.
    """

    passages: tuple[Passage, ...]
    files: tuple[str, ...]
    relevance: float


class Retriever:
    """Finds what the notes say on a question; follows the index as it changes.

    Without an embedder only words are compared: more questions find nothing. With one, the bank
    of topics is embedded on first use of an index (a few seconds) and kept in it, unless `topics`
    made with the same embedder are given.
    """

    def __init__(
        self,
        index: Index,
        embedder: Embedder | None = None,
        settings: RetrievalSettings | None = None,
        topics: Topics | None = None,
    ) -> None:
        self._index = index
        self._embedder = embedder
        self._settings = settings or RetrievalSettings()
        self._topics = topics
        if topics is None and embedder is not None:
            self._topics = Topics(read_bank(), embedder, index)
        self._prepared: tuple[Embedded, Meanings] | None = None

    def search(self, text: str, min_relevance: float = 0.0) -> tuple[Passage, ...]:
        """The passages that help with `text`, best first; empty when the notes say nothing.

        `min_relevance`, 0..1, asks for more certainty than the settings do.
        """
        return self.helpful(self.rank(text), min_relevance)

    def helpful(
        self, ranking: Ranking, min_relevance: float = 0.0, *, n_more: int = 0, n_backing: int = 0
    ) -> tuple[Passage, ...]:
        """The passages of a ranking that help, as `search` gives them, and `n_more` of them.

        Up to `n_backing` further ones of the best note follow.
        """
        if ranking.relevance < max(min_relevance, self._settings.min_relevance):
            return ()
        n_best = self._settings.windows + n_more
        backing = (p for p in ranking.passages[n_best:] if p.file == ranking.files[0])
        return (*ranking.passages[:n_best], *islice(backing, n_backing))

    def embed(self, text: str) -> Vectors | None:
        """The vector float32[dim] that `rank` searches with; None without an embedder."""
        return None if self._embedder is None else self._embedder.embed([core_question(text)])[0]

    def rank(self, text: str) -> Ranking:
        """Rank the notes by `text`, without leaving out what does not help."""
        return self.rank_by(text, self.embed(text))

    def rank_by(self, text: str, vector: Vectors | None) -> Ranking:
        """`rank` with the vector of `text` already at hand: a few ms for 5,000 chunks."""
        words = content_words(text)
        lexical = self._index.find_words(words, _N_LISTED)
        meanings = self._meanings()
        if vector is None or self._topics is None or meanings is None:
            return _rank_words(self._index, words, lexical)
        reading = self._topics.read(vector)
        closeness = meanings.compare(vector, reading)
        found = fuse((lexical, *_listed(closeness)))[:_N_CANDIDATES]
        entries = self._index.entries([hit.chunk_id for hit in found])
        evidence = Evidence(
            near=float(closeness.near.max()),
            topical=float(closeness.topical.max()),
            cohort=reading.cohort,
            specific=reading.specific,
            coverage=_coverage(self._index, words),
        )
        fits = _fits(entries, lexical, closeness, reading)
        ranking = _arrange(entries, fits, relevance(evidence))
        best = [entry.body for entry in entries if _is_of_best(entry, ranking)]
        said = len(words) > 1 and any(stand_together(words, body) for body in best)
        # A line of a résumé is too short to be near in meaning; it may say all that was asked.
        return replace(ranking, relevance=max(ranking.relevance, _SAID * said))

    def _meanings(self) -> Meanings | None:
        """The vectors of the index as it is now; None where it has none."""
        embedded = self._index.vectors()
        if self._topics is None or not len(embedded.chunk_ids):
            return None
        if self._prepared is None or self._prepared[0] is not embedded:
            self._prepared = (embedded, Meanings(embedded, self._topics))
        return self._prepared[1]


def fuse(lists: Sequence[Sequence[Hit]]) -> tuple[Hit, ...]:
    """Join ranked lists by reciprocal rank; ties keep the order of the earlier list."""
    scores: defaultdict[int, float] = defaultdict(float)
    for hits in lists:
        for rank, hit in enumerate(hits, start=1):
            scores[hit.chunk_id] += 1 / (_RRF_K + rank)
    best = sorted(scores.items(), key=lambda item: -item[1])
    return tuple(Hit(chunk_id, score) for chunk_id, score in best)


def _is_of_best(entry: Entry, ranking: Ranking) -> bool:
    """Whether a chunk is of the file that fits best, and tells of the user."""
    return entry.file == ranking.files[0] and entry.role is not Role.JOB


def _listed(closeness: Closeness) -> tuple[tuple[Hit, ...], ...]:
    lists = []
    for scores in (closeness.near, closeness.topical):
        best = np.argsort(-scores, kind="stable")[:_N_LISTED]
        lists.append(tuple(Hit(int(closeness.chunk_ids[i]), float(scores[i])) for i in best))
    return tuple(lists)


def _fits(
    entries: Sequence[Entry], lexical: Sequence[Hit], closeness: Closeness, reading: Reading
) -> list[Fit]:
    words = {hit.chunk_id: hit.score / lexical[0].score for hit in lexical}
    fits = []
    for entry in entries:
        is_resume = float(entry.role is Role.RESUME)
        fits.append(
            replace(
                closeness.of(entry.chunk_id) or _UNSEEN,
                lexical=words.get(entry.chunk_id, 0.0),
                job=float(entry.role is Role.JOB),
                resume=is_resume,
                person=is_resume * reading.introduction,
            )
        )
    return fits


def _arrange(entries: Sequence[Entry], fits: Sequence[Fit], probability: float) -> Ranking:
    """Order files by the best that any chunk of theirs offers, then chunks within a file."""
    by_file: defaultdict[str, list[tuple[Entry, Fit]]] = defaultdict(list)
    for entry, fit in zip(entries, fits, strict=True):
        by_file[entry.file].append((entry, fit))
    scores = {file: _best([fit for _, fit in chunks]).of_file for file, chunks in by_file.items()}
    files = sorted(scores, key=lambda file: -scores[file])
    passages = [
        Passage(file, entry.heading, entry.body, scores[file])
        for file in files
        for entry, _ in _ordered(by_file[file])
    ]
    return Ranking(tuple(passages), tuple(files), probability)


def _ordered(chunks: list[tuple[Entry, Fit]]) -> list[tuple[Entry, Fit]]:
    """Chunks of a file, the most useful first; a person is told from the top."""
    if len(chunks) == 1:
        return chunks
    if chunks[0][1].person > 0.5:
        return sorted(chunks, key=lambda pair: (_size(pair[0]) < 0.5, pair[0].chunk_id))
    return sorted(chunks, key=lambda pair: -_use(*pair))


def _best(fits: Sequence[Fit]) -> Fit:
    """The best of each signal over the chunks of a file; flags are equal in all of them."""
    return replace(
        fits[0],
        near=max(fit.near for fit in fits),
        whole=max(fit.whole for fit in fits),
        topical=max(fit.topical for fit in fits),
        lexical=max(fit.lexical for fit in fits),
    )


def _use(entry: Entry, fit: Fit) -> float:
    """How useful a chunk is to somebody who answers: results and substance beat an aside."""
    n_figures = min(len(_FIGURE.findall(entry.body)), _MAX_FIGURES)
    substance = _FIGURE_BONUS * n_figures + _SIZE_BONUS * _size(entry)
    return fit.of_chunk + substance + _CHANGE_BONUS * tells_of_change(entry.body)


def _size(entry: Entry) -> float:
    """Share of a full window that the chunk fills, 0..1."""
    return count_pieces(entry.body) / MAX_PIECES


def _rank_words(index: Index, words: Sequence[str], lexical: Sequence[Hit]) -> Ranking:
    """Rank by words alone; they must cover most of the question to count."""
    entries = index.entries([hit.chunk_id for hit in lexical])
    passages = tuple(
        Passage(entry.file, entry.heading, entry.body, hit.score)
        for entry, hit in zip(entries, lexical, strict=True)
        if entry.role is not Role.JOB
    )
    files = tuple(dict.fromkeys(passage.file for passage in passages))
    return Ranking(passages, files, _coverage(index, words) if passages else 0.0)


def _coverage(index: Index, words: Sequence[str]) -> float:
    """Share of `words` that occur in the notes; an undecided half where there are none."""
    return sum(map(index.occurs, words)) / len(words) if words else 0.5
