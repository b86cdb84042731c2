"""Reading facts out of short texts: which figures, which content words, said together or not."""

import re
from collections.abc import Iterable

from kairo_desktop.retrieval.words import content_words

__all__ = ["figures", "makes_claim", "mentions"]

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+")
_SPELLED_OUT = "two three four five six seven eight nine ten eleven twelve"
_SPELLED = {word: str(value) for value, word in enumerate(_SPELLED_OUT.split(), start=2)}
_WORD = re.compile(r"[a-z]+")
_LITTLE_WORDS = "a an the was were is are be been to of in on at by for with and"
_GRAMMAR = frozenset(_LITTLE_WORDS.split())
_ENDINGS = re.compile(r"(?:ations?|ings?|ed|ies|es|s|ly)$")
_MIN_STEM = 3
_FEWEST = 2


def figures(text: str) -> frozenset[str]:
    """Numbers in `text`, spelled ones up to twelve included; "one" is too often no number.

    >>> sorted(figures("Five months, 2,100 invoices, 1.5 percent"))
    ['1.5', '2100', '5']
    """
    found = {_plain(number) for number in _NUMBER.findall(text)}
    spelled = (_SPELLED.get(word) for word in _WORD.findall(text.lower()))
    return frozenset(found.union(value for value in spelled if value))


def mentions(points: Iterable[str], fact: str) -> bool:
    """True when the points together have all the figures of `fact`, which must have some.

    "It took 2.3 s" and "now it takes 410 ms" are two points and one fact.
    """
    return figures(fact) <= frozenset[str]().union(*map(figures, points))


def makes_claim(points: Iterable[str], claim: str) -> bool:
    """True when one of the points has all figures and all content words of `claim`.

    Where that is a single word ("was let go by Ann"), all of its words have to be there.
    """
    numbers, words = figures(claim), _stems(claim)
    if len(numbers) + len(words) < _FEWEST:
        words = _said(claim)
    return any(numbers <= figures(point) and words <= _said(point) for point in points)


def _plain(number: str) -> str:
    return number.replace(",", "") if _THOUSANDS.fullmatch(number) else number


def _stems(text: str) -> frozenset[str]:
    words = (word for word in content_words(text) if not word[0].isdigit())
    return frozenset(_stem(word) for word in words if word not in _SPELLED)


def _said(text: str) -> frozenset[str]:
    """Stems of all words but those of grammar."""
    words = (word for word in _WORD.findall(text.lower()) if word not in _GRAMMAR)
    return frozenset(map(_stem, words))


def _stem(word: str) -> str:
    stem = _ENDINGS.sub("", word)
    return stem if len(stem) >= _MIN_STEM else word
