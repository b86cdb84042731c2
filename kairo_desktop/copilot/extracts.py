"""Sentences of the notes that may stand as points by themselves."""

from collections.abc import Iterable
from dataclasses import dataclass

from kairo_desktop.copilot.evidence import Evidence, readings_in
from kairo_desktop.copilot.figures import figures_in
from kairo_desktop.copilot.grounding import essence
from kairo_desktop.copilot.lines import Line
from kairo_desktop.copilot.prompt_texts import PERSONAL
from kairo_desktop.copilot.sentences import (
    ends_clause,
    num_figures,
    questions,
    sentences,
    stands_alone,
    tells_result,
)
from kairo_desktop.copilot.words import ASKING, STARTING, speaks_of_user, stem
from kairo_desktop.copilot.wrap import wrap
from kairo_desktop.types import Context, Kind, Question

__all__ = ["Reserve", "asks_back"]

_QUESTION = stem("questions")


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
    def of(cls, context: Context, max_words: int, *, unasked: bool = False) -> "Reserve":
        """What the passages of a question hold in sentences of at most `max_words` words.

        `unasked` takes those too that share no word with it: where nothing else will be said.
        """
        question, passages = context.question, context.passages
        asked = Evidence.of(question.text, question.antecedent).stems - ASKING
        texts = [passage.text for passage in passages if passage.file == passages[0].file]
        if asks_back(question):
            own = [line for text in texts for line in questions(text)]
            return cls(tuple(line for line in own if len(line.words) <= max_words), bool(own))
        lines = [line for text in texts for line in _clauses(text, max_words)]
        if question.kind is Kind.LOGISTICS and asked & STARTING:
            asked |= STARTING
        lines.sort(key=lambda line: -_weight(line, asked))
        shared = tuple(line for line in lines if essence(line.words) & asked)
        if unasked and not shared:
            return cls(tuple(lines), bool(lines))
        if question.kind not in PERSONAL:
            return cls(shared, bool(shared))
        if question.kind is Kind.LOGISTICS and shared:
            # Dates and amounts that nobody asked for are no answer.
            return cls(shared, asked_for=True)
        if question.kind is not Kind.BEHAVIORAL:
            return cls(tuple(lines), bool(lines))
        results = [line for line in lines if tells_result(line)]
        return cls(tuple(lines), bool(shared), max(results, key=num_figures, default=None))

    def is_told(self, words: Iterable[str]) -> bool:
        """True when `words` hold a figure of the result, or there is none to tell."""
        if self.result is None:
            return True
        figures = [figure.numeral for figure in figures_in(" ".join(self.result.words))]
        return not readings_in(figures).isdisjoint(readings_in([" ".join(words)]))


def asks_back(question: Question) -> bool:
    """True for "Do you have any questions for us?": then the user's own questions are wanted."""
    is_wanted = _QUESTION in Evidence.of(question.text).stems
    return question.kind is Kind.LOGISTICS and is_wanted


def _clauses(text: str, max_words: int) -> list[Line]:
    """The sentences that can stand alone, long ones up to the end of a clause."""
    clauses = [next(wrap(sentence, max_words)) for sentence in sentences(text)]
    return [clause for clause in clauses if ends_clause(clause) and stands_alone(clause)]


def _weight(line: Line, asked: frozenset[str]) -> int:
    """How much a sentence tells: a result before what was asked for, and that before the rest."""
    shared = len(essence(line.words) & asked)
    counts = 2 * (num_figures(line) > 0)
    return 3 * tells_result(line) + 2 * shared + counts + any(map(speaks_of_user, line.words))
