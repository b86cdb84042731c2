"""Takes sentences out of a text that are orders to a language model, not content."""

import re

__all__ = ["without_orders"]

_SENTENCE = re.compile(r"[^.!?\n]*(?:[.!?]+(?=\s|$)|[.!?]|\n|$)")
_ORDER = re.compile(
    r"\b(?:ignore|disregard|forget|override)\b.{0,60}\b(?:above|previous|prior|earlier|everything"
    r"|instructions?|rules?|prompts?)\b|\byou are now\b|\bsystem prompt\b"
    r"|\bpretend (?:to be|you)\b",
    re.IGNORECASE,
)
_FOLLOW_UP = re.compile(
    r"\W*(?:and |then |instead )*(?:only |just )?(?:write|say|output|print|reply|respond|answer"
    r"|repeat)\b",
    re.IGNORECASE,
)


def without_orders(text: str) -> str:
    """The text without sentences that tell a model to forget its rules.

    A sentence right after one that tells it what to write instead goes too. A text without such
    an order comes back as it is.
    """
    if not _ORDER.search(text):
        return text
    kept = []
    ordered = False
    for sentence in _SENTENCE.findall(text):
        ordered = bool(_ORDER.search(sentence)) or (ordered and bool(_FOLLOW_UP.match(sentence)))
        if not ordered:
            kept.append(sentence)
    return "".join(kept)
