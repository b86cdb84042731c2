"""What may be said: the numbers and words that question, profile and notes contain."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from kairo_desktop.copilot.figures import Figure, figures_in
from kairo_desktop.copilot.words import FUNCTION_WORDS, NUMBER_WORDS, stem

__all__ = ["Evidence", "numbers_in", "readings_in", "words_of"]

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_SCALED = re.compile(
    r"(\d+(?:[.,]\d+)*)[ -]?(k|m|bn|b|hundred|thousand|million|billion)\b", re.IGNORECASE
)
_SCALE = {"k": 10**3, "thousand": 10**3, "hundred": 100, "m": 10**6, "million": 10**6}
_LETTERS = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)*")
_THOUSANDS = re.compile(r"\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*")
_MIN_SHARED = 5
"""Letters from which "Postgres" may stand for "PostgreSQL"."""
_MIN_SHARED_WORDS = 2


@dataclass(frozen=True, slots=True)
class Evidence:
    """Numbers, words and their stems that some texts contain; `a | b` joins two.

    Attributes:
        numbers: Every reading of every numeral, digits or words.
        words: Lower case, letters only.
        stems: What `words` share with their inflections.
        counted: Numbers with the stem of what each counts, as they stand in one text.
        phrases: Every three words in a row of which two say something.
    """

    numbers: frozenset[Decimal] = frozenset()
    words: frozenset[str] = frozenset()
    stems: frozenset[str] = frozenset()
    counted: frozenset[tuple[Decimal, str]] = frozenset()
    phrases: frozenset[tuple[str, ...]] = frozenset()

    @classmethod
    def of(cls, *texts: str) -> "Evidence":
        """What `texts` contain."""
        words = {word for text in texts for word in words_of(text)}
        counted = {
            (value, unit)
            for text in texts
            for figure in figures_in(text)
            for value in _all_readings(figure.numeral)
            for unit in figure.units
        }
        stems = frozenset(map(stem, words))
        phrases = frozenset(phrase for text in texts for phrase in _phrases(text))
        return cls(readings_in(texts), frozenset(words), stems, frozenset(counted), phrases)

    def __or__(self, other: "Evidence") -> "Evidence":
        """What either contains."""
        return Evidence(
            self.numbers | other.numbers,
            self.words | other.words,
            self.stems | other.stems,
            self.counted | other.counted,
            self.phrases | other.phrases,
        )

    def has_numbers(self, word: str) -> bool:
        """True when every numeral in `word` is known in one of its readings."""
        return all(any(r in self.numbers for r in readings) for readings in numbers_in(word))

    def has_figure(self, figure: Figure) -> bool:
        """True when some text counts the same thing by the same number."""
        return not figure.units or all(
            any((value, figure.units[0]) in self.counted for value in readings)
            for readings in numbers_in(figure.numeral)
        )

    def has_name(self, name: str) -> bool:
        """True for a known word, or for a short or long form of one."""
        folded = name.casefold()
        if folded in self.words or stem(folded) in self.stems:
            return True
        return len(folded) >= _MIN_SHARED and any(
            len(word) >= _MIN_SHARED and (word.startswith(folded) or folded.startswith(word))
            for word in self.words
        )


def numbers_in(text: str) -> Iterator[tuple[Decimal, ...]]:
    """The readings of each numeral of `text`: "38.000" is 38 or 38000, "38k" is 38000."""
    scaled = {match.start(): match for match in _SCALED.finditer(text)}
    for match in _NUMBER.finditer(text):
        readings = _digits(match.group())
        if match.start() in scaled:
            suffix = scaled[match.start()].group(2).casefold()
            scale = _SCALE.get(suffix, 10**9)
            if len(suffix) <= 2:
                readings = tuple(value * scale for value in readings) + (
                    readings if suffix == "m" else ()
                )
        yield readings
    for word in _LETTERS.findall(text):
        if word.casefold() in NUMBER_WORDS:
            yield (Decimal(NUMBER_WORDS[word.casefold()]),)


def readings_in(texts: Iterable[str]) -> frozenset[Decimal]:
    """Every reading of every numeral of `texts`."""
    return frozenset(value for text in texts for value in _all_readings(text))


def words_of(text: str) -> list[str]:
    """The words of `text` in lower case, letters only."""
    return [word.casefold() for word in _LETTERS.findall(text)]


def _phrases(text: str) -> Iterator[tuple[str, ...]]:
    words = words_of(text)
    for at in range(len(words) - 2):
        phrase = tuple(words[at : at + 3])
        if sum(word not in FUNCTION_WORDS for word in phrase) >= _MIN_SHARED_WORDS:
            yield phrase


def _all_readings(text: str) -> Iterator[Decimal]:
    for readings in numbers_in(text):
        yield from readings
    for match in _SCALED.finditer(text):
        scale = _SCALE.get(match.group(2).casefold(), 10**9)
        yield from (value * scale for value in _digits(match.group(1)))


def _digits(numeral: str) -> tuple[Decimal, ...]:
    """Readings of digits with points and commas in them."""
    readings = []
    if _THOUSANDS.fullmatch(numeral):
        readings.append(Decimal(numeral.replace(",", "").replace(".", "")))
    whole, *rest = re.split("[.,]", numeral)
    if len(rest) <= 1:
        readings.append(Decimal(".".join([whole, *rest])))
    if not readings:
        readings.append(Decimal(re.sub("[.,]", "", numeral)))
    return tuple(value.normalize() for value in readings)
