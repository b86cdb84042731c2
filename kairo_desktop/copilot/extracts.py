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
_MIN_SHARED = 2
"""Words that a sentence shares with a question which it answers by itself."""


@dataclass(frozen=True, slots=True)
class Reserve:
    """What the notes can add to an answer; nothing by default.

    Attributes:
        extracts: Sentences of the best passage's note, the most telling first.
        asked_for: Whether they may stand where the model has said nothing.
        result: In a story, the sentence with the figures of how it ended.
        lead: A whole sentence that answers what was asked by itself.
    """

    extracts: tuple[Line, ...] = ()
    asked_for: bool = False
    result: Line | None = None
    lead: Line | None = None

    @classmethod
    def of(cls, context: Context, max_words: int) -> "Reserve":
        """What the passages of a question hold in sentences of at most `max_words` words."""
        question, passages = context.question, context.passages
        said = Evidence.of(question.text, question.antecedent).stems
        asked = said - ASKING
        lines = [line for text in _texts(passages) for line in _sentences(text, max_words)]
        if question.kind is Kind.LOGISTICS and asked & STARTING:
            asked |= STARTING
        lines.sort(key=lambda line: -_weight(line, asked))
        shared = tuple(line for line in lines if essence(line.words) & asked)
        best = frozenset(_sentences(passages[0].text, max_words)) if passages else frozenset()
        telling = (line for line in shared if line in best)
        lead = next((line for line in telling if _answers(line, asked, question.kind)), None)
        if question.kind not in PERSONAL:
            return cls(shared, bool(shared), lead=lead)
        if question.kind is Kind.LOGISTICS and shared:
            # Dates and amounts that nobody asked for are no answer.
            return cls(shared, asked_for=True, lead=lead)
        if question.kind is not Kind.BEHAVIORAL:
            return cls(tuple(lines), bool(lines), lead=lead)
        results = [line for line in lines if _tells_result(line)]
        if lead is None and not said.isdisjoint(ASKING):
            lead = next((line for line in results if _is_whole(line) and line in best), None)
        return cls(tuple(lines), bool(shared), max(results, key=_num_figures, default=None), lead)

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
    labels = Labels.of() | Labels.of_stories()
    whole = (labels.taken_off(line) for line in lines if line.words[-1].endswith((".", "!")))
    clauses = [next(wrap(line, max_words)) for line in whole if line.words]
    return [clause for clause in clauses if _stands_alone(clause)]


def _stands_alone(clause: Line) -> bool:
    first, last = clause.words[0], clause.words[-1]
    ended = len(clause.words) >= _MIN_WORDS and last.endswith((".", "!", ",", ";", ")"))
    return ended and not (first.isalpha() and first[0].islower()) and bare(first) not in POINTING


def _is_whole(clause: Line) -> bool:
    """True for a whole sentence: a part of one may lack what it depends on."""
    return clause.words[-1].endswith((".", "!"))


def _answers(clause: Line, asked: frozenset[str], kind: Kind) -> bool:
    """Whether a clause that shares words with the question is an answer to it by itself."""
    shared = len(essence(clause.words) & asked)
    if kind is Kind.LOGISTICS:
        return _is_whole(clause)
    tells = _num_figures(clause) > 0 and any(map(speaks_of_user, clause.words))
    return _is_whole(clause) and (shared >= _MIN_SHARED or (tells and kind in PERSONAL))


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
