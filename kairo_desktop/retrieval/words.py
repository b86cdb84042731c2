"""Which words of a spoken question carry its topic."""

import re

__all__ = ["content_words"]

_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")

_STOP_WORDS = (
    "a about above after again against ago all also although always am an and another any "
    "anybody anyone anything are around as ask at be because been before being below best "
    "better between both but by came can cannot come could course describe did do does "
    "doing done down during each either else ever every example explain few first for from "
    "gave get gets getting give given go goes going gone good got had has have having he "
    "her here hers him his how i if in instead into is it its just kind know last let lets "
    "like little long lot made make makes many may maybe me might mine more most much must "
    "my need never next no nor not now of off often ok okay on once one only onto or other "
    "our out over own part perhaps please quite rather really right said same say see she "
    "should show so some somebody someone something sort sorry start still such sure take "
    "talk tell than that the their them then there these they thing things think this those "
    "though thought through time to together told too toward try two under until up upon us "
    "use used very walk want wanted was way we well went were what whatever when where "
    "whether which while who whole whom whose why will with within without would yeah yes "
    "yet you your yours yourself um uh hmm er ah "
)
_STOP = frozenset(_STOP_WORDS.split())


def content_words(text: str) -> tuple[str, ...]:
    """Words that carry meaning, lower case, in order, each once.

    >>> content_words("So, um, why did you not just use Redis for that?")
    ('redis',)
    """
    words = (word.replace("\u2019", "'").split("'")[0] for word in _WORD.findall(text.lower()))
    return tuple(dict.fromkeys(w for w in words if w not in _STOP and (len(w) > 1 or w.isdigit())))
