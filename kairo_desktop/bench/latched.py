"""How often holding passages still while a question is asked changes what the answer rests on."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from kairo_desktop.session.stages import Finder
from kairo_desktop.types import Passage, Question, QuestionState

__all__ = ["latched_differs"]


def latched_differs(
    questions: Iterable[Question], new_finder: Callable[[], Finder]
) -> Iterator[bool]:
    """For each confirmed question, whether the held passages differ from a fresh search's.

    Args:
        questions: Every version of every question of a session, in the order in which it told
            them: a latch is replayed over them, and gives what it gave then.
        new_finder: Makes a latch that holds nothing yet.
    """
    latch = new_finder()
    for question in questions:
        if question.state is QuestionState.WITHDRAWN or question.repeat_of is not None:
            continue
        held = latch.step(question).passages
        if question.state is QuestionState.CONFIRMED:
            # As spoken: a question that stands from the start is taken for a typed one.
            spoken = replace(question, state=QuestionState.TENTATIVE)
            found = new_finder().step(spoken).passages
            yield [_place(passage) for passage in held] != [_place(passage) for passage in found]


def _place(passage: Passage) -> tuple[str, str, str]:
    """A passage without its score, which belongs to one search."""
    return passage.file, passage.heading, passage.text
