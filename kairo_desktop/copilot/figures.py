"""Numerals with what they count: "two weeks" is another figure than "two months"."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kairo_desktop.copilot.words import FUNCTION_WORDS, NUMBER_WORDS, RANGE_LINKS, UNITS, stem

__all__ = ["Figure", "figures_in"]

_SCALES = r"(?:[ -]?(?:k|m|bn|b|hundred|thousand|million|billion)(?![^\W_]))?"
_TOKEN = re.compile(
    rf"(?<![^\W_])\d+(?:[.,]\d+)*(?:(?:st|nd|rd|th)(?![^\W_])|{_SCALES})|[^\W\d_]+(?:['\u2019][^\W\d_]+)*|%|[-\u2013\u2014/]"
    r"|[,.;:!?()\[\]\n]",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?:19|20)\d\d")
_PERCENTILE = (stem("percentile"),)
"""What the notes call "p95" may be told as "the 95th percentile"."""
_DASHES = "-\u2013\u2014/"
_REACH = 3
"""Words behind a numeral in a note that may be what it counts: "46 slow old queries"."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A numeral and what it may count.

    Attributes:
        numeral: As written, with a scale or an ordinal's ending: "38 thousand", "4th".
        start: Where it begins in the text.
        units: Stems of the words that it may count, nearest first; empty for a bare number.
        open: The text ends before it is known what is counted.
    """

    numeral: str
    start: int
    units: tuple[str, ...]
    open: bool


def figures_in(text: str) -> Iterator[Figure]:
    """The numerals of `text` that may count something: no year, no percentile, no "p95".

    The numbers of a range share what stands behind the last: "from 95 to 38 minutes".
    """
    tokens = list(_TOKEN.finditer(text))
    words = [match.group().casefold() for match in tokens]
    for at, match in enumerate(tokens):
        if not _counts(words[at]):
            continue
        units, is_open = _units(words[at + 1 :])
        if units[:1] == _PERCENTILE:
            continue
        yield Figure(match.group(), match.start(), units, is_open)


def _counts(word: str) -> bool:
    if word[0].isdigit():
        return not _YEAR.fullmatch(word)
    return word in NUMBER_WORDS and word != "twice"  # "Twice a day" counts no days.


def _units(words: Sequence[str]) -> tuple[tuple[str, ...], bool]:
    """What is counted by a numeral before `words`, and whether that is still open."""
    units: list[str] = []
    for at, word in enumerate(words):
        if _is_number(word):
            if units:
                break
        elif word in FUNCTION_WORDS or word in RANGE_LINKS:
            linked = word in RANGE_LINKS and all(map(_goes_on, words[at + 1 : at + 2]))
            if not units and not linked:
                return (), False
        elif word[0].isalpha() or word == "%":
            units.append(UNITS.get(word, stem(word)))
        elif word not in _DASHES:
            return tuple(units), False
    return tuple(units[:_REACH]), not units


def _goes_on(word: str) -> bool:
    """True for what may stand behind the first link of a range."""
    return _is_number(word) or word in RANGE_LINKS


def _is_number(word: str) -> bool:
    return word[0].isdigit() or word in NUMBER_WORDS
