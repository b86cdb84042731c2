"""A second opinion on turns in doubt, a pass of the model at a time."""

import logging
from collections.abc import Iterable, Iterator

from kairo_desktop.copilot.protocols import Judge, Verdict
from kairo_desktop.copilot.turns import Doubt, Judged, TurnLogic
from kairo_desktop.errors import DecodeFailed
from kairo_desktop.types import Question

__all__ = ["Judging"]

logger = logging.getLogger(__name__)


class Judging:
    """Asks a judge about what the turn logic doubts, at most once per turn.

    Whoever runs the model calls `work` while nothing else is wanted of it. What speech overtakes
    is dropped.
    """

    def __init__(self, turns: TurnLogic, judge: Judge) -> None:
        self._turns = turns
        self._judge = judge
        self._doubt: Doubt | None = None
        self._passes: Iterator[Verdict | None] = iter(())
        self._failed = False

    @property
    def due(self) -> bool:
        """Whether there is a doubt that the judge has not spent its one answer on."""
        return not self._failed and self._turns.doubt is not None

    def work(self) -> Iterable[Question]:
        """Do one pass; give the questions that a verdict changes."""
        doubt = self._turns.doubt
        if doubt is None:
            return ()
        if self._doubt is None or self._doubt.turn != doubt.turn:
            self._doubt, self._passes = doubt, self._judge.judge(doubt.text)
        try:
            verdict = next(self._passes)
        except DecodeFailed as error:
            logger.info("no second opinions any more: %s", type(error).__name__)
            self._failed = True
            return ()
        return () if verdict is None else self._turns.step(Judged(self._doubt, verdict))
