"""Where, in what the recognizer heard, a question ends that is known already."""

from collections.abc import Sequence
from dataclasses import replace

from kairo_desktop.asr.loops import normal
from kairo_desktop.types import Hypothesis, Question, Word

__all__ = ["behind"]

_SLACK_S = 0.1
"""How far the recognizer's word and the voice it belongs to begin apart, most of the time."""
_EARLY_S = 0.3
_LATE_S = 0.5
"""How far before and behind the last syllable the question's last word may end and begin."""


def behind(heard: Hypothesis, known: Question) -> Hypothesis:
    """What was heard behind a question; no words are left where that is nothing.

    A recognizer's last word stretches over the silence that follows it, and the next begins
    where it ends. So the question's own words tell where it ends; only where they are not
    found, as in a question that repeats another in other words, the time tells alone.

    Args:
        heard: Of the interviewer's lane.
        known: A confirmed question; its `end_s` is where the voice ended.
    """
    n = _n_known(heard.words, known)
    n_committed = len(heard.committed)
    return replace(
        heard,
        committed=heard.committed[n:],
        tentative=heard.tentative[max(0, n - n_committed) :],
        start_s=max(heard.start_s, known.end_s),
    )


def _n_known(words: Sequence[Word], known: Question) -> int:
    """How many of `words` were said up to the end of `known`."""
    spelled = [normal(word.text) for word in words]
    asked = [normal(text) for text in known.text.split()]
    alike = {
        n: _n_alike(spelled[:n], asked)
        for n, word in enumerate(words, start=1)
        if word.end_s >= known.end_s - _EARLY_S and word.start_s <= known.end_s + _LATE_S
    }
    # The first of the best: what follows may say the same again.
    last = max(alike, key=alike.__getitem__, default=0)
    if not alike.get(last):
        return _n_begun(words, known.end_s + _SLACK_S)
    # Words may follow the question within its turn: "take your time".
    return max(last, _n_begun(words, known.end_s - _SLACK_S))


def _n_alike(said: Sequence[str], asked: Sequence[str]) -> int:
    """How many words both end with."""
    n = 0
    while n < min(len(said), len(asked)) and said[-1 - n] == asked[-1 - n]:
        n += 1
    return n


def _n_begun(words: Sequence[Word], until_s: float) -> int:
    return sum(word.start_s < until_s for word in words)
