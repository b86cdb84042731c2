"""The sentence of the notes with which an answer begins, so that nobody waits for a model."""

import re
from collections.abc import Sequence
from itertools import chain

from kairo_desktop.copilot.extracts import Reserve, asks_back
from kairo_desktop.copilot.grounding import essence
from kairo_desktop.copilot.lines import Line
from kairo_desktop.copilot.prompt_texts import PERSONAL
from kairo_desktop.copilot.sentences import (
    is_whole,
    num_figures,
    sentences,
    stands_alone,
    tells_result,
)
from kairo_desktop.copilot.words import (
    ASKING,
    BACKWARD,
    SCENE,
    STARTING,
    THIRD_PERSON,
    bare,
    speaks_of_user,
)
from kairo_desktop.copilot.wrap import first_clause
from kairo_desktop.types import Context, Kind, Passage

__all__ = ["lead_of"]

_MIN_SHARED = 2
"""Words that a sentence shares with a question which it answers by itself."""
_MIN_SHARE = 0.25
"""Part of what was asked about that a sentence speaks of: less is chance."""
_YEAR = re.compile(r"(?:19|20)\d\d\b")
_EARLY = 3
"""Words among which one that points back is about what stands in front of the sentence."""


def lead_of(context: Context, max_words: int) -> Line | None:
    """The sentence that says most about what was asked; None where none says anything.

    It can be understood without what stands around it; of a long one the first clauses are
    taken. What answers by itself leads, then how a story ended or where it began, then what
    shares the most words with the question; of the user, what the best passage says first.

    Args:
        context: A question with its passages, of which those of the best note are looked at.
        max_words: Words of a point.
    """
    question, passages = context.question, context.passages
    if question.kind is Kind.ALGORITHMIC:
        return None  # An exercise shares words with many notes, and no note solves it.
    if asks_back(question):
        return next(iter(Reserve.of(context, max_words).extracts), None)
    asked = _asked(f"{question.antecedent} {question.text}", question.kind)
    whole = filter(is_whole, _leading(passages[:1], max_words))
    best = sorted(whole, key=lambda line: -_worth(line, asked))
    lead = next((line for line in best if _answers(line, asked, question.kind)), None)
    if lead is not None or question.kind is Kind.LOGISTICS:
        return lead
    # Words of an earlier question were answered with it.
    own = _asked(question.text, question.kind)
    lines = _leading(passages, max_words)
    if question.kind is Kind.BEHAVIORAL:
        is_told = own != essence(question.text.split())
        results = filter(tells_result, best if is_told else ())
        lead = next(chain(results, filter(_sets_scene, lines)), None)
    lead = lead or _nearest(lines, own, question.kind)
    if lead is None and question.kind in PERSONAL:
        # The piece was chosen for its meaning, and a model would begin with it, too.
        lead = next(iter(lines), None)
    return lead


def _asked(text: str, kind: Kind) -> frozenset[str]:
    """What a question is about."""
    asked = essence(text.split()) - ASKING
    return asked | STARTING if kind is Kind.LOGISTICS and asked & STARTING else asked


def _leading(passages: Sequence[Passage], max_words: int) -> list[Line]:
    """What of the best note an answer may begin with."""
    return [
        clause
        for passage in passages
        if passage.file == passages[0].file
        for line in sentences(passage.text)
        if (clause := first_clause(line, max_words)) is not None
        if stands_alone(clause) and not _points_back(clause, passage.heading.split())
    ]


def _points_back(line: Line, heading: Sequence[str]) -> bool:
    """True where a word stands for something that was named in front of the sentence.

    Who is named in the heading, which stands above the answer, may be "he".
    """
    words = [bare(word) for word in line.words]
    named = (n for n, word in enumerate(line.words[1:], 1) if word[:1].isupper())
    who = 0 if any(word[:1].isupper() for word in heading[1:]) else next(named, len(words))
    whom = next((n for n, word in enumerate(words) if word in THIRD_PERSON), len(words))
    return whom < who or not BACKWARD.isdisjoint(words[:_EARLY])


def _answers(line: Line, asked: frozenset[str], kind: Kind) -> bool:
    """Whether a sentence is an answer to the question by itself."""
    shared = len(essence(line.words) & asked)
    if kind is Kind.LOGISTICS:
        return shared > 0
    tells = num_figures(line) > 0 and any(map(speaks_of_user, line.words))
    return shared >= _MIN_SHARED or (shared > 0 and tells and kind in PERSONAL)


def _worth(line: Line, asked: frozenset[str]) -> int:
    return 2 * len(essence(line.words) & asked) + (num_figures(line) > 0)


def _sets_scene(line: Line) -> bool:
    """True for "In 2023 the team ..." and "At Harborlane I ...": so stories begin."""
    first, *others = line.words
    return bare(first) in SCENE and any(word[0].isupper() or _YEAR.match(word) for word in others)


def _nearest(lines: Sequence[Line], asked: frozenset[str], kind: Kind) -> Line | None:
    shared = [len(essence(line.words) & asked) for line in lines]
    most = max(shared, default=0)
    share = _MIN_SHARE * len(asked)
    is_near = most >= (min(_MIN_SHARED, share) if kind in PERSONAL else share)
    return lines[shared.index(most)] if most and is_near else None
