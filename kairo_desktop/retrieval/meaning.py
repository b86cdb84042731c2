"""How close in meaning a question is to every chunk of the notes, in three ways at once."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kairo_desktop.retrieval.embedder import Vectors
from kairo_desktop.retrieval.index import Embedded
from kairo_desktop.retrieval.relevance import Fit
from kairo_desktop.retrieval.topics import Reading, Topics

__all__ = ["Closeness", "Meanings"]

_TINY = 1e-9


@dataclass(frozen=True, slots=True)
class Closeness:
    """Three measures for every chunk; row i belongs to chunk `chunk_ids[i]`.

    Attributes:
        chunk_ids: int64[n], ascending.
        near: float32[n], cosine of the question with the chunk.
        whole: float32[n], cosine of the question with the chunk's whole file.
        topical: float32[n], log of the share of the question's topics in the chunk, <= 0.
    """

    chunk_ids: NDArray[np.int64]
    near: NDArray[np.float32]
    whole: NDArray[np.float32]
    topical: NDArray[np.float32]

    def of(self, chunk_id: int) -> Fit | None:
        """The three measures of one chunk; None where it has no vector yet."""
        row = int(np.searchsorted(self.chunk_ids, chunk_id))
        if row == len(self.chunk_ids) or self.chunk_ids[row] != chunk_id:
            return None
        return Fit(float(self.near[row]), float(self.whole[row]), float(self.topical[row]))


class Meanings:
    """The vectors of a profile, prepared for questions; immutable once made."""

    def __init__(self, embedded: Embedded, topics: Topics) -> None:
        self._embedded = embedded
        self._shares = topics.shares(embedded.matrix)
        _, self._file_rows = np.unique(embedded.file_ids, return_inverse=True)
        n_files = int(self._file_rows.max(initial=-1)) + 1
        sums = np.zeros((n_files, embedded.matrix.shape[1]), np.float32)
        np.add.at(sums, self._file_rows, embedded.matrix)
        self._files = sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), _TINY)

    def compare(self, question: Vectors, reading: Reading) -> Closeness:
        """Compare a question, given the float32[dim] of its core, with every chunk."""
        # Without BLAS: its threads would fight with the language model for the cores.
        whole = np.einsum("ij,j->i", self._files, question)
        topical = np.einsum("ij,j->i", self._shares, reading.weights)
        return Closeness(
            self._embedded.chunk_ids,
            near=np.einsum("ij,j->i", self._embedded.matrix, question),
            whole=whole[self._file_rows],
            topical=np.log(topical + np.float32(_TINY)),
        )
