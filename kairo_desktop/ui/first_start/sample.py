"""What the try-out shows of the sample interview, reduced from a child's lines; no Qt."""

from dataclasses import dataclass, replace

import msgspec

__all__ = ["AnswerLine", "Point", "Sample", "TraceLine", "Turn"]


class TraceLine(msgspec.Struct, frozen=True):
    """The part of a turn's trace that is shown."""

    first_words_ms: float | None = None


class AnswerLine(msgspec.Struct, frozen=True):
    """A line of `kairo answer --json`; what a line does not have is empty.

    Attributes:
        event: hypothesis, question, anchor, point, answer_done and others.
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
class Turn:
    """A question and what is said to it.

    Attributes:
        anchor: The best note on it, its heading in front.
        done: Nothing more comes.
        first_words_ms: After the question's last syllable; 0 where they came even earlier; None
            where there are none yet.
    """

    turn_id: int
    question: str
    anchor: str = ""
    points: tuple[Point, ...] = ()
    done: bool = False
    first_words_ms: float | None = None

    def take(self, line: AnswerLine) -> "Turn":
        """The turn after a line of its own."""
        match line.event:
            case "anchor":
                anchor = f"{line.heading}: {line.text}" if line.heading else line.text
                return replace(self, anchor=anchor)
            case "point":
                # A point that grows keeps its place.
                point = Point(line.text, line.state == "final")
                before, behind = self.points[: line.index], self.points[line.index + 1 :]
                return replace(self, points=(*before, point, *behind))
            case "answer_done":
                first_ms = line.trace.first_words_ms
                first_ms = None if first_ms is None else max(first_ms, 0.0)
                points = tuple(replace(point, final=True) for point in self.points)
                return replace(self, points=points, done=True, first_words_ms=first_ms)
            case _:
                return self


@dataclass(frozen=True, slots=True)
class Sample:
    """What stands on screen.

    Attributes:
        caption: What the interviewer is saying.
        turns: The newest first.
    """

    caption: str = ""
    turns: tuple[Turn, ...] = ()

    @property
    def answered(self) -> bool:
        """There has been an answer."""
        return any(turn.done for turn in self.turns)

    def take(self, line: AnswerLine) -> "Sample":
        """What stands there after a line of the child."""
        match line.event:
            case "hypothesis" if line.lane == "system":
                return replace(self, caption=f"{line.committed} {line.tentative}".strip())
            case "question":
                return self._asked(line)
            case _:
                turns = (
                    turn.take(line) if turn.turn_id == line.turn_id else turn for turn in self.turns
                )
                return replace(self, turns=tuple(turns))

    def _asked(self, line: AnswerLine) -> "Sample":
        """One that stands comes to the front, with what is said to it; one taken back goes."""
        others = tuple(turn for turn in self.turns if turn.turn_id != line.turn_id)
        known = next((turn for turn in self.turns if turn.turn_id == line.turn_id), None)
        match line.state:
            case "withdrawn":
                return replace(self, turns=others)
            case "forming":
                return self
            case _ if known is not None:
                return replace(self, turns=(replace(known, question=line.text), *others))
            case _:
                return replace(self, turns=(Turn(line.turn_id, line.text), *others))
