"""A linear classifier over named features, small enough to read."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

__all__ = ["LinearModel", "Weights", "load_models", "save_models", "softmax"]

Weights = NDArray[np.float32]
"""float32[n_features, n_classes]."""


def softmax(scores: Weights) -> Weights:
    """Scores to probabilities along the last axis."""
    shifted = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=-1, keepdims=True), dtype=np.float32)


@dataclass(frozen=True, slots=True)
class LinearModel:
    """Scores of classes as sums over the features that hold.

    Attributes:
        classes: Names of the classes.
        rows: Row of a feature's weights by its name; other features count nothing.
        weights: float32[n_features, n_classes].
        bias: float32[n_classes].
    """

    classes: tuple[str, ...]
    rows: dict[str, int]
    weights: Weights
    bias: Weights

    def probabilities(self, features: Collection[str]) -> tuple[float, ...]:
        """Probability of each class, in the order of `classes`."""
        held = [row for name in features if (row := self.rows.get(name)) is not None]
        scale = np.float32(1.0 / np.sqrt(max(len(held), 1)))
        scores = self.bias + self.weights[sorted(held)].sum(axis=0) * scale
        return tuple(float(p) for p in softmax(scores))


def save_models(path: Path, models: Sequence[LinearModel]) -> None:
    """Write models that share their features into one npz file, weights as float16."""
    shared = models[0].rows
    names = sorted(shared, key=shared.__getitem__)
    arrays: dict[str, NDArray[np.generic]] = {"features": np.array("\n".join(names))}
    for n, model in enumerate(models):
        arrays[f"classes_{n}"] = np.array(model.classes)
        arrays[f"weights_{n}"] = model.weights.astype(np.float16)
        arrays[f"bias_{n}"] = model.bias
    np.savez_compressed(path, **arrays)  # type: ignore[arg-type]  # stubs take kwargs for a flag


def load_models(path: Path) -> tuple[LinearModel, ...]:
    """Read what `save_models` wrote."""
    with np.load(path, allow_pickle=False) as stored:
        rows = {name: row for row, name in enumerate(str(stored["features"]).split("\n"))}
        count = sum(name.startswith("classes_") for name in stored.files)
        return tuple(
            LinearModel(
                classes=tuple(str(name) for name in stored[f"classes_{n}"]),
                rows=rows,
                weights=stored[f"weights_{n}"].astype(np.float32),
                bias=stored[f"bias_{n}"].astype(np.float32),
            )
            for n in range(count)
        )
