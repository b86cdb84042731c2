"""Takes labels like "Goal:" off the beginning of a point: nobody says them."""

from collections.abc import Iterable
from dataclasses import replace

from kairo_desktop.copilot.lines import Line

__all__ = ["LABELS", "unlabelled"]

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


def unlabelled(line: Line, labels: Iterable[str] = LABELS) -> Line:
    """The line without the label it begins with; none of it while it may still be one.

    Args:
        line: As the model wrote it.
        labels: In lower case, without the colon.
    """
    said = " ".join((*line.words, line.rest)).strip().casefold()
    known = [(*label.split()[:-1], f"{label.split()[-1]}:") for label in labels if label.strip()]
    for label in known:
        if tuple(word.casefold() for word in line.words[: len(label)]) == label:
            return _opened(replace(line, words=line.words[len(label) :]))
    if not line.closed and any(" ".join(label).startswith(said) for label in known):
        return Line((), "", closed=False)
    return line


def _opened(line: Line) -> Line:
    """The line with a capital letter at its beginning."""
    if not line.words:
        return replace(line, rest=line.rest[:1].upper() + line.rest[1:])
    first, *others = line.words
    return replace(line, words=(first[:1].upper() + first[1:], *others))
