"""Which words of one voice are those of another, picked up a moment later: by text and time."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise

from kairo_desktop.copilot.wording import is_content, word_set
from kairo_desktop.types import Word

__all__ = ["overheard"]

_EARLIEST_S = -0.4
_LATEST_S = 1.2
"""How much later than the original an echo's words may begin; recognized times are not exact."""

_FEWEST = 3
"""Words in a row that make an echo: fewer are said by both at once."""

_MOST_MISHEARD = 2
"""Words in a row within an echo that may have been recognized as others."""

_ALIKE = 0.4
_ANSWERS = word_set("yes yeah no okay ok right sure exactly correct true")
"""Little words that mean something when said alone."""

_NOT_PRONOUNCED = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class _Pair:
    """A word and its original, by their places."""

    word: int
    original: int


def overheard(words: Sequence[Word], originals: Sequence[Word]) -> list[bool]:
    """For each of `words`, whether it is one of `originals` heard again.

    Three words in a row must be the same and overlap in time with their originals: who repeats a
    question aloud begins when it is over. A word or two that were recognized otherwise in between
    or beside go with them if they sound alike; what was put in between stays.

    Args:
        words: In the order in which they were said; so are `originals`.
        originals: What the other voice said at that time.
    """
    said, before = _Said(words), _Said(originals)
    echoed = [False] * len(words)
    for run in _runs(_matched(said, before)):
        if len(run) >= _FEWEST and _overlap(run, words, originals):
            for n in _covered(run, said, before):
                echoed[n] = True
    return echoed


class _Said:
    """Words with their bare texts."""

    def __init__(self, words: Sequence[Word]) -> None:
        self.words = words
        self.texts = [_NOT_PRONOUNCED.sub("", word.text.casefold()) for word in words]


def _matched(said: _Said, before: _Said) -> list[_Pair]:
    """The longest series of equal words that both have in the same order, near in time.

    Source: Hunt and Szymanski 1977, with the pairs limited by time.
    """
    chains: list[tuple[_Pair, int]] = []
    ends: list[int] = []
    tails: list[int] = []
    for pair in _candidates(said, before):
        at = bisect_left(ends, pair.original)
        chains.append((pair, tails[at - 1] if at else -1))
        ends[at : at + 1], tails[at : at + 1] = [pair.original], [len(chains) - 1]
    series: list[_Pair] = []
    at = tails[-1] if tails else -1
    while at >= 0:
        pair, at = chains[at]
        series.append(pair)
    return series[::-1]


def _candidates(said: _Said, before: _Said) -> Iterator[_Pair]:
    """Equal words near in time: by word, for each the last original first."""
    first = 0
    for n, word in enumerate(said.words):
        while first < len(before.words) and _later_s(word, before.words[first]) > _LATEST_S:
            first += 1
        last = first
        while last < len(before.words) and _later_s(word, before.words[last]) >= _EARLIEST_S:
            last += 1
        for m in reversed(range(first, last)):
            if said.texts[n] and said.texts[n] == before.texts[m]:
                yield _Pair(n, m)


def _later_s(word: Word, original: Word) -> float:
    return word.start_s - original.start_s


def _runs(pairs: Sequence[_Pair]) -> Iterator[list[_Pair]]:
    """Pairs parted where more words lie between two than may have been misheard."""
    run: list[_Pair] = list(pairs[:1])
    for one, two in pairwise(pairs):
        if max(two.word - one.word, two.original - one.original) - 1 > _MOST_MISHEARD:
            yield run
            run = []
        run.append(two)
    yield run


def _overlap(run: Sequence[_Pair], words: Sequence[Word], originals: Sequence[Word]) -> bool:
    """Whether the run begins before its original is over."""
    return words[run[0].word].start_s < originals[run[-1].original].end_s


def _covered(run: Sequence[_Pair], said: _Said, before: _Said) -> Iterator[int]:
    """The places of a run's words, and of misheard ones between and beside them."""
    yield from (pair.word for pair in run)
    spans = [
        (range(one.word + 1, two.word), range(one.original + 1, two.original))
        for one, two in pairwise(run)
    ]
    spans += [_beside(run[0], -1, said, before), _beside(run[-1], 1, said, before)]
    for own, theirs in spans:
        if _is_misheard([said.texts[n] for n in own], [before.texts[n] for n in theirs]):
            yield from own


def _beside(pair: _Pair, step: int, said: _Said, before: _Said) -> tuple[range, range]:
    """The word next to the end of a run, and the original next to the original, if it is near."""
    own, theirs = pair.word + step, pair.original + step
    if not (0 <= own < len(said.words) and 0 <= theirs < len(before.words)):
        return range(0), range(0)
    near = abs(_later_s(said.words[own], before.words[theirs])) <= _LATEST_S
    return range(own, own + near), range(theirs, theirs + near)


def _is_misheard(own: Sequence[str], theirs: Sequence[str]) -> bool:
    """Whether `own` can be what a recognizer made of `theirs`."""
    if not own or not theirs or len(own) > len(theirs):
        return "".join(own) == "".join(theirs)
    if not any(is_content(text) or text in _ANSWERS for text in own):
        return True
    return SequenceMatcher(None, "".join(own), "".join(theirs)).ratio() >= _ALIKE
