"""Two calibrated judgements: which note fits best, and whether it fits at all.

Both are linear in the same few signals. The weights were fitted by logistic regression on nine
invented candidates: 221 questions of all kinds, 72 of them without an answer in the notes, and 322
about situations ("a time you missed a deadline"), of which 184 no note tells of. Each candidate
was judged by the others: of answerable questions 9 % and 14 % were lost, of unanswerable ones 10 %
and 30 % were not noticed. Few signals on purpose: with so few people to learn from, more of them
fit the people and not the task.
"""

from dataclasses import astuple, dataclass, replace
from math import exp

__all__ = ["Evidence", "Fit", "relevance"]


@dataclass(frozen=True, slots=True)
class Fit:
    """How a file, or one chunk of it, fits a question.

    Attributes:
        near: Cosine of the question with the (nearest) chunk.
        whole: Cosine of the question with the whole file.
        topical: Log of the share of the question's topics in the chunk, <= 0.
        lexical: BM25 over the best BM25 of the search, 0..1.
        job: 1 for the job ad, which asks for things instead of telling of them.
        resume: 1 for the résumé, which a note on the same thing outdoes.
        person: 1 for the résumé of a question about the person as a whole.
    """

    near: float = 0.0
    whole: float = 0.0
    topical: float = 0.0
    lexical: float = 0.0
    job: float = 0.0
    resume: float = 0.0
    person: float = 0.0

    @property
    def of_file(self) -> float:
        """How well the file answers; comparable within one search."""
        return _dot(self, _FILE_WEIGHTS)

    @property
    def of_chunk(self) -> float:
        """How well the chunk answers, among the chunks of its file."""
        return _dot(self, _CHUNK_WEIGHTS)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for and against the notes helping with a question.

    Attributes:
        near: Highest cosine of the question with any chunk.
        topical: Highest log share of its topics in any chunk, <= 0.
        cohort: Cosine with the nearest subject that notes mostly do not touch.
        specific: Share of its topics that many people have nothing to say on, 0..1.
        coverage: Share of its content words that occur anywhere in the notes, 0..1.
        bias: Always 1.
    """

    near: float
    topical: float
    cohort: float
    specific: float
    coverage: float
    bias: float = 1.0


_FILE_WEIGHTS = Fit(1.95, 11.4, 1.46, 1.36, -1.98, -1.22, 0.91)
_CHUNK_WEIGHTS = Fit(near=5.0, topical=2.0, lexical=1.5)
_EVIDENCE_WEIGHTS = Evidence(6.53, 1.22, -11.95, -4.41, 2.19, 7.78)
_NOT_FOREIGN = 0.25
"""Cosine with a foreign subject below which it says nothing: of situations all are far off."""


def relevance(evidence: Evidence) -> float:
    """Probability, 0..1, that the notes help with the question."""
    foreign = max(evidence.cohort, _NOT_FOREIGN)
    return 1 / (1 + exp(-_dot(replace(evidence, cohort=foreign), _EVIDENCE_WEIGHTS)))


def _dot(values: Fit | Evidence, weights: Fit | Evidence) -> float:
    pairs = zip(astuple(values), astuple(weights), strict=True)
    return float(sum(value * weight for value, weight in pairs))
