"""The best note on a question, cut down to what can stand on screen at once."""

import re
from collections.abc import Iterator

from kairo_desktop.retrieval.words import content_words, tells_of_change
from kairo_desktop.types import Anchor, Passage

__all__ = ["MAX_ANCHOR_WORDS", "anchor_of"]

MAX_ANCHOR_WORDS = 15

_MIN_WORDS = 3
_FURTHER = 1.5
"""What a further passage has to be ahead by."""
_WHOLE, _CLAUSE, _CUT = 0.6, 0.3, 0.0
"""What a text is worth for being a sentence, a part of one, or one broken off."""

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_CLAUSE_END = re.compile(r"(?<=[,;:])\s+")
_MARK = re.compile(r"\s*(?:(?:[-*+•–]|\d{1,3}[.)]|#+)\s+|\*\*[^*]{1,30}\*\*:?\s*)*")
_WORD = re.compile(r"[^\W_]+")
_LONG = 5
"""Letters from which a common word of the question still says which sentence is meant."""
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")
_LEAST_OF_CUT = 8
_PHRASE_OPENERS = (
    "a an the and or but so because while when where which who whose that of in on at by for from "
    "with without into over under about after before between during until since per through than "
    "as to not only was were is are been has have had he she it they we i its their his her our my"
)
_OPENS_PHRASE = frozenset(_PHRASE_OPENERS.split())
"""A sentence that is too long is cut before one of these."""


def anchor_of(passages: tuple[Passage, ...], question: str) -> Anchor | None:
    """The key sentence of the best note, at most 15 words of its exact text.

    Words of the question count most, then figures, then an early place; a further passage counts
    for less. A sentence that is too long gives its best clause.
    """
    wanted = frozenset(content_words(question)) | _long_words(question)
    candidates = [
        (
            worth + _weight(text, wanted) - _FURTHER * number,
            -number,
            Anchor(passage.file, passage.heading, text),
        )
        for number, passage in enumerate(passages)
        if passage.file == passages[0].file
        for worth, text in _short_texts(passage.text)
    ]
    return max(candidates, key=lambda candidate: candidate[:2])[2] if candidates else None


def _long_words(text: str) -> frozenset[str]:
    return frozenset(word for word in _WORD.findall(text.lower()) if len(word) >= _LONG)


def _short_texts(text: str) -> Iterator[tuple[float, str]]:
    """Stretches of `text` that fit, and what they are worth for being whole."""
    for line in text.split("\n"):
        for sentence in _SENTENCE_END.split(_MARK.sub("", line, count=1)):
            words = sentence.split()
            if len(words) <= MAX_ANCHOR_WORDS:
                yield from [(_WHOLE, sentence.strip())] if words else []
                continue
            yield _CUT, " ".join(words[: _cut(words)]).rstrip(",;:")
            for clause in _CLAUSE_END.split(sentence):
                if _MIN_WORDS < len(clause.split()) <= MAX_ANCHOR_WORDS:
                    yield _CLAUSE, clause.strip().rstrip(",;:")


def _cut(words: list[str]) -> int:
    """How many words of a sentence that is too long can stand for it."""
    for end in range(MAX_ANCHOR_WORDS, _LEAST_OF_CUT - 1, -1):
        if words[end].lower() in _OPENS_PHRASE and words[end - 1].lower() not in _OPENS_PHRASE:
            return end
    return MAX_ANCHOR_WORDS


def _weight(text: str, wanted: frozenset[str]) -> float:
    words = _WORD.findall(text.lower())
    n_figures = min(len(_FIGURE.findall(text)), 2)
    too_short = len(text.split()) < _MIN_WORDS
    return n_figures + tells_of_change(text) + 1.5 * len(wanted.intersection(words)) - 2 * too_short
