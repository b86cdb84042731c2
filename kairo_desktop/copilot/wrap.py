"""Cuts a long line into talking points, at the end of a clause where there is one."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kairo_desktop.copilot.lines import Line
from kairo_desktop.copilot.words import (
    CONJUNCTIONS,
    LINKS,
    PREPOSITIONS,
    bare,
    goes_on,
)

__all__ = ["SOON", "first_clause", "wrap"]

SOON = 8
"""Words shown at once; beyond, a clause is shown when it is known to fit."""

_MIN_CLAUSE = 4
"""Words of a clause that may stand alone; with fewer it is the end of a list."""

_DEPENDENT = (CONJUNCTIONS - LINKS) | PREPOSITIONS | {"which", "who", "that", "whose", "including"}
"""Words that begin what is half a sentence by itself."""

_CONDITIONS = frozenset({"if", "unless", "until", "except", "but", "although", "though", "than"})
"""Words that take back what stands in front of them."""

_CLAUSE_ENDS = (",", ";", ":", ".", "!", "?", ")")


def wrap(line: Line, limit: int) -> Iterator[Line]:
    """The line in pieces of at most `limit` words; the last one may be open.

    Of an open piece only the words are given that no later word can move to the next piece, so
    what is given for a line begins what is given for a longer one. After a cut in the middle of
    a clause, its end is left out; so is a clause that cannot stand alone, and all behind it.

    Args:
        line: As the model wrote it.
        limit: Greatest number of words, > `SOON`.
    """
    while len(line.words) > limit:
        cut = goes_on = _last_border(line.words, limit)
        if not cut:
            cut, goes_on = _hard_cut(line.words, limit), _next_border(line.words, limit + 1)
        yield Line(line.words[:cut], "", closed=True)
        behind = line.words[goes_on:]
        too_few = len(behind) < _MIN_CLAUSE
        if not goes_on or too_few or bare(behind[0]) in _DEPENDENT:
            return
        line = replace(line, words=_opening(behind))
    if line.closed or len(line.words) <= SOON:
        yield line
    else:
        shown = _last_border(line.words, len(line.words)) or SOON
        yield Line(line.words[:shown], "", closed=False)


def first_clause(line: Line, limit: int) -> Line | None:
    """A closed line, or its beginning of at most `limit` words that says no more than the whole.

    None where no clause ends in time, or what follows takes back what it says.
    """
    if len(line.words) <= limit:
        return line
    n = _last_border(line.words, limit)
    if not n or bare(line.words[n]) in _CONDITIONS:
        return None
    *before, last = line.words[:n]
    return replace(line, words=(*before, last.rstrip(",;:")))


def _is_border(words: Sequence[str], n: int) -> bool:
    """True when a clause ends after `n` words."""
    joined = n < len(words) and bare(words[n]) in CONJUNCTIONS
    return words[n - 1].endswith(_CLAUSE_ENDS) or (joined and not goes_on(words[n - 1]))


def _last_border(words: Sequence[str], end: int) -> int:
    """The longest beginning of `SOON` to `end` words at which a clause ends; 0 for none."""
    return next((n for n in range(end, SOON - 1, -1) if _is_border(words, n)), 0)


def _next_border(words: Sequence[str], begin: int) -> int:
    """The shortest beginning of `begin` or more words at which a clause ends; 0 for none."""
    return next((n for n in range(begin, len(words)) if _is_border(words, n)), 0)


def _hard_cut(words: Sequence[str], limit: int) -> int:
    """At most `limit` words: those before the last phrase that does not fit.

    "a 90-minute session on a small | table" is cut before "on".
    """
    for n in range(limit, SOON - 1, -1):
        if bare(words[n]) in PREPOSITIONS and not goes_on(words[n - 1]):
            return n
    while limit > SOON and (goes_on(words[limit - 1]) or words[limit - 1][-1].isdigit()):
        limit -= 1
    return limit


def _opening(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words of a clause that now begins a point."""
    words = words[1:] if words and bare(words[0]) in LINKS else words
    if not words or not words[0].islower() or not words[0].isalpha():
        return words
    return (words[0].capitalize(), *words[1:])
