"""Checks a talking point word by word against what is known, and finds its source."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum
from itertools import accumulate

from kairo_desktop.copilot.borrowing import Borrowing
from kairo_desktop.copilot.evidence import Evidence, numbers_in, readings_in
from kairo_desktop.copilot.figures import Figure, figures_in
from kairo_desktop.copilot.prompt_texts import PERSONAL
from kairo_desktop.copilot.words import (
    ADVICE_OPENERS,
    COMMON_CAPITALS,
    FUNCTION_WORDS,
    HEDGES,
    PAY,
    PAY_ASKED,
    SECOND_PERSON,
    bare,
    capitalizes_nouns,
    is_english,
    speaks_of_user,
    stem,
)
from kairo_desktop.types import Context, Kind, Passage, Source

__all__ = ["Citing", "Grounding", "Scope", "essence"]

_ATOM = re.compile(r"[^\W_]+(?:['\u2019][^\W\d_]+)?")
_EXPRESSION = re.compile(r"[A-Za-z]*[(^/*+x-]|\d[x)]")
"""Numbers in "O(n^2)" or "2-3x" are notation, not facts."""
_MIN_OVERLAP = 2
_MIN_CONTENT_LETTERS = 4


class Scope(Enum):
    """How much of a point needs support."""

    FRAME = "frame"
    """About the user, and the notes are silent: no claim that the résumé does not make."""
    PERSONAL = "personal"
    """About the user: every numeral, date and proper name."""
    NOTED = "noted"
    """About the matter, with notes: numerals, and what is said about the user."""
    FREE = "free"
    """About the matter, without notes: only what is said about the user."""


@dataclass(frozen=True, slots=True)
class Grounding:
    """The check for one answer.

    Attributes:
        evidence: Question, passages and résumé.
        resume: What the user may claim whatever is asked.
        names: Whether a capital letter makes a proper name in the answer's language.
        pay: Whether what the user earns may be said: not where nobody asked for it.
        translates: Whether the answer may name what is counted by a word of another language
            than the notes.
        mentioned: What may be named without claiming it: the employer, and what the ad asks for.
        borrowing: Phrases of the job ad, which are no claim of the user's.
    """

    scope: Scope
    evidence: Evidence
    resume: Evidence = field(default_factory=Evidence)
    names: bool = True
    pay: bool = True
    translates: bool = False
    mentioned: Evidence = field(default_factory=Evidence)
    borrowing: Borrowing = field(default_factory=Borrowing)

    @classmethod
    def of(cls, context: Context, profile: Evidence, resume: Evidence) -> "Grounding":
        """The check that fits a question, given what profile and résumé say."""
        question = context.question
        texts = [part for p in context.passages for part in (p.heading, p.text)]
        if question.kind in PERSONAL:
            # What is no claim is known by its English words.
            framed = not context.passages and is_english(question.text)
            scope = Scope.FRAME if framed else Scope.PERSONAL
        else:
            scope = Scope.NOTED if context.passages else Scope.FREE
        said = Evidence.of(question.text, question.antecedent, *texts)
        # What the user is and did has nothing to do with the job ad.
        own = said | resume
        mentioned = own if question.kind is Kind.BEHAVIORAL else said | profile
        known = own if scope is Scope.PERSONAL else mentioned
        borrowing = Borrowing.of(profile, own) if scope is Scope.PERSONAL else Borrowing()
        names = not capitalizes_nouns(question.text)
        asked = Evidence.of(question.text, question.antecedent).words
        pay = question.kind not in PERSONAL or not PAY_ASKED.isdisjoint(asked)
        translates = not is_english(question.text)
        return cls(scope, known, resume, names, pay, translates, mentioned, borrowing)

    def supported(self, words: Sequence[str]) -> int:
        """How many words from the beginning may be shown; an unsupported word ends the point."""
        if self.scope is Scope.PERSONAL and words and bare(words[0]) in SECOND_PERSON:
            return 0
        user = False
        figures = _placed(words)
        n_own = self.borrowing.found(words)
        for at, word in enumerate(words[:n_own]):
            first = at == 0 or words[at - 1].endswith((".", "!", "?", ":"))
            user = (user and not words[at - 1].endswith((".", "!", "?"))) or speaks_of_user(word)
            if not self._word(word, first=first, user=user):
                return at
            if self._is_known(word, user=user) and not all(map(self._counts, figures.get(at, ()))):
                return at
            if self.scope is Scope.FRAME and self._invents(words[: at + 1]):
                return at
        return n_own

    def settled(self, words: Sequence[str]) -> int:
        """How many of the `supported` words stay so whatever follows.

        A number waits for what it counts, and what may become a phrase of the ad for the rest.
        """
        waiting = (at for at, found in _placed(words).items() if any(f.open for f in found))
        return min((*waiting, self.supported(words), self.borrowing.settled(words)))

    def _is_personal(self, *, user: bool) -> bool:
        return user or self.scope in (Scope.FRAME, Scope.PERSONAL)

    def _is_known(self, word: str, *, user: bool) -> bool:
        """True where a number has to come from what is known."""
        noted = self.scope is Scope.NOTED and not _EXPRESSION.match(word)
        return noted or self._is_personal(user=user)

    def _counts(self, figure: Figure) -> bool:
        """False for a number of things that nobody counted."""
        foreign = self.translates and not self.evidence.stems.intersection(figure.units[:1])
        return foreign or self.evidence.has_figure(figure)

    def _word(self, word: str, *, first: bool, user: bool) -> bool:
        if not self.pay and bare(word) in PAY:
            return False
        personal = self._is_personal(user=user)
        if self._is_known(word, user=user) and not self.evidence.has_numbers(word):
            return False
        return not (personal and self.names) or all(
            self._atom(atom, first=first and at == 0) for at, atom in enumerate(_ATOM.findall(word))
        )

    def _atom(self, atom: str, *, first: bool) -> bool:
        """False for a proper name that nothing supports."""
        if first:
            # Any sentence begins with a capital: a name shows by a second one ("GitHub", "AWS").
            capital = any(letter.isupper() for letter in atom[1:])
        else:
            capital = any(letter.isupper() for letter in atom)
        folded = atom.casefold().replace("\u2019", "'").removesuffix("'s")
        if not capital or folded in COMMON_CAPITALS or any(True for _ in numbers_in(atom)):
            return True
        return self.mentioned.has_name(folded)

    def _invents(self, words: Sequence[str]) -> bool:
        """True when the last word makes a claim about the user that the résumé does not.

        Without notes every sentence is taken for a claim that is neither advice nor a denial.
        """
        word = bare(words[-1])
        if len(word) < _MIN_CONTENT_LETTERS or word in FUNCTION_WORDS or words[-1].endswith(":"):
            return False
        said = [bare(w) for w in words if not w.endswith(":")]
        if said[0] in ADVICE_OPENERS or not HEDGES.isdisjoint(said):
            return False
        return not any(self.resume.has_name(atom) for atom in _ATOM.findall(word))


@dataclass(frozen=True, slots=True)
class Citing:
    """Finds the passage that a point rests on.

    Attributes:
        passages: Each with the stems of its content words and its numbers.
        asked: Stems of the question: repeating them proves nothing.
        resume: Stems of the résumé, which needs no citing.
    """

    passages: tuple[tuple[Passage, frozenset[str], frozenset[Decimal]], ...]
    asked: frozenset[str]
    resume: frozenset[str] = frozenset()

    @classmethod
    def of(
        cls, passages: Sequence[Passage], asked: Evidence, resume: Evidence | None = None
    ) -> "Citing":
        """Read the passages once for the whole answer."""
        texts = [f"{passage.heading} {passage.text}" for passage in passages]
        read = [(_content(text), readings_in([text])) for text in texts]
        found = [(p, *content) for p, content in zip(passages, read, strict=True)]
        return cls(tuple(found), asked.stems, resume.stems if resume else frozenset())

    def sources(self, words: Sequence[str]) -> tuple[Source, ...]:
        """The passage that shares most with a point, as a tuple of one, or empty.

        Numerals count twice, the first passage wins a tie.
        """
        said = _content(" ".join(words)) - self.asked
        numbers = readings_in(words)
        best: Passage | None = None
        most = _MIN_OVERLAP - 1
        for passage, content, known in self.passages:
            shared = len(said & content) + 2 * len(numbers & known)
            if shared > most:
                best, most = passage, shared
        return (Source(best.file, best.heading),) if best else ()

    def rests(self, words: Sequence[str]) -> bool:
        """True for a point that passages or résumé speak of; more words never make it false."""
        said = _content(" ".join(words)) - self.asked
        return bool(self.sources(words)) or len(said & self.resume) >= _MIN_OVERLAP


def essence(words: Sequence[str]) -> frozenset[str]:
    """What distinguishes a point: stems of its content words, and its numbers."""
    numbers = (
        str(reading) for word in words for readings in numbers_in(word) for reading in readings
    )
    return _content(" ".join(words)).union(numbers)


def _placed(words: Sequence[str]) -> dict[int, list[Figure]]:
    """The figures by the index of the word in which they begin."""
    placed: dict[int, list[Figure]] = {}
    ends = list(accumulate(len(word) + 1 for word in words))
    for figure in figures_in(" ".join(words)):
        placed.setdefault(bisect_right(ends, figure.start), []).append(figure)
    return placed


def _content(text: str) -> frozenset[str]:
    words = {bare(word) for word in _ATOM.findall(text)}
    return frozenset(
        stem(word)
        for word in words - FUNCTION_WORDS
        if len(word) >= _MIN_CONTENT_LETTERS and word.isalpha()
    )
