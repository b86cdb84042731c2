"""Knows the points of the prompt's own examples, also with a word changed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kairo_desktop.copilot.grounding import essence
from kairo_desktop.copilot.words import bare

__all__ = ["Examples"]

_MIN_ESSENCE = 4
"""Words that matter in an example from which its likeness is no chance."""
_MIN_NEWS = 2
"""Words that matter and are not the example's, from which a point is no copy of it."""


@dataclass(frozen=True, slots=True)
class Examples:
    """Points that a model may copy and nobody should say.

    Attributes:
        points: Of each, the first word that matters, in lower case, and all that matter.
    """

    points: tuple[tuple[str, frozenset[str]], ...] = ()

    @classmethod
    def of(cls, texts: Iterable[str]) -> "Examples":
        """Those of `texts` that say enough to be known again."""
        read = [(_first(text.split()), essence(text.split())) for text in texts]
        return cls(tuple(point for point in read if len(point[1]) >= _MIN_ESSENCE))

    def copied(self, words: Sequence[str]) -> bool:
        """True for a point that begins like an example and adds little; more words may end it."""
        said, first = essence(words), _first(words)
        return any(first == begin and len(said - all_) < _MIN_NEWS for begin, all_ in self.points)

    def may_begin(self, part: str) -> bool:
        """True when a word that begins with `part` may begin a copy."""
        return any(begin.startswith(part.casefold()) for begin, _ in self.points)


def _first(words: Sequence[str]) -> str:
    return next((bare(word) for word in words if essence([word])), "")
