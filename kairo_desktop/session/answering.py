"""One version of an answer in the making: passes of the model become talking points."""

from collections.abc import Generator, Iterable, Iterator
from dataclasses import replace

from kairo_desktop.copilot.points import Points
from kairo_desktop.decode.target import Cancel
from kairo_desktop.session.trace import Milestone, TurnWatch
from kairo_desktop.session.worklist import Job
from kairo_desktop.session.writer import Writer
from kairo_desktop.types import PointState, TalkingPoint, TokenRun

__all__ = ["Answering"]


class Answering:
    """Writes the answer to one job, a pass at a time.

    While the question is tentative every point is; `confirm` makes the closed ones final.

    Attributes:
        done: Nothing more will come.
    """

    def __init__(
        self, job: Job, writer: Writer, points: Points, watch: TurnWatch, cancel: Cancel
    ) -> None:
        self.job = job
        self.done = False
        self._points = points
        self._watch = watch
        self._shown: dict[int, TalkingPoint] = {}
        self._runs: Iterator[TokenRun] = writer.write(job.prompt.tokens, job.variant, cancel)

    @property
    def points(self) -> tuple[TalkingPoint, ...]:
        """The latest snapshot of every point, in order."""
        return tuple(self._shown[index] for index in sorted(self._shown))

    def advance(self) -> Iterator[TalkingPoint]:
        """Do one pass of the model; give the points that grew by it."""
        run = next(self._runs, None)
        if run is None:
            yield from self._finish()
            return
        self._watch.generated(run)
        if run.tokens:
            self._watch.first(Milestone.PREFILL_DONE)
        yield from self._show(self._points.step(run))
        if self._points.done:
            yield from self._finish()

    def confirm(self, job: Job) -> Iterator[TalkingPoint]:
        """The question stands: what was shown stays, and what is closed is final."""
        self.job = job
        closed = {p.index for p in self._shown.values() if self.done or p.index < self._open_index}
        for point in self.points:
            if point.index in closed:
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

    @property
    def _open_index(self) -> int:
        return max(self._shown, default=-1)

    def _finish(self) -> Iterator[TalkingPoint]:
        yield from self._show(self._points.flush())
        self.close()
        self._watch.first(Milestone.DONE)

    def _show(self, points: Iterable[TalkingPoint]) -> Iterator[TalkingPoint]:
        for point in points:
            state = point.state if self.job.confirmed else PointState.TENTATIVE
            shown = replace(point, state=state)
            self._shown[shown.index] = shown
            self._watch.first(Milestone.FIRST_WORDS)
            if point.state is PointState.FINAL:
                self._watch.first(Milestone.FIRST_POINT)
            yield shown
