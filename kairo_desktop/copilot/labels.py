"""Takes labels like "Goal:" and links like "so" off the beginning of a point: nobody says them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kairo_desktop.copilot.lines import Line
from kairo_desktop.copilot.words import LINKS, bare, speaks_of_user

__all__ = ["LABELS", "Labels", "without_link", "without_own_label", "without_story_labels"]

LABELS = (
    "goal",
    "goals",
    "team",
    "cost",
    "costs",
    "price",
    "requirement",
    "requirements",
    "main components",
    "components",
    "answer",
    "me",
    "my notes",
    "notes",
    "note",
    "bridge",
    "approach",
    "design",
    "bottleneck",
    "trade-off",
    "trade-offs",
    "tradeoff",
    "situation",
    "story",
    "task",
    "action",
    "result",
    "results",
    "outcome",
    "impact",
    "example",
    "my answer",
    "my role",
    "role",
    "summary",
    "conclusion",
    "key point",
    "key points",
    "main point",
    "point",
    "question",
    "questions",
    "fact",
    "facts",
    "background",
    "context",
    "solution",
    "problem",
    "challenge",
    "lesson",
    "learning",
    "takeaway",
    "definition",
    "how it works",
    "what it is",
    "data structure",
    "resume",
    "résumé",
    "profile",
    "experience",
    "education",
    "skills",
)
"""In lower case. "Edge cases:" is none: it says what follows."""

_STORY_LABELS = frozenset(
    label + end for label in ("situation", "task", "action", "result", "results") for end in ".:"
)


_MARKS = "*_`"
_MOST_OWN_WORDS = 5
"""Words of a label that somebody has thought of."""


@dataclass(frozen=True, slots=True)
class Labels:
    """Labels of one answer, read once.

    Attributes:
        known: Words of each, in lower case, the last with its colon.
    """

    known: tuple[tuple[str, ...], ...]

    @classmethod
    def of(cls, labels: Iterable[str] = LABELS) -> "Labels":
        """Of `labels`, in lower case, without the colon."""
        return cls(tuple(tuple(f"{label}:".split()) for label in labels if label.strip()))

    @classmethod
    def of_stories(cls) -> "Labels":
        """Of the parts of a story, as notes have them: "Result." stands alone too."""
        return cls(tuple((label,) for label in sorted(_STORY_LABELS)))

    def __or__(self, other: "Labels") -> "Labels":
        """The labels of both."""
        return Labels(self.known + other.known)

    def taken_off(self, line: Line) -> Line:
        """The line without the label it begins with; none of it while it may still be one."""
        said = [word.casefold() for word in line.words]
        for label in self.known:
            if tuple(said[: len(label)]) == label:
                return _opened(replace(line, words=line.words[len(label) :]))
        begun = " ".join((*said, line.rest.casefold().rstrip(_MARKS))).strip()
        if not line.closed and any(" ".join(label).startswith(begun) for label in self.known):
            return Line((), "", closed=False)
        return line


def without_own_label(line: Line) -> Line:
    """A closed line without "What happened.", or what has a colon in front of "I" or a question.

    In front of anything else it may say what follows: "What I still find hard: naming".
    """
    is_heading = line.words[0] == "What"
    for at, word in enumerate(line.words[:_MOST_OWN_WORDS], start=1):
        behind = line.words[at:]
        if behind and is_heading and word.endswith("."):
            return _opened(replace(line, words=behind))
        if behind and word.endswith(":"):
            says_all = speaks_of_user(behind[0]) or line.words[-1].endswith("?")
            return _opened(replace(line, words=behind)) if says_all else line
    return line


def without_link(line: Line) -> Line:
    """The line without "and" or "so" in front: a point begins with itself."""
    first = line.words[0] if line.words else ""
    if first in ("And", "So") or (first.islower() and bare(first) in LINKS):
        return _opened(replace(line, words=line.words[1:]))
    return line


def _opened(line: Line) -> Line:
    """The line with a capital letter at its beginning."""
    if not line.words:
        return replace(line, rest=line.rest[:1].upper() + line.rest[1:])
    first, *others = line.words
    # "p95" is written so at the beginning, too.
    capital = first[:1].upper() if first.isalpha() else first[:1]
    return replace(line, words=(capital + first[1:], *others))


def without_story_labels(words: Sequence[str]) -> Iterator[str]:
    """A note without "Situation." and the like: a model would spend its first words on them."""
    before = "."
    for word in words:
        if not (before.endswith((".", ":", "!", "?")) and word.casefold() in _STORY_LABELS):
            yield word
        before = word
