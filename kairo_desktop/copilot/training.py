"""How the question model is made: our own lines, varied the way recognizers vary them, one fit.

Run as `python -m kairo_desktop.copilot.training assets/turns/training.txt OUT.npz`; equal
lines give equal weights.
"""

import random
import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kairo_desktop.copilot.cues import OPEN_ENDS
from kairo_desktop.copilot.features import features
from kairo_desktop.copilot.linear import LinearModel, Weights, save_models, softmax
from kairo_desktop.copilot.protocols import VerdictLabel
from kairo_desktop.copilot.wording import spoken
from kairo_desktop.types import Kind

__all__ = ["Fit", "Line", "fit_models", "read_lines", "vary"]

_SEED = 20_261_130
_LABELS = tuple(label.value for label in VerdictLabel)
_KINDS = tuple(kind.value for kind in Kind)
_OPENINGS = (
    "So,",
    "Okay,",
    "Um,",
    "So, uh,",
    "Alright,",
    "Okay, so,",
    "And",
    "Right, so,",
    "Well,",
)
_FILLERS = ("um", "uh", "you know", "like", "um so")
_INVITATIONS = ("Take your time.", "Go ahead.", "Start wherever you like.", "Just roughly.")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the training text. `kind` is None unless it is a question."""

    text: str
    label: VerdictLabel
    kind: Kind | None = None


@dataclass(frozen=True, slots=True)
class Fit:
    """How long and how hard to fit.

    Attributes:
        ridge: Pull of every weight towards zero.
        min_count: Varied lines that a feature must occur in.
    """

    rounds: int = 300
    rate: float = 0.05
    ridge: float = 3e-4
    min_count: int = 3


def read_lines(path: Path) -> tuple[Line, ...]:
    """The lines below their `[label kind]` headings."""
    found: list[Line] = []
    label, kind = VerdictLabel.NOT_QUESTION, None
    for row in path.read_text(encoding="utf-8").splitlines():
        if row.startswith("["):
            names = row.strip("[]").split()
            label = VerdictLabel(names[0])
            kind = Kind(names[1]) if len(names) > 1 else None
        elif row and not row.startswith("#"):
            found.append(Line(row, label, kind))
    return tuple(found)


def vary(lines: Sequence[Line], rng: random.Random) -> tuple[Line, ...]:
    """`lines` as recognizers give them: bare, with fillers, cut, after and before others."""
    by_label = {label: [one for one in lines if one.label is label] for label in VerdictLabel}
    statements = by_label[VerdictLabel.NOT_QUESTION]
    found: list[Line] = []
    for line in lines:
        found += [line, _bare(line), _filled(line, rng)]
        if line.label is VerdictLabel.QUESTION:
            found += _cuts(line, rng)
            found.append(_joined(rng.choice(statements), line))
            found.append(_bare(_joined(line, _invitation(rng))))
        elif line.label is not VerdictLabel.INCOMPLETE:
            found.append(_joined(rng.choice(by_label[line.label]), line))
    return tuple(found)


def fit_models(lines: Sequence[Line], fit: Fit = Fit()) -> tuple[LinearModel, LinearModel]:
    """The models of label and of kind, fitted on `lines` varied."""
    varied = vary(lines, random.Random(_SEED))
    sets = [features(line.text) for line in varied]
    counts = Counter(name for names in sets for name in names)
    kept = sorted(name for name, count in counts.items() if count >= fit.min_count)
    rows = {name: row for row, name in enumerate(kept)}
    x = _matrix(sets, rows)
    labels = np.array([_LABELS.index(line.label.value) for line in varied])
    asked = np.array([n for n, line in enumerate(varied) if line.kind is not None])
    kinds = np.array([_KINDS.index(line.kind.value) for line in varied if line.kind is not None])
    return (
        LinearModel(_LABELS, rows, *_descend(x, labels, len(_LABELS), fit)),
        LinearModel(_KINDS, rows, *_descend(x[asked], kinds, len(_KINDS), fit)),
    )


def _bare(line: Line) -> Line:
    return replace(line, text=re.sub(r"[^a-z0-9'+# ]", "", spoken(line.text).replace("-", " ")))


def _filled(line: Line, rng: random.Random) -> Line:
    words = line.text.split()
    first = words[0] if words[0].startswith("I") else words[0].lower()
    at = rng.randrange(len(words))
    spread = [first, *words[1:]]
    if at:
        spread.insert(at, rng.choice(_FILLERS))
    opened = replace(line, text=" ".join([rng.choice(_OPENINGS), *spread]))
    return _bare(opened) if rng.random() < 0.5 else opened


def _cuts(line: Line, rng: random.Random) -> list[Line]:
    """One or no beginning of a question that ends where no sentence can."""
    words = line.text.split()
    places = [
        n
        for n in range(2, len(words))
        if spoken(words[n - 1]) in OPEN_ENDS and "?" not in " ".join(words[:n])
    ]
    if not places:
        return []
    cut = Line(" ".join(words[: rng.choice(places)]), VerdictLabel.INCOMPLETE)
    return [_bare(cut) if rng.random() < 0.5 else cut]


def _joined(first: Line, second: Line) -> Line:
    return replace(second, text=f"{first.text} {second.text}") if second.text else first


def _invitation(rng: random.Random) -> Line:
    return Line(rng.choice(_INVITATIONS), VerdictLabel.QUESTION)


def _matrix(sets: Iterable[Iterable[str]], rows: dict[str, int]) -> NDArray[np.float32]:
    held = [[rows[name] for name in names if name in rows] for names in sets]
    x = np.zeros((len(held), len(rows)), dtype=np.float32)
    for n, columns in enumerate(held):
        x[n, columns] = 1.0 / np.sqrt(max(len(columns), 1))
    return x


def _descend(
    x: NDArray[np.float32], y: NDArray[np.int64], n_classes: int, fit: Fit
) -> tuple[Weights, Weights]:
    """Softmax regression by Adam on the whole set (Kingma and Ba 2015, arXiv:1412.6980)."""
    ones = np.ones((len(x), 1), dtype=np.float32)
    x = np.hstack([x, ones])
    target = np.eye(n_classes, dtype=np.float32)[y]
    share = target.mean(axis=0)
    row_weight = (1.0 / (n_classes * share))[y][:, None].astype(np.float32) / len(x)
    weights = np.zeros((x.shape[1], n_classes), dtype=np.float32)
    mean, spread = np.zeros_like(weights), np.zeros_like(weights)
    for n in range(1, fit.rounds + 1):
        gradient = x.T @ ((softmax(x @ weights) - target) * row_weight) + fit.ridge * weights
        mean = 0.9 * mean + 0.1 * gradient
        spread = 0.999 * spread + 0.001 * gradient**2
        step = (mean / (1 - 0.9**n)) / (np.sqrt(spread / (1 - 0.999**n)) + 1e-8)
        weights = weights - fit.rate * step
    return weights[:-1].astype(np.float32), weights[-1].astype(np.float32)


if __name__ == "__main__":
    save_models(Path(sys.argv[2]), fit_models(read_lines(Path(sys.argv[1]))))
