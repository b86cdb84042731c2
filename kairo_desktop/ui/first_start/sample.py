"""What the try-out shows of the sample interview, reduced from a child's lines; no Qt."""

from dataclasses import dataclass, replace

import msgspec

__all__ = ["AnswerLine", "Point", "Sample", "TraceLine"]

_FORMING = ("forming", "withdrawn")


class TraceLine(msgspec.Struct, frozen=True):
    """The part of a turn's trace that is shown."""

    first_words_ms: float | None = None


class AnswerLine(msgspec.Struct, frozen=True):
    """A line of `kairo answer --json`; what a line does not have is empty.

    Attributes:
        event: hypothesis, utterance, question, anchor, point, answer_done and others.
        state: Of a question or of a point.
    """

    event: str
    lane: str = ""
    committed: str = ""
    tentative: str = ""
    turn_id: int = 0
    text: str = ""
    state: str = ""
    heading: str = ""
    index: int = 0
    trace: TraceLine = TraceLine()


@dataclass(frozen=True, slots=True)
class Point:
    """A talking point as far as it goes."""

    text: str
    final: bool = False


@dataclass(frozen=True, slots=True)
class Sample:
    """What stands on screen.

    Attributes:
        caption: What the interviewer is saying.
        turn_id: Of the question shown; 0 before the first.
        anchor: The best note on it, its heading in front.
        n_answered: Questions answered so far.
        first_words_ms: Of the latest answer, after the question's last syllable; 0 where they
            came even earlier; None where it has none.
    """

    caption: str = ""
    turn_id: int = 0
    question: str = ""
    anchor: str = ""
    points: tuple[Point, ...] = ()
    n_answered: int = 0
    first_words_ms: float | None = None

    def take(self, line: AnswerLine) -> "Sample":
        """What stands there after a line of the child."""
        match line.event:
            case "hypothesis" if line.lane == "system":
                return replace(self, caption=f"{line.committed} {line.tentative}".strip())
            case "question":
                return self._asked(line)
            case "anchor" if line.turn_id == self.turn_id:
                anchor = f"{line.heading}: {line.text}" if line.heading else line.text
                return replace(self, anchor=anchor)
            case "point" if line.turn_id == self.turn_id:
                return self._said(line)
            case "answer_done":
                first_ms = line.trace.first_words_ms
                first_ms = None if first_ms is None else max(first_ms, 0.0)
                return replace(self, n_answered=self.n_answered + 1, first_words_ms=first_ms)
            case _:
                return self

    def _asked(self, line: AnswerLine) -> "Sample":
        """A question that stands replaces the one before; one taken back goes."""
        if line.state in _FORMING:
            gone = line.state == "withdrawn" and line.turn_id == self.turn_id
            return replace(self, turn_id=0, question="", anchor="", points=()) if gone else self
        if line.turn_id == self.turn_id:
            return replace(self, question=line.text)
        return replace(self, turn_id=line.turn_id, question=line.text, anchor="", points=())

    def _said(self, line: AnswerLine) -> "Sample":
        """A point that grows keeps its place; nothing comes before the points ahead of it."""
        point = Point(line.text, line.state == "final")
        points = (*self.points[: line.index], point, *self.points[line.index + 1 :])
        return replace(self, points=points)
