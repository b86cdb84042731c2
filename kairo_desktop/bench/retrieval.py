"""Measures the search in the user's notes, and what answers make of it."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

import msgspec
import numpy as np

from kairo_desktop.bench.report import Report, median
from kairo_desktop.bench.retrieval_answers import Answer, Answered, Line, answered
from kairo_desktop.bench.retrieval_claims import figures
from kairo_desktop.bench.retrieval_distractors import distractors
from kairo_desktop.retrieval.embedder import Embedder, Vectors
from kairo_desktop.retrieval.index import Index
from kairo_desktop.retrieval.read import Note, Profile, read_profile
from kairo_desktop.retrieval.search import Retriever
from kairo_desktop.retrieval.topics import Topics, read_bank
from kairo_desktop.settings.retrieval import RetrievalSettings

__all__ = ["RetrievalRow", "bench_retrieval"]

_N_TOP = 3
_TIMED_CHUNKS = 5_000


@dataclass(frozen=True, slots=True)
class RetrievalRow:
    """How well notes are found, how fast, and how faithfully answers use them.

    Attributes:
        recall_at_1: Share, 0..1, of questions whose best file comes first. Ranks count here as
            they are; what is held back as not relevant shows in the rates below.
        recall_at_3: The same within the first three files.
        recall_at_3_crowded: The same with all profiles and the distractors in one index.
        not_in_notes_rate: Share of questions without a relevant file that found nothing.
        false_not_in_notes_rate: Share of the others that found nothing.
        search_ms_p50: One search among 5,000 chunks, given the vector.
        embed_ms_p50: The vector of one question.
        must_mention_rate: Share of facts with figures of which the points of the answer have all
            the figures, over questions with relevant notes; None where nothing was generated.
        must_not_claim_count: False claims made: all figures and content words in one point.
        uncited_numbers: Figures in points that stand neither in the question, the résumé, the
            job ad nor in a note that the point cites.
    """

    recall_at_1: float
    recall_at_3: float
    recall_at_3_crowded: float
    not_in_notes_rate: float
    false_not_in_notes_rate: float
    search_ms_p50: float
    embed_ms_p50: float
    must_mention_rate: float | None = None
    must_not_claim_count: int | None = None
    uncited_numbers: int | None = None


def bench_retrieval(
    data: Path,
    embedder: Embedder,
    settings: RetrievalSettings | None = None,
    *,
    n_distractors: int = 2_000,
    answer: Answer | None = None,
    show: Callable[[Answered], None] | None = None,
) -> Report:
    """Ask all questions of `retrieval.jsonl` in the folder `data` of its profiles.

    Args:
        data: Laid out like the evaluation data.
        embedder: Makes the vectors; some 2,500 texts are embedded, a minute or so.
        settings: Of the search; the defaults where None.
        n_distractors: Foreign notes put into one index with all profiles.
        answer: Generates points; None leaves the figures about answers empty.
        show: Called with every generated answer.

    Raises:
        InputError: a profile is not there.
        OSError: `retrieval.jsonl` cannot be read.
        msgspec.DecodeError: a line of it is not laid out as expected.
    """
    chosen = settings or RetrievalSettings()
    lines = _read(data / "retrieval.jsonl")
    names = sorted({line.profile for line in lines})
    profiles = {name: read_profile(data / "profiles" / name) for name in names}
    answers: list[Answered] = []
    if answer is not None:
        for line in lines:
            answers.append(answered(line, data, profiles, answer))
            if show is not None:
                show(answers[-1])
    means = _Means(embedder, Topics(read_bank(), embedder))
    found = _search_each(lines, profiles, means, chosen)
    crowded = _search_crowd(lines, profiles, means, n_distractors)
    n_relevant = sum(bool(line.relevant) for line in lines)
    return Report(
        bench="retrieval",
        rows=(_row(lines, found, crowded, _time(lines, means), answers),),
        models=(embedder.name,),
        settings=tuple(f"{name}={value}" for name, value in chosen.model_dump().items()),
        notes=(
            f"{n_relevant} questions with a relevant file, {len(lines) - n_relevant} without.",
            f"Crowded: {len(profiles)} profiles and {n_distractors} foreign notes in one index.",
            f"Search timed among {_TIMED_CHUNKS} chunks of foreign notes, vector given.",
        ),
    )


def _read(path: Path) -> list[Line]:
    return [msgspec.json.decode(row, type=Line) for row in path.read_bytes().splitlines() if row]


@dataclass(frozen=True, slots=True)
class _Means:
    """What compares meanings, made once for all indexes."""

    embedder: Embedder
    topics: Topics

    def search(self, index: Index, settings: RetrievalSettings | None = None) -> Retriever:
        return Retriever(index, self.embedder, settings, self.topics)


@dataclass(frozen=True, slots=True)
class _Found:
    """Where the best file came, from 0, and whether the search kept silent."""

    place: int
    silent: bool


@dataclass(frozen=True, slots=True)
class _Times:
    search_ms: float
    embed_ms: float


def _row(
    lines: Sequence[Line],
    found: Sequence[_Found],
    crowded: Sequence[int],
    times: _Times,
    answers: Sequence[Answered],
) -> RetrievalRow:
    pairs = list(zip(lines, found, strict=True))
    crowd = zip(lines, crowded, strict=True)
    row = RetrievalRow(
        recall_at_1=_share(at.place < 1 for line, at in pairs if line.relevant),
        recall_at_3=_share(at.place < _N_TOP for line, at in pairs if line.relevant),
        recall_at_3_crowded=_share(place < _N_TOP for line, place in crowd if line.relevant),
        not_in_notes_rate=_share(at.silent for line, at in pairs if not line.relevant),
        false_not_in_notes_rate=_share(at.silent for line, at in pairs if line.relevant),
        search_ms_p50=times.search_ms,
        embed_ms_p50=times.embed_ms,
    )
    if not answers:
        return row
    relevant = [answer for line, answer in zip(lines, answers, strict=True) if line.relevant]
    return replace(
        row,
        must_mention_rate=_share(
            fact in answer.mentioned
            for answer in relevant
            for fact in answer.must_mention
            if figures(fact)
        ),
        must_not_claim_count=sum(len(answer.false_claims) for answer in answers),
        uncited_numbers=sum(len(answer.uncited) for answer in answers),
    )


def _search_each(
    lines: Sequence[Line],
    profiles: Mapping[str, Profile],
    means: _Means,
    settings: RetrievalSettings,
) -> list[_Found]:
    """Search each question in the notes of its own profile."""
    found: dict[str, _Found] = {}
    for name, profile in profiles.items():
        with Index.in_memory() as index:
            index.load(profile)
            index.embed_pending(means.embedder, limit=None)
            retriever = means.search(index, settings)
            for line in lines:
                if line.profile == name:
                    ranking = retriever.rank(line.question)
                    silent = ranking.relevance < settings.min_relevance
                    found[line.id] = _Found(_place(ranking.files, line, ""), silent)
    return [found[line.id] for line in lines]


def _search_crowd(
    lines: Sequence[Line],
    profiles: Mapping[str, Profile],
    means: _Means,
    n_distractors: int,
) -> list[int]:
    """Search each question in all profiles and many foreign notes at once."""
    notes = [
        Note(f"{name}/{note.file}", note.text, note.role)
        for name, profile in profiles.items()
        for note in profile.documents
    ]
    with Index.in_memory() as index:
        index.load(Profile((*notes, *distractors(n_distractors))))
        index.embed_pending(means.embedder, limit=None)
        retriever = means.search(index)
        files = [retriever.rank(line.question).files for line in lines]
    return [_place(ranked, line, line.profile) for ranked, line in zip(files, lines, strict=True)]


def _place(files: Sequence[str], line: Line, folder: str) -> int:
    """Place of the best file among `files`, from 0; behind the last where it is missing."""
    for place, file in enumerate(files):
        path = PurePosixPath(file)
        if line.relevant and path.name == line.relevant[0] and folder in ("", path.parts[0]):
            return place
    return max(len(files), _N_TOP)


class _Scattered:
    """Vectors that point anywhere: how long a search takes does not depend on where."""

    def __init__(self, embedder: Embedder) -> None:
        self.name = embedder.name
        self.dim = embedder.dim
        self._rng = np.random.default_rng(1)

    def embed(self, texts: Sequence[str]) -> Vectors:
        vectors = self._rng.standard_normal((len(texts), self.dim), np.float32)
        scattered: Vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        return scattered


def _time(lines: Sequence[Line], means: _Means) -> _Times:
    with Index.in_memory() as index:
        index.load(Profile(tuple(distractors(_TIMED_CHUNKS))))
        index.embed_pending(_Scattered(means.embedder), limit=None)
        retriever = means.search(index)
        retriever.rank(lines[0].question)
        search_ms, embed_ms = [], []
        for line in lines:
            begin = time.perf_counter()
            vector = retriever.embed(line.question)
            embedded = time.perf_counter()
            retriever.rank_by(line.question, vector)
            embed_ms.append(1000 * (embedded - begin))
            search_ms.append(1000 * (time.perf_counter() - embedded))
    return _Times(median(search_ms), median(embed_ms))


def _share(claims: Iterable[bool]) -> float:
    counted = list(claims)
    return sum(counted) / max(len(counted), 1)
