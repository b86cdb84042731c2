"""Word error rate by one stated normaliser, pooled over clips, with a bootstrap interval.

The normaliser: lower case; "-" and "/" part words; "%", "$" and "&" are spoken; numbers in
digits become words; apostrophes and all other marks go; hesitations (uh, um, ...) go.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

__all__ = ["Interval", "Score", "bootstrap_wer", "edits", "normalize", "pooled_wer", "spoken"]

HESITATIONS: Final = frozenset({"uh", "um", "er", "erm", "hm", "hmm", "mm", "mhm", "ah", "eh"})

SPOKEN_MARKS: Final = {"%": " percent ", "$": " dollar ", "&": " and ", "-": " ", "/": " "}

_NAMES: Final = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty "
    "ninety"
)
_ONES: Final = tuple(_NAMES.split()[:20])
_TENS: Final = ("", "", *_NAMES.split()[20:])
_GROUPS: Final = ((10**9, "billion"), (10**6, "million"), (1000, "thousand"), (100, "hundred"))
_ORDINALS: Final = {
    "one": "first",
    "two": "second",
    "three": "third",
    "five": "fifth",
    "eight": "eighth",
    "nine": "ninth",
    "twelve": "twelfth",
}
_NUMBER: Final = re.compile(r"(\d[\d,]*)(\.\d+)?(st|nd|rd|th)?")


def spoken(number: int) -> str:
    """A whole number, 0 <= number < 10^12, as words without "and"."""
    if number < 20:
        return _ONES[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return _TENS[tens] + (f" {_ONES[ones]}" if ones else "")
    size, name = next((size, name) for size, name in _GROUPS if number >= size)
    head, tail = divmod(number, size)
    return f"{spoken(head)} {name}" + (f" {spoken(tail)}" if tail else "")


def normalize(text: str) -> tuple[str, ...]:
    """The words that count, as the module says."""
    text = text.lower()
    for mark, words in SPOKEN_MARKS.items():
        text = text.replace(mark, words)
    text = _NUMBER.sub(lambda found: f" {_number(found)} ", text)
    text = re.sub(r"['\u2018\u2019]", "", text)
    text = re.sub(r"[\W_]+", " ", text)
    return tuple(word for word in text.split() if word not in HESITATIONS)


def _number(found: re.Match[str]) -> str:
    whole, fraction, ordinal = found.groups()
    value = int(whole.replace(",", ""))
    if value >= 10**12:
        return " ".join(_ONES[int(digit)] for digit in whole if digit.isdigit())
    words = _year(value) if len(whole) == 4 and 1100 <= value < 2000 else spoken(value)
    if fraction:
        return f"{words} point {' '.join(_ONES[int(digit)] for digit in fraction[1:])}"
    return _ordinal(words) if ordinal else words


def _year(value: int) -> str:
    century, rest = divmod(value, 100)
    return f"{spoken(century)} {spoken(rest) if rest else 'hundred'}"


def _ordinal(words: str) -> str:
    *front, last = words.split()
    tens = last.endswith("y")
    ordinal = f"{last[:-1]}ieth" if tens else _ORDINALS.get(last, f"{last}th")
    return " ".join([*front, ordinal])


def edits(reference: Sequence[str], heard: Sequence[str]) -> int:
    """Fewest words to replace, drop or add to turn one into the other."""
    row = list(range(len(heard) + 1))
    for i, wanted in enumerate(reference, 1):
        above, row = row, [i]
        for j, got in enumerate(heard, 1):
            row.append(min(above[j] + 1, row[-1] + 1, above[j - 1] + (wanted != got)))
    return row[-1]


@dataclass(frozen=True, slots=True)
class Score:
    """Word errors of one clip against `n_words` of its reference."""

    n_edits: int
    n_words: int

    @classmethod
    def of(cls, reference: str, heard: str) -> "Score":
        """Compare two texts after normalization."""
        wanted = normalize(reference)
        return cls(edits(wanted, normalize(heard)), len(wanted))


@dataclass(frozen=True, slots=True)
class Interval:
    """A 95 % interval, in the unit of what was resampled."""

    low: float
    high: float


def pooled_wer(scores: Sequence[Score]) -> float:
    """All errors over all reference words, 0 and up; 0 where there are no words."""
    n_words = sum(score.n_words for score in scores)
    return sum(score.n_edits for score in scores) / n_words if n_words else 0.0


def bootstrap_wer(scores: Sequence[Score], rng: np.random.Generator, times: int = 1000) -> Interval:
    """Percentile bootstrap of the pooled rate, whole clips drawn with replacement."""
    rates = sorted(_resampled(scores, rng, times))
    return Interval(rates[round(0.025 * (times - 1))], rates[round(0.975 * (times - 1))])


def _resampled(scores: Sequence[Score], rng: np.random.Generator, times: int) -> Iterator[float]:
    for _ in range(times):
        yield pooled_wer([scores[i] for i in rng.integers(0, len(scores), len(scores))])
