"""Sentences of the notes that may stand as points by themselves."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kairo_desktop.copilot.evidence import Evidence, readings_in, words_of
from kairo_desktop.copilot.figures import figures_in
from kairo_desktop.copilot.grounding import essence
from kairo_desktop.copilot.labels import Labels
from kairo_desktop.copilot.lines import Line, read
from kairo_desktop.copilot.prompt_texts import PERSONAL
from kairo_desktop.copilot.words import ASKING, CHANGES, POINTING, STARTING, bare, speaks_of_user
from kairo_desktop.copilot.wrap import wrap
from kairo_desktop.types import Context, Kind, Passage

__all__ = ["Reserve"]

_WRAPPED = re.compile(r"(?<=\S)[ \t]*\n(?=[ \t]*[^\s\-*+•#|\d])")
"""A line break within a paragraph."""
_MIN_WORDS = 4


@dataclass(frozen=True, slots=True)
class Reserve:
    """What the notes can add to an answer; nothing by default.

    Attributes:
        extracts: Sentences of the best passage's note, the most telling first.
        asked_for: Whether they may stand where the model has said nothing.
        result: In a story, the sentence with the figures of how it ended.
    """

    extracts: tuple[Line, ...] = ()
    asked_for: bool = False
    result: Line | None = None

    @classmethod
    def of(cls, context: Context, max_words: int) -> "Reserve":
        """What the passages of a question hold in sentences of at most `max_words` words."""
        question, passages = context.question, context.passages
        asked = Evidence.of(question.text, question.antecedent).stems - ASKING
        lines = [line for text in _texts(passages) for line in _sentences(text, max_words)]
        if question.kind is Kind.LOGISTICS and asked & STARTING:
            asked |= STARTING
        lines.sort(key=lambda line: -_weight(line, asked))
        shared = tuple(line for line in lines if essence(line.words) & asked)
        if question.kind not in PERSONAL:
            return cls(shared, bool(shared))
        if question.kind is Kind.LOGISTICS and shared:
            # Dates and amounts that nobody asked for are no answer.
            return cls(shared, asked_for=True)
        if question.kind is not Kind.BEHAVIORAL:
            return cls(tuple(lines), bool(lines))
        results = (line for line in lines if _tells_result(line))
        return cls(tuple(lines), bool(shared), max(results, key=_num_figures, default=None))

    def is_told(self, words: Iterable[str]) -> bool:
        """True when `words` hold a figure of the result, or there is none to tell."""
        if self.result is None:
            return True
        figures = [figure.numeral for figure in figures_in(" ".join(self.result.words))]
        return not readings_in(figures).isdisjoint(readings_in([" ".join(words)]))


def _texts(passages: Sequence[Passage]) -> list[str]:
    return [passage.text for passage in passages if passage.file == passages[0].file]


def _sentences(text: str, max_words: int) -> list[Line]:
    """The sentences that can stand alone, long ones up to the end of a clause."""
    lines = read(_WRAPPED.sub(" ", text), final=True).lines
    labels = Labels.of()
    whole = (labels.taken_off(line) for line in lines if line.words[-1].endswith((".", "!")))
    clauses = [next(wrap(line, max_words)) for line in whole if line.words]
    return [clause for clause in clauses if _stands_alone(clause)]


def _stands_alone(clause: Line) -> bool:
    first, last = clause.words[0], clause.words[-1]
    ended = len(clause.words) >= _MIN_WORDS and last.endswith((".", "!", ",", ";", ")"))
    return ended and not first[0].islower() and bare(first) not in POINTING


def _weight(line: Line, asked: frozenset[str]) -> int:
    """How much a sentence tells: a result before what was asked for, and that before the rest."""
    shared = len(essence(line.words) & asked)
    counts = 2 * (_num_figures(line) > 0)
    return 3 * _tells_result(line) + 2 * shared + counts + any(map(speaks_of_user, line.words))


def _tells_result(line: Line) -> bool:
    said = words_of(" ".join(line.words))
    return _num_figures(line) > 0 and not CHANGES.isdisjoint(said)


def _num_figures(line: Line) -> int:
    return sum(1 for _ in figures_in(" ".join(line.words)))
