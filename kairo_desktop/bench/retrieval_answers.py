"""What generated answers make of the notes: facts said, false claims, figures out of nowhere."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import msgspec

from kairo_desktop.bench.retrieval_claims import figures, makes_claim, mentions
from kairo_desktop.retrieval.read import Profile
from kairo_desktop.types import TalkingPoint

__all__ = ["Answer", "Answered", "Line", "answered"]

Answer: TypeAlias = Callable[[str, Path], tuple[TalkingPoint, ...]]
"""The final points of an answer to a question, given the profile's folder."""


class Line(msgspec.Struct, frozen=True):
    """A line of retrieval.jsonl; the first of `relevant` is the best file."""

    id: str
    profile: str
    question: str
    relevant: tuple[str, ...]
    must_mention: tuple[str, ...]
    must_not_claim: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answered:
    """One answer beside what was to be said and what was not, for somebody to read."""

    id: str
    question: str
    points: tuple[TalkingPoint, ...]
    must_mention: tuple[str, ...]
    mentioned: tuple[str, ...]
    false_claims: tuple[str, ...]
    uncited: tuple[str, ...]


def answered(line: Line, data: Path, profiles: Mapping[str, Profile], answer: Answer) -> Answered:
    """Have a line's question answered, and look at what the points say."""
    points = answer(line.question, data / "profiles" / line.profile)
    texts = [point.text for point in points]
    facts = [fact for fact in line.must_mention if figures(fact)]
    return Answered(
        line.id,
        line.question,
        points,
        must_mention=line.must_mention,
        mentioned=tuple(fact for fact in facts if mentions(texts, fact)),
        false_claims=tuple(claim for claim in line.must_not_claim if makes_claim(texts, claim)),
        uncited=tuple(_uncited(points, line.question, profiles[line.profile])),
    )


def _uncited(points: Sequence[TalkingPoint], question: str, profile: Profile) -> Iterator[str]:
    """Figures of points that rest on nothing the reader could look up."""
    known = figures(f"{question}\n{profile.resume}\n{profile.job}")
    notes = {note.file: figures(note.text) for note in profile.documents}
    for point in points:
        cited = (notes.get(source.file, frozenset()) for source in point.sources)
        yield from sorted(figures(point.text) - known.union(*cited))
