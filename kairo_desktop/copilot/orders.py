"""Takes sentences out that nobody should answer with: orders to a model, warnings to the user."""

import re
from dataclasses import replace

from kairo_desktop.types import Context, Kind, Question

__all__ = ["heeded", "sayable", "without_orders"]

_NOTHING_ASKED = "What should I say?"
_SENTENCE = re.compile(r"[^.!?\n]*(?:[.!?]+(?=\s|$)|[.!?]|\n|$)")
_ORDER = re.compile(
    r"\b(?:ignore|disregard|forget|override)\b.{0,60}\b(?:above|previous|prior|earlier|everything"
    r"|instructions?|rules?|prompts?)\b|\byou are now\b|\bsystem prompt\b"
    r"|\bpretend (?:to be|you)\b|\bsay only (?:the word|with)\b|<\|[^|<>\n]{1,32}\|>"
    r"|\b(?:reply|respond|answer|output) (?:only (?:with|the)|with only)\b"
    r"|\bfrom now on,? (?:you (?:must|are|will)|always|only|reply|respond|answer|say|write)\b"
    r"|^\W*(?:system|assistant) ?:",
    re.IGNORECASE,
)
_FOLLOW_UP = re.compile(
    r"\W*(?:and |then |instead )*(?:only |just )?(?:write|say|output|print|reply|respond|answer"
    r"|repeat)\b",
    re.IGNORECASE,
)
_PRIVATE = re.compile(
    r"^\W*(?:please |nb:? |note:? |remember:? )?(?:never|don['\u2019]?t|do not) (?:ever )?"
    r"(?:tell|mention|say|talk|bring|discuss|reveal|disclose|admit)\b"
    r"|\b(?:lower limit|walk-?away)\b",
    re.IGNORECASE,
)
"""What somebody notes to keep to himself."""


def without_orders(text: str) -> str:
    """The text without sentences that tell a model what to be or to write.

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


def sayable(context: Context) -> Context:
    """The context without what its passages order a model to do, or the user not to say.

    The anchor stays as it is: it is for the user's eyes.
    """
    cleaned = (replace(passage, text=_sayable(passage.text)) for passage in context.passages)
    return replace(context, passages=tuple(p for p in cleaned if p.text.strip()))


def _sayable(text: str) -> str:
    sentences = _SENTENCE.findall(without_orders(text))
    return "".join(sentence for sentence in sentences if not _PRIVATE.search(sentence))


def heeded(question: Question) -> Question:
    """The question to search the notes for and to answer: without orders to the model.

    One that is nothing but an order asks for nothing that a model should make up.
    """
    text = without_orders(question.text).strip()
    if text == question.text.strip():
        return question
    if text:
        return replace(question, text=text)
    return replace(question, text=_NOTHING_ASKED, kind=Kind.BACKGROUND)
