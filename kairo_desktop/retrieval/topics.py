"""What a question is about, and whether a note speaks of it: a bank of interview topics.

An interviewer asks for "a mistake that others relied on", a note says "I had approved it on a
Friday": no word in common, and little meaning. The bank bridges that gap. A question is compared
with how topics are asked for, a note with how they are told; both meet in the topic. The bank is
also the yardstick for "nothing in the notes": a question that is closer to a subject of the cohort
than to any note is not answered by them (cohort normalization, as in speaker verification:
Auckenthaler, Carey and Lloyd-Thomas 2000).
"""

import hashlib
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from kairo_desktop.retrieval.embedder import Embedder, Vectors
from kairo_desktop.retrieval.words import core_question

__all__ = ["Reading", "Shelf", "Topic", "Topics", "read_bank"]

_ASK_TEMPERATURE = 0.08
_TELL_TEMPERATURE = 0.07
"""Spread of cosines that counts as "about as close"; chosen on the calibration interviews."""

_BANK = Path(__file__).with_name("topics.toml")
_INTRODUCTION = "introduction"


class Shelf(Protocol):
    """Where vectors that never change wait for the next session."""

    def take(self, name: str) -> Vectors | None:
        """The vectors put there under `name`, or None."""
        ...

    def put(self, name: str, vectors: Vectors) -> None:
        """Keep `vectors` under `name` instead of whatever was there."""
        ...


@dataclass(frozen=True, slots=True)
class Topic:
    """Something interviewers ask about.

    Attributes:
        asks: How it is asked for.
        tells: How people's notes speak of it.
        specific: Many people have nothing to say on it.
        cohort: A subject that most notes do not touch at all.
    """

    name: str
    asks: tuple[str, ...]
    tells: tuple[str, ...]
    specific: bool = False
    cohort: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """What a question is about.

    Attributes:
        weights: float32[n_topics], sums to 1.
        specific: Share of the weight on topics that many people lack, 0..1.
        introduction: Share of the weight on the person as a whole, 0..1.
        cohort: Cosine with the nearest subject of the cohort.
    """

    weights: NDArray[np.float32]
    specific: float
    introduction: float
    cohort: float


def read_bank(path: Path = _BANK) -> tuple[Topic, ...]:
    """The topics of a bank file; the one that is shipped by default."""
    bank = tomllib.loads(path.read_text(encoding="utf-8"))
    topics = [
        Topic(
            entry["name"], tuple(entry["asks"]), tuple(entry["tells"]), entry.get("specific", False)
        )
        for entry in bank["topic"]
    ]
    cohort = [Topic(text, (text,), (text,), cohort=True) for text in bank["cohort"]["texts"]]
    return (*topics, *cohort)


class Topics:
    """The bank with its vectors; immutable once made.

    Making it embeds some 450 short texts, a few seconds; with a shelf only once.
    """

    def __init__(
        self, topics: Sequence[Topic], embedder: Embedder, shelf: Shelf | None = None
    ) -> None:
        asks = [core_question(ask) for topic in topics for ask in topic.asks]
        tells = [tell for topic in topics for tell in topic.tells]
        vectors = _embed_once([*asks, *tells], embedder, shelf)
        self._asks, self._tells = vectors[: len(asks)], vectors[len(asks) :]
        self._first_ask = _starts([len(topic.asks) for topic in topics])
        self._first_tell = _starts([len(topic.tells) for topic in topics])
        self._specific = np.array([topic.specific for topic in topics])
        self._cohort = np.array([topic.cohort for topic in topics])
        self._introduction = np.array([topic.name == _INTRODUCTION for topic in topics])

    def read(self, question: Vectors) -> Reading:
        """Say what a question is about, given the float32[dim] of its core."""
        nearest = np.maximum.reduceat(np.einsum("ij,j->i", self._asks, question), self._first_ask)
        weights = np.exp((nearest - nearest.max()) / _ASK_TEMPERATURE)
        weights /= weights.sum()
        return Reading(
            weights.astype(np.float32),
            specific=float(weights[self._specific].sum()),
            introduction=float(weights[self._introduction].sum()),
            cohort=float(nearest[self._cohort].max(initial=0.0)),
        )

    def shares(self, chunks: Vectors) -> NDArray[np.float32]:
        """How much each chunk speaks of each topic: float32[n, n_topics], rows sum to 1."""
        closeness = np.exp(chunks @ self._tells.T / _TELL_TEMPERATURE)
        shares = np.add.reduceat(closeness, self._first_tell, axis=1)
        shares /= shares.sum(axis=1, keepdims=True)
        return shares.astype(np.float32)


def _starts(sizes: Sequence[int]) -> NDArray[np.intp]:
    return np.cumsum([0, *sizes[:-1]])


def _embed_once(texts: Sequence[str], embedder: Embedder, shelf: Shelf | None) -> Vectors:
    """Embed `texts`, or take their vectors from the shelf."""
    digest = hashlib.sha256("\n".join([embedder.name, *texts]).encode()).hexdigest()
    kept = None if shelf is None else shelf.take(digest)
    if kept is not None and kept.shape == (len(texts), embedder.dim):
        return kept
    vectors = embedder.embed(texts)
    if shelf is not None:
        shelf.put(digest, vectors)
    return vectors
