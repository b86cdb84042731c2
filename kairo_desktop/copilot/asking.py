"""Joins the utterances of a turn, and finds in it the part that asks."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kairo_desktop.copilot.cues import (
    ACKNOWLEDGEMENTS,
    ASKING_VERBS,
    AUXILIARIES,
    CONTINUERS,
    RELATIVES,
    RETRACTIONS,
    SPEAKERS,
    SUBJECTS,
    SUBORDINATORS,
    WH_WORDS,
)
from kairo_desktop.copilot.protocols import VerdictLabel
from kairo_desktop.copilot.questions import Assessment
from kairo_desktop.copilot.repeats import is_repeat, needs_antecedent, points_to
from kairo_desktop.copilot.wording import sentences, spoken, tokens, word_set

__all__ = ["AskingPart", "Assess", "after_restart", "asking_part", "continues", "join_parts"]

_OPENERS = WH_WORDS - RELATIVES

Assess = Callable[[str], Assessment]

_MOST_SENTENCES = 12
_MOST_WORDS = 250
_LEAST_RESTARTED = 4
_CONTEXT_SENTENCES = 3
_CONTEXT_WORDS = 45
_RUN_ON = 30
"""Words of a sentence in which the recognizer has left out the stops."""
_LEAST_RUN_ON = 12
_LEAST_PREAMBLE = 4
_JOINTS = frozenset({"and", "so", "but", "then"})
_WISHING = word_set("i i'd i'm i'll we'd we're")
_WISHED = word_set("hear know understand learn see you your how what why about whether if")
_WISHES = word_set("love like be want wonder would curious interested wondering keen need")


@dataclass(frozen=True, slots=True)
class AskingPart:
    """The sentences of a turn that matter.

    Attributes:
        context: Statements before the question that it rests on.
        asked: From the first asking sentence to the last.
        after: What follows the last asking sentence.
        times: How often something was said in the same words again, plus 1.
    """

    context: tuple[str, ...]
    asked: tuple[str, ...]
    after: tuple[str, ...]
    times: int

    @property
    def question(self) -> str:
        """Context and question: what an answer is written to."""
        return _limited((*self.context, *self.asked))

    @property
    def whole(self) -> str:
        """All of it: what tells whether it is a question."""
        return _limited((*self.context, *self.asked, *self.after))

    @property
    def request(self) -> str:
        """A request without the preamble that it was said in one breath with; mostly empty."""
        words = _plain(self.asked[0].split())
        is_request = self.context and len(words) > _LEAST_PREAMBLE and _begins_request(words)
        return _limited((*self.asked, *self.after)) if is_request else ""


def join_parts(parts: Iterable[str]) -> str:
    """Utterances of one turn as one text; a full stop set in a mid-sentence pause is taken back."""
    joined = ""
    for part in parts:
        if part:
            joined = _append(joined, part) if joined else part
    return joined


def after_restart(text: str) -> str:
    """What is asked after "let me put it differently" and the like; `text` where nothing is."""
    plain = spoken(text)
    ends = [plain.rfind(phrase) + len(phrase) for phrase in RETRACTIONS if phrase in plain]
    if not ends or len(plain) != len(text):
        return text
    rest = text[max(ends) :].lstrip(" ,.-")
    return rest if len(tokens(rest)) >= _LEAST_RESTARTED else text


def asking_part(text: str, assess: Assess) -> AskingPart:
    """Where in `text` the question is, the last one if there are several.

    Context is a scenario set up just before it, and what its "that" or "them" points to: three
    sentences and 45 words at most. A sentence said again counts once.
    """
    every = [unit for one in sentences(text) for unit in _stopped(one, assess)][-_MOST_SENTENCES:]
    units = _without_repeats(every)
    labels = [assess(unit).label for unit in units]
    asking = [_asks(unit, label) for unit, label in zip(units, labels, strict=True)]
    last = max((n for n, asks in enumerate(asking) if asks), default=len(units) - 1)
    first = last
    while first > 0 and asking[first - 1]:
        first -= 1
    context = _context_start(units, labels, first)
    return AskingPart(
        context=tuple(units[context:first]),
        asked=tuple(units[first : last + 1]),
        after=tuple(units[last + 1 :]),
        times=1 + len(every) - len(units),
    )


def _stopped(sentence: str, assess: Assess) -> Iterator[str]:
    """A sentence; one that runs on into a question is cut where the question begins."""
    words = sentence.split()
    if len(words) < _LEAST_RUN_ON or assess(sentence).label is VerdictLabel.QUESTION:
        yield sentence
        return
    plain = _plain(words)
    begins = [n for n in range(_LEAST_PREAMBLE, len(words) - 3) if _begins_request(plain[n:])]
    if len(words) > _RUN_ON and not begins:
        begins = [n for n in range(1, len(words) - 2) if _begins_question(plain[n : n + 3])]
    for first, last in pairwise([0, *begins, len(words)]):
        yield " ".join(words[first:last])


def _plain(words: Sequence[str]) -> list[str]:
    return [word.strip(",.;:").casefold() for word in words]


def _begins_question(words: Sequence[str]) -> bool:
    """True for "how would you" and the like; "I see how you would" has another order."""
    asking, auxiliary, subject = words
    return asking in _OPENERS and auxiliary in AUXILIARIES and subject in SUBJECTS


def _begins_request(words: Sequence[str]) -> bool:
    """True for "and I'd love to hear", "so walk me through": a request behind a preamble."""
    joint, who, what, *rest = words
    if joint not in _JOINTS:
        return False
    wishes = who in _WISHING and what in _WISHES and bool(_WISHED & set(rest[:3]))
    return wishes or (who in ASKING_VERBS and what in {"me", "us", "through"})


def _asks(unit: str, label: VerdictLabel) -> bool:
    marked = unit.endswith("?") and label is not VerdictLabel.SMALLTALK
    return marked or label is VerdictLabel.QUESTION


def _limited(units: Sequence[str]) -> str:
    return " ".join(" ".join(units).split()[-_MOST_WORDS:])


def _context_start(units: Sequence[str], labels: Sequence[VerdictLabel], first: int) -> int:
    budget = _CONTEXT_WORDS
    start = first
    points_back = needs_antecedent(units[first]) or points_to(units[first])
    while start > 0 and first - start < _CONTEXT_SENTENCES:
        budget -= len(units[start - 1].split())
        sets_up = labels[start - 1] is VerdictLabel.INCOMPLETE
        stated = labels[start - 1] is VerdictLabel.NOT_QUESTION
        if budget < 0 or not (sets_up or (stated and points_back)):
            break
        start -= 1
    while start < first and _acknowledges(units[start]):
        start += 1
    return start


def _append(joined: str, part: str) -> str:
    if not joined.endswith((".", "?", "!")) or not continues(part):
        return f"{joined} {part}"
    first, *rest = part.split(" ")
    plain = first if first == "I" or first.startswith("I'") else first[:1].lower() + first[1:]
    return " ".join([joined.rstrip(".?!"), plain, *rest])


def continues(part: str) -> bool:
    """True when the first sentence of `part`, not empty, cannot stand by itself."""
    sentence = sentences(part)[0]
    words = tokens(sentence)
    if not words or words[0] not in CONTINUERS:
        return False
    if words[0] in RELATIVES:
        return len(words) > 1 and words[1] in SPEAKERS
    if words[0] in SUBORDINATORS and "," in sentence:
        return False
    inverted = any(
        (one in AUXILIARIES and two in SUBJECTS) or (one in _OPENERS and two in AUXILIARIES)
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
