"""Holding still what was found for a question while it is being asked."""

from dataclasses import dataclass, replace
from math import inf

from kairo_desktop.retrieval.anchor import anchor_of
from kairo_desktop.retrieval.search import Ranking, Retriever
from kairo_desktop.retrieval.words import count_said
from kairo_desktop.types import Context, Kind, Passage, Question, QuestionState

__all__ = ["MIN_SAID_WORDS", "Latch"]

MIN_SAID_WORDS = 4
"""Words past the polite framing; a forming question with fewer says too little to search with."""

_MIN_RELEVANCE = {Kind.ALGORITHMIC: 0.9, Kind.SYSTEM_DESIGN: 0.75, Kind.LOGISTICS: 0.9}
"""Exercises borrow the words of the user's trade; their answers are seldom in the notes. A note on
salary or notice is unmistakable, and nothing else will do for it."""

_MORE_TYPED = 1
"""Pieces of notes that a typed question gets besides."""

_BACKING = 3
"""Further pieces of the note that a spoken question rests on: not read, they lead and add."""

_READ_IN_TIME = 1
"""Pieces that the model reads while somebody waits for its first word: who types can wait."""

_MATTERS = frozenset({Kind.ALGORITHMIC, Kind.SYSTEM_DESIGN, Kind.TECHNICAL_KNOWLEDGE})
"""Kinds that a model can answer without a note: one that only the last words decide on is not
read, and gives its own sentences alone."""

_BY_ITSELF = 8
"""Words past the polite framing from which a follow-up is searched for by its own words alone."""

_AS_GOOD = 1.0
"""Log odds by which a note already held may be behind the best: not worth reading another."""


@dataclass(frozen=True, slots=True)
class _Held:
    turn_id: int
    passages: tuple[Passage, ...] = ()
    query: str = ""
    rival: str | None = None
    """Another note that was the best at the last search; "" when none was good."""
    end_s: float | None = None
    """Where speech had ended when the passages were decided on; None while it goes on."""
    num_read: int | None = _READ_IN_TIME


class Latch:
    """Adds passages and anchor to each version of a question.

    While a question forms, passages are searched for once four words past its framing are said,
    and replaced only when another note is far better, or the best twice in a row, so that words
    already prefilled stay valid. The first version after the end of speech decides: what is held
    stays if its note is about as good as the best then, else the best note takes its place;
    nothing changes after, unless speech goes on. The model reads the best piece alone where the
    question was spoken, and of a note that only the last words decide on none if it can do
    without: it would be read while somebody waits.
    """

    def __init__(self, retriever: Retriever) -> None:
        self._retriever = retriever
        self._held = _Held(turn_id=0)

    def step(self, question: Question) -> Context:
        """The question with what the notes say about it."""
        if question.state is QuestionState.WITHDRAWN:
            self._held = _Held(turn_id=0)
            return Context(question)
        self._held = self._next(question)
        passages = self._held.passages
        anchor = anchor_of(passages, question.text)
        return Context(question, passages, anchor, self._held.num_read)

    def _next(self, question: Question) -> _Held:
        held = self._held
        if held.turn_id != question.turn_id:
            held = _Held(question.turn_id)
        query = _query(question)
        end_s = None if question.state is QuestionState.FORMING else question.end_s
        if end_s is not None and end_s == held.end_s:
            return held
        if query == held.query and (end_s is None or held.rival is None):
            return replace(held, end_s=end_s)
        if end_s is None and count_said(query) < MIN_SAID_WORDS:
            return held
        ranking = self._retriever.rank(query)
        # A question that stands from the start was typed: nobody waits for the first words.
        is_typed = question.state is QuestionState.CONFIRMED and not held.query
        found = self._retriever.helpful(
            ranking,
            _MIN_RELEVANCE.get(question.kind, 0.0),
            n_more=_MORE_TYPED * is_typed,
            n_backing=0 if is_typed else _BACKING,
        )
        best = _note(found)
        close = not found or _is_as_good(held.passages, ranking)
        stays = end_s is not None and bool(found) and close
        if stays or best == _note(held.passages):
            return _Held(question.turn_id, held.passages, query, None, end_s, held.num_read)
        if end_s is None and held.passages and close and best != held.rival:
            return replace(held, query=query, rival=best, end_s=None)
        num_read = None if is_typed else _num_read(question)
        return _Held(question.turn_id, found, query, None, end_s, num_read)


def _num_read(question: Question) -> int:
    """How many pieces are read of a note that is taken for a spoken question as it is now."""
    is_late = question.state is not QuestionState.FORMING
    return 0 if is_late and question.kind in _MATTERS else _READ_IN_TIME


def _query(question: Question) -> str:
    """What to search for: in front of many words of its own another question leads astray."""
    if count_said(question.text) >= _BY_ITSELF:
        return question.text
    return f"{question.antecedent} {question.text}".strip()


def _is_as_good(held: tuple[Passage, ...], ranking: Ranking) -> bool:
    """Whether the note of what is held fits about as well as the best that was found."""
    scores = {passage.file: passage.score for passage in ranking.passages}
    best = ranking.passages[0].score
    return bool(held) and scores.get(held[0].file, -inf) >= best - _AS_GOOD


def _note(passages: tuple[Passage, ...]) -> str:
    """The file of the best passage; empty where there is none."""
    return passages[0].file if passages else ""
