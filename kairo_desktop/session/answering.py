"""One version of an answer in the making: passes of the model become talking points."""

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import replace
from typing import TypeAlias

from kairo_desktop.copilot.points import Points
from kairo_desktop.copilot.prompt_texts import PERSONAL
from kairo_desktop.copilot.prompts import PromptBuilder
from kairo_desktop.session.trace import Milestone, TurnWatch
from kairo_desktop.session.worklist import Job
from kairo_desktop.types import Context, PointState, TalkingPoint, TokenRun

__all__ = ["Answering", "Write"]

Write: TypeAlias = Callable[[tuple[int, ...], int], Iterator[TokenRun]]
"""Writes behind a prompt, at most so many tokens, a pass at a time."""

_PUNCTUATION = ".,;:!?"
_FEWEST_POINTS = 3
_URGED = 3
"""How often a model that stops too soon is made to begin another point."""


class Answering:
    """Writes the answer to one job, a pass at a time.

    While the question is tentative every point is; `confirm` makes the closed ones final.

    Args:
        job: What to answer.
        write: Begins to write behind a prompt.
        points: Cuts what is written into points.
        watch: Of the turn.
        prompts: What the model is given in its own place: the lead of an answer, and the
            beginning of another point where it stops after too few.
        room: Tokens that the answer may have, those among them.

    Attributes:
        done: Nothing more will come.
    """

    def __init__(
        self,
        job: Job,
        write: Write,
        points: Points,
        watch: TurnWatch,
        prompts: PromptBuilder,
        *,
        room: int,
    ) -> None:
        self.job = job
        self.done = False
        self._write = write
        self._points = points
        self._watch = watch
        # A frame is filled up by itself.
        self._another = () if _has_frame(job.context) else prompts.another
        self._room = room
        self._n_urged = 0
        # Who asks for another answer has read the one that begins with the notes.
        lead = "" if job.variant else points.lead
        self._opening = prompts.opening(lead) if lead else ()
        self._tokens = job.prompt.tokens
        self._shown: dict[int, TalkingPoint] = {}
        self._closed: set[int] = set()
        self._first_word = ""
        self._append(self._opening)
        self._runs = write(self._tokens, self._room)

    @property
    def points(self) -> tuple[TalkingPoint, ...]:
        """The latest snapshot of every point, in order."""
        return tuple(self._shown[index] for index in sorted(self._shown))

    @property
    def framed(self) -> bool:
        """Whether the points are a frame for the user to fill."""
        return self._points.framed

    def advance(self) -> Iterator[TalkingPoint]:
        """Do one pass of the model, none for frame and opening; give the points that grew by it."""
        if self._points.framed:
            yield from self._finish()
            return
        if self._opening:
            opening, self._opening = self._opening, ()
            yield from self._show(self._points.step(TokenRun(opening)))
            return
        run = next(self._runs, None)
        if run is None:
            yield from self._urge() if self._stops_too_soon() else self._finish()
            return
        self._watch.generated(run)
        if run.tokens:
            self._watch.first(Milestone.PREFILL_DONE)
        self._append(run.tokens)
        yield from self._show(self._points.step(run))
        if self._points.done:
            yield from self._finish()

    def _append(self, tokens: tuple[int, ...]) -> None:
        self._tokens += tokens
        self._room -= len(tokens)

    def _stops_too_soon(self) -> bool:
        if len(self._shown) >= _FEWEST_POINTS or self._n_urged == _URGED:
            return False
        return bool(self._another) and self._room > len(self._another)

    def _urge(self) -> Iterator[TalkingPoint]:
        """Begin another point in the model's place."""
        self._n_urged += 1
        self._append(self._another)
        yield from self._show(self._points.step(TokenRun(self._another)))
        self._runs = self._write(self._tokens, self._room)

    def confirm(self, job: Job) -> Iterator[TalkingPoint]:
        """The question stands: what was shown stays, and what is closed is final."""
        self.job = job
        for point in self.points:
            if self.done or point.index in self._closed:
                final = replace(point, state=PointState.FINAL)
                self._shown[point.index] = final
                yield final

    def close(self) -> None:
        """Stop writing; the cache stays valid."""
        self.done = True
        if isinstance(self._runs, Generator):
            self._runs.close()

    def discard(self) -> None:
        """Stop writing because the question reads otherwise now; what was shown goes."""
        self.close()
        self._watch.discarded(len(self._shown))

    def _finish(self) -> Iterator[TalkingPoint]:
        yield from self._show(self._points.flush())
        self.close()
        self._watch.first(Milestone.DONE)

    def _show(self, points: Iterable[TalkingPoint]) -> Iterator[TalkingPoint]:
        for point in points:
            state = point.state if self.job.confirmed else PointState.TENTATIVE
            shown = replace(point, state=state)
            self._shown[shown.index] = shown
            self._note_first_word()
            if point.state is PointState.FINAL:
                self._closed.add(point.index)
                self._watch.first(Milestone.FIRST_POINT)
            yield shown

    def _note_first_word(self) -> None:
        """Note when the first word stood there whole: what begins a longer one does not count."""
        words = self._shown[min(self._shown)].text.split(maxsplit=1)
        first_word = words[0].rstrip(_PUNCTUATION) if words else ""
        if first_word != self._first_word:
            self._first_word = first_word
            self._watch.latest(Milestone.FIRST_WORDS)


def _has_frame(context: Context) -> bool:
    """Whether the points themselves fill up an answer that the notes say nothing on."""
    return not context.passages and context.question.kind in PERSONAL
