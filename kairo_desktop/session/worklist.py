"""What the language model has still to do: confirmed turns and one tentative at most."""

from collections import OrderedDict
from dataclasses import dataclass

from kairo_desktop.types import Context, Prompt, QuestionState

__all__ = ["Job", "Worklist"]


@dataclass(frozen=True, slots=True)
class Job:
    """A prompt to be prefilled or answered.

    Attributes:
        variant: 0 for the first answer; another number asks for a different one.
    """

    context: Context
    prompt: Prompt
    variant: int = 0

    @property
    def turn_id(self) -> int:
        """The turn that the job belongs to."""
        return self.context.question.turn_id

    @property
    def confirmed(self) -> bool:
        """Whether the answer must reach the screen."""
        return self.context.question.state is QuestionState.CONFIRMED

    def same_work(self, other: "Job") -> bool:
        """Whether both lead to the same tokens."""
        return self.prompt == other.prompt and self.variant == other.variant


class Worklist:
    """Confirmed turns are never dropped, the newest comes first; tentative work: the latest wins.

    Somebody who could not be answered in time looks for the question that was asked last.
    """

    def __init__(self) -> None:
        self._confirmed: OrderedDict[int, Job] = OrderedDict()
        self._tentative: Job | None = None

    def __bool__(self) -> bool:
        return bool(self._confirmed) or self._tentative is not None

    @property
    def has_confirmed(self) -> bool:
        """Whether a confirmed turn waits."""
        return bool(self._confirmed)

    def put(self, job: Job) -> None:
        """Add a job; it replaces what waits for the same turn, in place."""
        if job.confirmed:
            self._confirmed[job.turn_id] = job
            self._drop_tentative(job.turn_id)
        else:
            self._tentative = job

    def withdraw(self, turn_id: int) -> None:
        """Forget what waits for a turn that turned out to be none."""
        self._confirmed.pop(turn_id, None)
        self._drop_tentative(turn_id)

    def take(self) -> Job | None:
        """The next job: the newest confirmed turn, else the tentative one."""
        if self._confirmed:
            return self._confirmed.popitem()[1]
        job, self._tentative = self._tentative, None
        return job

    def _drop_tentative(self, turn_id: int) -> None:
        if self._tentative is not None and self._tentative.turn_id == turn_id:
            self._tentative = None
