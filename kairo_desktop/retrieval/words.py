"""What a spoken question is about, once its polite framing is taken off."""

import re
from collections.abc import Iterable

__all__ = ["content_words", "core_question", "count_said", "stand_together", "tells_of_change"]

_SHORTEST_STEM = 4
_LONGEST_ENDING = 3

_CONTRACTION = re.compile(r"(?:n't|'\w*)$")
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")

_LEAD_IN = re.compile(
    r"(?:\W|\b(?:so|and|okay|ok|well|um|uh|now|right|sure|great|thanks|alright|of course|please"
    r"|could you|can you|would you|i would (?:love|like) to (?:hear|know)|maybe)\b)*",
    re.IGNORECASE,
)
_FRAME = re.compile(
    r"(?:tell (?:me|us)(?: a (?:bit|little))?(?: more)? about|describe|walk (?:me|us) through"
    r"|talk (?:me|us) through|talk about|give (?:me|us) an example of|explain(?: to me)?"
    r"|have you(?: ever)?|how (?:do|did|would|have) you|how much experience do you have with"
    r"|wh(?:at's|at is|at was) your (?:experience|approach) (?:with|to)"
    r"|what experience do you have with|do you have (?:any )?experience with"
    r"|when (?:did|have) you|do you|did you|what(?:'s| is| was))\b",
    re.IGNORECASE,
)
_OCCASION = re.compile(
    r"\W*(?:a (?:time|situation|moment)\b\W*)?(?:(?:when|where|in which|that)\b\W*)?"
    r"(?:you(?:r)?\b\W*)?(?:(?:had to|have to)\b\W*)?",
    re.IGNORECASE,
)

_CHANGE = re.compile(r"\bfrom\b(?:[^.]|\.\d){0,30}?\d(?:[^.]|\.\d){0,30}?\bto\b", re.IGNORECASE)

_STOP_WORDS = (
    "a about above after again against ago all also although always am an and another any "
    "anybody anyone anything are around as ask at be because been before being below best "
    "better between both but by ca came can cannot come could course describe did do does "
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
    "whether which while who whole whom whose why will with within without wo would yeah yes "
    "yet you your yours yourself um uh hmm er ah "
    # What interviews are made of says nothing about what this question is after.
    "approach company deal dealt experience experiences handle handled handling job join joined "
    "joining question questions role situation work worked working "
)
_STOP = frozenset(_STOP_WORDS.split())


def content_words(text: str) -> tuple[str, ...]:
    """Words that carry meaning, lower case, in order, each once.

    >>> content_words("So, um, why didn't you just use Redis for that?")
    ('redis',)
    """
    spoken = _WORD.findall(text.lower().replace("\u2019", "'"))
    words = (_CONTRACTION.sub("", word) for word in spoken)
    return tuple(dict.fromkeys(w for w in words if w not in _STOP and (len(w) > 1 or w.isdigit())))


def core_question(text: str) -> str:
    """The topic of a question without lead-in, request and occasion; all of it when that is all.

    >>> core_question("Okay, so tell me about a time when you had to convince your manager.")
    'convince your manager.'
    """
    return _core(text) or text


def count_said(text: str) -> int:
    """Words of a question past its framing.

    >>> count_said("Okay, so tell me about a time when"), count_said("Why not use Redis?")
    (0, 4)
    """
    return len(_core(text).split())


def stand_together(words: Iterable[str], text: str) -> bool:
    """Whether all of some content words occur in a text, whatever their endings.

    >>> stand_together(("disagreed", "manager"), "A disagreement with my manager.")
    True
    """
    said = _WORD.findall(text.lower())
    return all(any(_is_form(word, other) for other in said) for word in words)


def _is_form(word: str, other: str) -> bool:
    stem = word[: max(_SHORTEST_STEM, len(word) - _LONGEST_ENDING)]
    return other == word or (len(word) > _SHORTEST_STEM and other.startswith(stem))


def tells_of_change(text: str) -> bool:
    """True for a text with the figure that people remember.

    >>> tells_of_change("No-shows went from 14.2 to 10.9 percent."), tells_of_change("From 9 on.")
    (True, False)
    """
    return bool(_CHANGE.search(text))


def _core(text: str) -> str:
    begin = _end(_LEAD_IN, text, 0)
    framed = _end(_FRAME, text, begin)
    if framed > begin:
        begin = _end(_OCCASION, text, framed)
    return text[begin:].strip(" ,?")


def _end(pattern: re.Pattern[str], text: str, begin: int) -> int:
    """Where a match of `pattern` at `begin` ends; `begin` itself without one."""
    match = pattern.match(text, begin)
    return match.end() if match else begin
