"""The best note on a question, cut down to what can stand on screen at once."""

import re

from kairo_desktop.retrieval.words import content_words
from kairo_desktop.types import Anchor, Passage

__all__ = ["MAX_ANCHOR_WORDS", "anchor_of"]

MAX_ANCHOR_WORDS = 15

_SENTENCE = re.compile(r"[^.!?\n]+(?:[.!?](?=\S)[^.!?\n]*)*[.!?]*")
_MARK = re.compile(r"^(?:[-*+•–]\s+|\d{1,3}[.)]\s+|\*\*[^*]{1,30}\*\*:?\s*|#+\s+)+")
_FIGURE = re.compile(r"\d")


def anchor_of(passages: tuple[Passage, ...], question: str) -> Anchor | None:
    """The key sentence of the best passage, at most 15 words of its exact text.

    A sentence with figures wins over one without, then the one closest to the question's words.
    """
    if not passages:
        return None
    best = passages[0]
    wanted = set(content_words(question))
    sentences = [_MARK.sub("", s.strip()) for s in _SENTENCE.findall(best.text)]
    sentences = [s for s in sentences if s] or [best.text]
    key = max(sentences, key=lambda s: _weight(s, wanted))
    return Anchor(best.file, best.heading, _cut(key))


def _weight(sentence: str, wanted: set[str]) -> tuple[float, int]:
    shared = len(wanted.intersection(content_words(sentence)))
    return (1.5 * bool(_FIGURE.search(sentence)) + shared, -len(sentence))


def _cut(sentence: str) -> str:
    """The first words of a sentence, or, where its figures come late, the clause with them."""
    words = sentence.split()
    if len(words) <= MAX_ANCHOR_WORDS:
        return sentence
    for clause in re.split(r"(?<=[,;:])\s+", sentence):
        if _FIGURE.search(clause) and 3 <= len(clause.split()) <= MAX_ANCHOR_WORDS:
            return clause.rstrip(",;:")
    return " ".join(words[:MAX_ANCHOR_WORDS])
