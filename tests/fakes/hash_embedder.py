"""An embedder without a model: texts that share words are close, others are not."""

import hashlib
from collections.abc import Sequence

import numpy as np

from kairo_desktop.retrieval.embedder import Vectors
from kairo_desktop.retrieval.words import content_words


class HashEmbedder:
    """Adds up one random direction per content word; counts what it embeds."""

    def __init__(self, name: str = "hash", dim: int = 64) -> None:
        self.name = name
        self.dim = dim
        self.n_embedded = 0

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.n_embedded += len(texts)
        rows = [self._row(text) for text in texts]
        return np.array(rows, np.float32).reshape(len(texts), self.dim)

    def _row(self, text: str) -> Vectors:
        row = np.full(self.dim, 1e-3, np.float32)
        for word in content_words(text):
            seed = int.from_bytes(hashlib.sha256(word.encode()).digest()[:4], "big")
            row += np.random.default_rng(seed).standard_normal(self.dim, np.float32)
        unit: Vectors = row / np.linalg.norm(row)
        return unit
