"""How far the first words of a point stand out: to the end of a phrase; no Qt."""

from typing import Final

__all__ = ["lead_is_open", "lead_length"]

_ENGLISH: Final = """
a an the this that these those some any each every my our your his her its their whose
to of in on at by for from with without into onto over under above below after before behind
between among through during about against across toward towards until since per via like
and or but nor if than then because while when where who which whether as so not no
is are was were be been being has have had i we he she they
"""
_GERMAN: Final = (
    "der die das den dem des ein eine einen einem einer eines kein keine keinen "
    "mein meine meinen meiner unser unsere unseren unserer sein seine ihr ihre "
    "zu zum zur von vom in im an am auf aus bei beim mit nach für über durch gegen ohne "
    "unter vor "  # codespell:ignore
    "um bis seit zwischen hinter neben während wegen und oder aber denn wenn weil dass ob als wie "
    "nicht ist sind war waren wurde wurden hat hatte hatten ich wir er"
)
_LEANING: Final = frozenset(_ENGLISH.split() + _GERMAN.split())
"""Words that belong to what follows: a phrase does not end with one of them."""


def lead_length(text: str, n_words: int) -> int:
    """Characters of the first words, of which the last ones are left out that lean on the next.

    As text is added, more may come to it and nothing goes but a word that was not complete.
    """
    length = 0
    for begin, end in _first_words(text, n_words):
        if text[begin:end].casefold() not in _LEANING:
            length = end
    return length


def lead_is_open(text: str, n_words: int) -> bool:
    """Whether words that stand already belong to the lead once the next one has come."""
    words = _first_words(text, n_words)
    return bool(words) and words[-1][1] >= len(text.rstrip()) > lead_length(text, n_words)


def _first_words(text: str, n_words: int) -> list[tuple[int, int]]:
    """Where each of the first words begins and ends."""
    places, end = [], 0
    for word in text.split(" ", n_words)[:n_words]:
        places.append((end, end + len(word)))
        end += len(word) + 1
    return places
