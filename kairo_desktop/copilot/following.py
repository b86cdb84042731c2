"""What is said after a confirmed question: more of it, or another one."""

from enum import Enum, auto

from kairo_desktop.copilot.asking import after_restart, continues
from kairo_desktop.copilot.cues import LEAD_INS
from kairo_desktop.copilot.protocols import VerdictLabel
from kairo_desktop.copilot.reading import Reading
from kairo_desktop.copilot.repeats import needs_antecedent, points_to
from kairo_desktop.copilot.turn import Turn
from kairo_desktop.copilot.wording import content_words, sentences, tokens, word_set
from kairo_desktop.types import Kind, Question, QuestionState

__all__ = ["Bond", "bond"]

_JOINTS = word_set("and or but")
_ADDING = frozenset({("for", "example"), ("for", "instance"), ("i", "mean")})
_DEMONSTRATIVES = word_set("this that these those")
_MOST_CONFIRMED = 2
"""Texts that a turn is confirmed on: a question, and what was added to it."""
_SAME_MATTER = 0.5
_CLEAR_KIND = 0.4


class Bond(Enum):
    """How later words hang together with a confirmed question.

    Attributes:
        JOINS: They lean on it, whatever comes next: an addition, a condition, a correction.
        UNCLEAR: They lean on it as they stand, or ask nothing yet.
        ALONE: They are, or become, a question that stands by itself.
        APART: They are neither: small talk.
    """

    JOINS = auto()
    UNCLEAR = auto()
    ALONE = auto()
    APART = auto()


def bond(turn: Turn, following: Turn, *, growing: bool) -> Bond:
    """How what follows the question of a confirmed `turn` belongs to it.

    While it is `growing`, what is missing may still come.
    """
    before, after = turn.confirmed, following.reading
    is_added = turn.state is QuestionState.TENTATIVE
    if before is None or after is None or is_added or _corrects(after):
        return Bond.JOINS
    asks = after.asks or (growing and after.could_become_question)
    if asks and (turn.n_confirmed >= _MOST_CONFIRMED or _stands_for_itself(before, after)):
        return Bond.ALONE
    if _leans(after.text, growing=True):
        return Bond.JOINS
    leans = _leans(after.text, growing=growing) or (not growing and _is_same(before, after))
    if asks and not leans:
        return Bond.ALONE
    is_talk = after.label is VerdictLabel.SMALLTALK and not growing
    return Bond.APART if is_talk else Bond.UNCLEAR


def _corrects(after: Reading) -> bool:
    return after.retracted or after.dropped or after_restart(after.heard) != after.heard


def _stands_for_itself(before: Question, after: Reading) -> bool:
    """True for notice, salary and dates behind another matter: also after an "and"."""
    clear = after.assessment.kinds.get(Kind.LOGISTICS, 0.0) >= _CLEAR_KIND
    names_it = bool(content_words(after.text)) and not points_to(after.text)
    return clear and names_it and before.kind is not Kind.LOGISTICS


def _leans(text: str, *, growing: bool) -> bool:
    words = tokens(text)
    while words and words[0] in LEAD_INS - _JOINTS:
        words = words[1:]
    begins = words[:1] and (words[0] in _JOINTS or words[:2] in _ADDING)
    points = bool(words) and words[-1] in _DEMONSTRATIVES
    stands = not (begins or points or continues(sentences(text)[0]))
    return not stands or needs_antecedent(text, growing=growing)


def _is_same(before: Question, after: Reading) -> bool:
    """True for other words about the same: most of what it is about was asked about already."""
    said = content_words(after.text)
    return len(said & content_words(before.text)) > _SAME_MATTER * len(said)
