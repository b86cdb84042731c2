"""How the question model is made: our own lines, varied the way recognizers vary them, one fit.

`assets/turns/train.py` runs it; equal lines give equal weights.
"""

import random
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from kairo_desktop.copilot.cutting import ends_open, lacking
from kairo_desktop.copilot.features import features
from kairo_desktop.copilot.linear import LinearModel, Weights, softmax
from kairo_desktop.copilot.protocols import VerdictLabel
from kairo_desktop.copilot.wording import is_content, spoken, tokens
from kairo_desktop.types import Kind

__all__ = ["Fit", "Line", "expand", "fit_models", "read_lines", "vary"]

_SEED = 20_261_130
_READINGS = 12
_LABELS = tuple(label.value for label in VerdictLabel)
_KINDS = tuple(kind.value for kind in Kind)
_OPENINGS = ("So,", "Okay,", "Um,", "So, uh,", "Alright,", "And", "Right, so,", "Well,")
_FILLERS = ("um", "uh", "you know", "like", "um so", "uh I mean", "I guess")
_INVITATIONS = ("Take your time.", "Go ahead.", "Start wherever you like.", "Just roughly.")
_TAKEN_BACK = (
    "Actually, forget that.",
    "No, wait, scratch that.",
    "Hmm, never mind, we can skip that.",
    "Sorry, let me put it differently.",
    "Well, let me ask that another way.",
)
_OF_NO_KIND = ("frame:", "last:", "clause:", "wants:", "scene:", "length:")
"""Features that say how a sentence is built and how far it is, not what it is about."""
_CHOICE = re.compile(r"\{([^{}]*)\}")


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
        rounds: Times that every line is looked at.
        batch: Lines looked at before each step.
        ridge: Pull of every weight towards zero; `kind_ridge` for the model of kinds.
        min_count: Varied lines that a feature must occur in.
    """

    rounds: int = 12
    batch: int = 512
    rate: float = 0.03
    ridge: float = 1e-6
    kind_ridge: float = 1e-4
    min_count: int = 4


@dataclass(frozen=True, slots=True)
class _Rows:
    """Sparse rows that end in the bias: `values[n]` at `columns[n]`.

    Attributes:
        starts: Where each row begins in `columns`; no row is empty.
    """

    columns: NDArray[np.int64]
    values: NDArray[np.float32]
    starts: NDArray[np.int64]
    row_of: NDArray[np.int64]

    @classmethod
    def of(cls, held: Sequence[Sequence[int]]) -> "_Rows":
        lengths = np.array([len(row) for row in held])
        values = np.repeat(1.0 / np.sqrt(np.maximum(lengths - 1, 1)), lengths).astype(np.float32)
        values[np.cumsum(lengths) - 1] = 1.0
        row_of = np.repeat(np.arange(len(held)), lengths)
        starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
        return cls(np.array([n for row in held for n in row]), values, starts, row_of)

    def times(self, weights: Weights) -> Weights:
        """float32[n_rows, n_classes]."""
        return np.asarray(
            np.add.reduceat(weights[self.columns] * self.values[:, None], self.starts),
            dtype=np.float32,
        )

    def transposed_times(self, errors: Weights, n_columns: int) -> Weights:
        """float32[n_columns, n_classes]."""
        spread = errors[self.row_of] * self.values[:, None]
        sums = [
            np.bincount(self.columns, weights=spread[:, n], minlength=n_columns)
            for n in range(errors.shape[1])
        ]
        return np.stack(sums, axis=1).astype(np.float32)


def read_lines(path: Path) -> tuple[Line, ...]:
    """The lines below their `[label kind]` headings, braces not yet expanded."""
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


def expand(line: Line) -> tuple[Line, ...]:
    """Up to a dozen readings of a line with braces, always the same ones."""
    rng = random.Random(crc32(line.text.encode()))
    readings = dict.fromkeys(_read_once(line.text, rng) for _ in range(3 * _READINGS))
    return tuple(replace(line, text=text) for text in list(readings)[:_READINGS])


def vary(lines: Sequence[Line], rng: random.Random) -> tuple[Line, ...]:
    """`lines` as recognizers give them: bare, with fillers, cut, after and before others."""
    by_label = {label: [one for one in lines if one.label is label] for label in VerdictLabel}
    statements = by_label[VerdictLabel.NOT_QUESTION]
    found: list[Line] = []
    others = sorted({word for line in lines for word in tokens(line.text) if is_content(word)})
    for line in lines:
        found += [_filled(line, rng), _bare(_filled(line, rng))]
        found.append(_misheard(_filled(line, rng), others, rng))
        if line.label is VerdictLabel.QUESTION:
            found += _cuts(line, rng)
            if rng.random() < 0.3:
                found.append(_joined(rng.choice(statements), line))
            if rng.random() < 0.1:
                found.append(_joined(line, replace(line, text=rng.choice(_INVITATIONS))))
            if rng.random() < 0.1:
                taken_back = Line(rng.choice(_TAKEN_BACK), VerdictLabel.INCOMPLETE)
                found.append(_joined(line, taken_back))
        elif line.label is not VerdictLabel.INCOMPLETE and rng.random() < 0.5:
            others_of = by_label[line.label]
            found.append(_joined(rng.choice(others_of), line))
            found.append(_joined(_joined(rng.choice(others_of), rng.choice(others_of)), line))
    return tuple(found)


def fit_models(lines: Sequence[Line], fit: Fit | None = None) -> tuple[LinearModel, LinearModel]:
    """The models of label and of kind, fitted on `lines` expanded and varied."""
    fit = fit or Fit()
    rng = random.Random(_SEED)
    varied = vary([reading for line in lines for reading in expand(line)], rng)
    asked = [line for line in varied if line.kind is not None]
    begun = [_begun(line, rng) for line in asked]
    of_label = [features(line.text) for line in varied]
    of_kind = [_topical(features(line.text)) for line in (*asked, *begun)]
    counts = Counter(name for names in of_label for name in names)
    kept = sorted(name for name, count in counts.items() if count >= fit.min_count)
    rows = {name: row for row, name in enumerate(kept)}
    labels = [_LABELS.index(line.label.value) for line in varied]
    kinds = [_KINDS.index(line.kind or "") for line in (*asked, *begun)]
    kind_fit = replace(fit, ridge=fit.kind_ridge)
    return (
        LinearModel(_LABELS, rows, *_descend(_held(of_label, rows), labels, len(_LABELS), fit)),
        LinearModel(_KINDS, rows, *_descend(_held(of_kind, rows), kinds, len(_KINDS), kind_fit)),
    )


def _begun(line: Line, rng: random.Random) -> Line:
    """The beginning of a question, of the same kind: what is answered changes while it grows."""
    words = line.text.split()
    return replace(line, text=" ".join(words[: rng.randint(min(4, len(words)), len(words))]))


def _topical(names: frozenset[str]) -> frozenset[str]:
    return frozenset(name for name in names if not name.startswith(_OF_NO_KIND))


def _held(sets: Sequence[frozenset[str]], rows: dict[str, int]) -> list[list[int]]:
    """The rows of each set, and the bias behind them."""
    return [[*sorted(rows[name] for name in names if name in rows), len(rows)] for names in sets]


def _read_once(text: str, rng: random.Random) -> str:
    plain = _CHOICE.sub(lambda choice: rng.choice(choice.group(1).split("|")), text)
    return re.sub(r" +([,.?])", r"\1", re.sub(r" +", " ", plain)).strip()


def _bare(line: Line) -> Line:
    return replace(line, text=re.sub(r"[^a-z0-9'+# ]", "", spoken(line.text).replace("-", " ")))


def _filled(line: Line, rng: random.Random) -> Line:
    """`line`, half the time with an opening or a filler before or in it."""
    words = line.text.split()
    if rng.random() < 0.25:
        first = words[0] if words[0].startswith("I") else words[0].lower()
        words = [rng.choice(_OPENINGS), first, *words[1:]]
    if rng.random() < 0.25:
        words.insert(rng.randrange(len(words)), rng.choice(_FILLERS))
    return replace(line, text=" ".join(words))


def _misheard(line: Line, others: Sequence[str], rng: random.Random) -> Line:
    """`line`, bare, with every fourth content word taken for another."""
    words = [
        rng.choice(others) if is_content(word) and rng.random() < 0.25 else word
        for word in _bare(line).text.split()
    ]
    return replace(line, text=" ".join(words))


def _cuts(line: Line, rng: random.Random) -> list[Line]:
    """At most two beginnings of a question: one ends in an open word, one lacks a part."""
    words = line.text.split()
    places = [n for n in range(2, len(words)) if ends_open(words, n)]
    return [*_cut(line, places, rng), *_cut(line, _places_of_one_lack(words, rng), rng)]


def _places_of_one_lack(words: Sequence[str], rng: random.Random) -> list[int]:
    """The places at which `words` lack the same part; parts are seldom, so each counts alike."""
    by_part = lacking(words)
    return by_part[rng.choice(sorted(by_part))] if by_part else []


def _cut(line: Line, places: Sequence[int], rng: random.Random) -> list[Line]:
    if not places or rng.random() < 0.4:
        return []
    cut = Line(" ".join(line.text.split()[: rng.choice(places)]), VerdictLabel.INCOMPLETE)
    return [_bare(cut) if rng.random() < 0.5 else cut]


def _joined(first: Line, second: Line) -> Line:
    return replace(second, text=f"{first.text} {second.text}")


def _descend(
    held: Sequence[Sequence[int]], classes: Sequence[int], n_classes: int, fit: Fit
) -> tuple[Weights, Weights]:
    """Softmax regression by Adam on small batches (Kingma and Ba 2015, arXiv:1412.6980).

    Every line must hold a feature; the last feature of all is the bias. Classes weigh the same
    however many lines they have.
    """
    n_features = max(max(row) for row in held) + 1
    order = np.random.default_rng(_SEED).permutation(len(held))
    target = np.eye(n_classes, dtype=np.float32)[[classes[n] for n in order]]
    of_line = (target @ (len(held) / (n_classes * target.sum(axis=0))))[:, None] / fit.batch
    of_line = of_line.astype(np.float32)
    spans = [slice(n, n + fit.batch) for n in range(0, len(held), fit.batch)]
    batches = [_Rows.of([held[n] for n in order[span]]) for span in spans]
    weights: Weights = np.zeros((n_features, n_classes), dtype=np.float32)
    mean: Weights = np.zeros_like(weights)
    spread: Weights = np.zeros_like(weights)
    for n in range(fit.rounds * len(batches)):
        rows, span = batches[n % len(batches)], spans[n % len(batches)]
        errors: Weights = (softmax(rows.times(weights)) - target[span]) * of_line[span]
        gradient = rows.transposed_times(errors, n_features) + fit.ridge * weights
        mean = (0.9 * mean + 0.1 * gradient).astype(np.float32)
        spread = (0.999 * spread + 0.001 * gradient**2).astype(np.float32)
        step = (mean / (1 - 0.9 ** (n + 1))) / (np.sqrt(spread / (1 - 0.999 ** (n + 1))) + 1e-8)
        rate = fit.rate * (1 - n / (fit.rounds * len(batches)))
        weights = (weights - rate * step).astype(np.float32)
    return weights[:-1], weights[-1]
