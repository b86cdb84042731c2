"""Joins the utterances of a turn, and finds in it the part that asks."""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from kairo_desktop.copilot.cues import (
    ACKNOWLEDGEMENTS,
    AUXILIARIES,
    CONTINUERS,
    RELATIVES,
    SPEAKERS,
    SUBJECTS,
    SUBORDINATORS,
    WH_WORDS,
)
from kairo_desktop.copilot.protocols import VerdictLabel
from kairo_desktop.copilot.questions import Assessment
from kairo_desktop.copilot.repeats import is_repeat
from kairo_desktop.copilot.wording import sentences, tokens

__all__ = ["AskingPart", "Assess", "asking_part", "join_parts"]

Assess = Callable[[str], Assessment]

_MOST_SENTENCES = 12
_MOST_WORDS = 250
_CONTEXT_SENTENCES = 3
_CONTEXT_WORDS = 45


class AskingPart:
    """The sentences of a turn that matter.

    Attributes:
        context: Statements before the question that it may rest on.
        asked: From the first asking sentence to the last.
        after: What follows the last asking sentence.
    """

    __slots__ = ("after", "asked", "context")

    def __init__(self, context: Sequence[str], asked: Sequence[str], after: Sequence[str]) -> None:
        self.context = tuple(context)
        self.asked = tuple(asked)
        self.after = tuple(after)

    @property
    def question(self) -> str:
        """Context and question: what an answer is written to."""
        return _limited((*self.context, *self.asked))

    @property
    def whole(self) -> str:
        """All of it: what tells whether it is a question."""
        return _limited((*self.context, *self.asked, *self.after))


def join_parts(parts: Iterable[str]) -> str:
    """Utterances of one turn as one text; a full stop set in a mid-sentence pause is taken back."""
    joined = ""
    for part in parts:
        if part:
            joined = _append(joined, part) if joined else part
    return joined


def asking_part(text: str, assess: Assess) -> AskingPart:
    """Where in `text` the question is, the last one if there are several.

    Context goes back three sentences and 45 words at most and never over small talk; what only
    acknowledges ("Great.") is left out. A sentence said again counts once.
    """
    units = _without_repeats(sentences(text)[-_MOST_SENTENCES:])
    labels = [assess(unit).label for unit in units]
    asking = [n for n, label in enumerate(labels) if label is VerdictLabel.QUESTION]
    last = asking[-1] if asking else len(units) - 1
    first = last
    while first > 0 and labels[first - 1] is VerdictLabel.QUESTION:
        first -= 1
    context = _context_start(units, labels, first)
    return AskingPart(units[context:first], units[first : last + 1], units[last + 1 :])


def _limited(units: Sequence[str]) -> str:
    return " ".join(" ".join(units).split()[-_MOST_WORDS:])


def _context_start(units: Sequence[str], labels: Sequence[VerdictLabel], first: int) -> int:
    budget = _CONTEXT_WORDS
    start = first
    while start > 0 and first - start < _CONTEXT_SENTENCES:
        budget -= len(units[start - 1].split())
        if budget < 0 or labels[start - 1] is VerdictLabel.SMALLTALK:
            break
        start -= 1
    while start < first and _acknowledges(units[start]):
        start += 1
    return start


def _append(joined: str, part: str) -> str:
    if not joined.endswith((".", "?", "!")) or not _continues(part):
        return f"{joined} {part}"
    first, *rest = part.split(" ")
    plain = first if first == "I" or first.startswith("I'") else first[:1].lower() + first[1:]
    return " ".join([joined.rstrip(".?!"), plain, *rest])


def _continues(part: str) -> bool:
    """True when the first sentence of `part` cannot stand by itself."""
    sentence = sentences(part)[0]
    words = tokens(sentence)
    if not words or words[0] not in CONTINUERS:
        return False
    if words[0] in RELATIVES:
        return len(words) > 1 and words[1] in SPEAKERS
    if words[0] in SUBORDINATORS and "," in sentence:
        return False
    inverted = any(
        (one in AUXILIARIES and two in SUBJECTS) or (one in WH_WORDS and two in AUXILIARIES)
        for one, two in pairwise(words)
    )
    return not inverted and not {"i", "we"} & set(words[1:4])


def _acknowledges(sentence: str) -> bool:
    words = tokens(sentence)
    return len(words) <= 6 and all(word in ACKNOWLEDGEMENTS for word in words)


def _without_repeats(units: Sequence[str]) -> list[str]:
    """`units` without a first asking, and what came after it, when the same is asked again."""
    kept: list[str] = []
    for unit in units:
        if len(tokens(unit)) > 2:
            again = [n for n, earlier in enumerate(kept) if is_repeat(unit, earlier)]
            kept = kept[: again[0]] if again else kept
        kept.append(unit)
    return kept
