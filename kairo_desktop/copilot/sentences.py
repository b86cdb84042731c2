"""The sentences of a note: which can stand by themselves, and what they tell."""

import re
from collections.abc import Iterator

from kairo_desktop.copilot.evidence import words_of
from kairo_desktop.copilot.figures import figures_in
from kairo_desktop.copilot.labels import Labels, without_own_label
from kairo_desktop.copilot.lines import Line, read
from kairo_desktop.copilot.words import CHANGES, POINTING, bare

__all__ = [
    "ends_clause",
    "is_whole",
    "num_figures",
    "questions",
    "sentences",
    "stands_alone",
    "tells_result",
]

_WRAPPED = re.compile(r"(?<=\S)[ \t]*\n(?=[ \t]*[^\s\-*+•#|\d])")
"""A line break within a paragraph."""
_MIN_WORDS = 4
_LABELS = Labels.of() | Labels.of_stories()


def sentences(text: str) -> Iterator[Line]:
    """The whole sentences of a note, without the labels they begin with."""
    return (line for line in _unlabelled(text) if is_whole(line))


def questions(text: str) -> Iterator[Line]:
    """The questions in a note: what the user wants to ask."""
    return (line for line in _unlabelled(text) if line.words[-1].endswith("?"))


def _unlabelled(text: str) -> Iterator[Line]:
    lines = map(_LABELS.taken_off, read(_WRAPPED.sub(" ", text), final=True).lines)
    return (without_own_label(line) for line in lines if line.words)


def is_whole(clause: Line) -> bool:
    """True for a whole sentence: a part of one may lack what it depends on."""
    return clause.words[-1].endswith((".", "!"))


def stands_alone(clause: Line) -> bool:
    """True for a clause that needs nothing in front of it."""
    first = clause.words[0]
    long_enough = len(clause.words) >= _MIN_WORDS
    return (
        long_enough and not (first.isalpha() and first[0].islower()) and bare(first) not in POINTING
    )


def ends_clause(clause: Line) -> bool:
    """True where the last word ends a clause."""
    return clause.words[-1].endswith((".", "!", ",", ";", ")"))


def tells_result(line: Line) -> bool:
    """True for a sentence that says by a figure how something ended."""
    said = words_of(" ".join(line.words))
    return num_figures(line) > 0 and not CHANGES.isdisjoint(said)


def num_figures(line: Line) -> int:
    """How many figures a line holds."""
    return sum(1 for _ in figures_in(" ".join(line.words)))
