"""Answers to typed questions, each as if it were the first of its session."""

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from types import TracebackType

from kairo_desktop.decode.target import never
from kairo_desktop.session.answerer import Answerer
from kairo_desktop.session.build import open_stages, typed
from kairo_desktop.session.replay import Worker, answer
from kairo_desktop.session.stages import AnswerStages
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.schema import Settings
from kairo_desktop.types import AnswerDone, TalkingPoint

__all__ = ["Answers"]


class Answers:
    """Answers questions on profiles; a context manager that keeps the last profile's models open.

    Questions that come sorted by profile therefore load the models once per profile.
    """

    def __init__(self, settings: Settings, paths: Paths) -> None:
        self._settings = settings
        self._paths = paths
        self._open = ExitStack()
        self._folder: Path | None = None
        self._stages: AnswerStages | None = None
        self._n_asked = 0

    def __enter__(self) -> "Answers":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._open.close()

    def __call__(self, question: str, folder: Path) -> tuple[TalkingPoint, ...]:
        """The final points on `question` for the owner of the profile `folder`."""
        mind = Worker()
        answerer = Answerer(self._on(folder), mind, cancel=never)
        answerer.warm_up()
        # A turn of its own each: within one, what was found for it is held still.
        self._n_asked += 1
        asked = replace(typed(question), turn_id=self._n_asked)
        events = answer(asked, answerer, mind)
        done = (event.item for event in events if isinstance(event.item, AnswerDone))
        return next(done).points

    def _on(self, folder: Path) -> AnswerStages:
        if self._stages is None or folder != self._folder:
            self._open.close()
            stages = open_stages(self._settings, self._paths, folder)
            self._stages, self._folder = self._open.enter_context(stages), folder
        return self._stages
