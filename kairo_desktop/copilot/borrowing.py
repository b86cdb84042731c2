"""Finds what a point about the user copies from the job ad: it says what is wanted, not done."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kairo_desktop.copilot.evidence import Evidence, words_of
from kairo_desktop.copilot.prompt_texts import PERSONAL
from kairo_desktop.types import Context

__all__ = ["Borrowing", "without_ad"]

_MOST_OF_IT = 0.7


@dataclass(frozen=True, slots=True)
class Borrowing:
    """Phrases that stand in the job ad and in nothing that the user wrote.

    Attributes:
        phrases: Three words each, in lower case.
        beginnings: One or two words that may grow into one of them.
    """

    phrases: frozenset[tuple[str, ...]] = frozenset()
    beginnings: frozenset[tuple[str, ...]] = frozenset()

    @classmethod
    def of(cls, profile: Evidence, own: Evidence) -> "Borrowing":
        """The phrases of `profile` that `own` lacks."""
        phrases = profile.phrases - own.phrases
        return cls(phrases, frozenset(phrase[:n] for phrase in phrases for n in (1, 2)))

    def found(self, words: Sequence[str]) -> int:
        """How many words stand before the first borrowed phrase."""
        said = _placed(words)
        for at in range(len(said)):
            if tuple(word for word, _ in said[at : at + 3]) in self.phrases:
                return said[at][1]
        return len(words)

    def settled(self, words: Sequence[str]) -> int:
        """How many words stand before what may still become a borrowed phrase."""
        said = _placed(words)
        for n in (2, 1):
            if tuple(word for word, _ in said[-n:]) in self.beginnings:
                return said[-n:][0][1]
        return len(words)

    def may_begin(self, part: str) -> bool:
        """True when a word that begins with `part` may begin a borrowed phrase."""
        folded = part.casefold()
        return any(len(b) == 1 and b[0].startswith(folded) for b in self.beginnings)


def without_ad(context: Context, profile: Evidence, resume: Evidence) -> Context:
    """The context without passages of the job ad, where the question is about the user.

    Args:
        context: As retrieval gave it.
        profile: What résumé and job ad say.
        resume: What the résumé says.
    """
    if context.question.kind not in PERSONAL:
        return context
    ad = profile.phrases - resume.phrases
    own = tuple(p for p in context.passages if not _is_of(p.text, ad))
    return replace(context, passages=own)


def _is_of(text: str, ad: frozenset[tuple[str, ...]]) -> bool:
    """True for a text that consists of phrases of the job ad."""
    phrases = Evidence.of(text).phrases
    return bool(phrases) and len(phrases & ad) >= _MOST_OF_IT * len(phrases)


def _placed(words: Sequence[str]) -> list[tuple[str, int]]:
    """Every word in lower case with the index of the written word that holds it."""
    return [(word, at) for at, written in enumerate(words) for word in words_of(written)]
