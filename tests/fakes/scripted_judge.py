"""A judge that answers from a script and keeps what it was asked."""

from collections.abc import Iterator

from kairo_desktop.copilot.protocols import Verdict

__all__ = ["ScriptedJudge"]


class ScriptedJudge:
    """Implements `Judge`: gives the same verdict each time, in the last of some passes.

    Attributes:
        asked: Texts it was asked about.
        n_passes: Passes that it has done.
        error: Raised in place of a pass; None for none.
    """

    def __init__(self, verdict: Verdict, passes: int = 1) -> None:
        self._verdict = verdict
        self._passes = passes
        self.asked: list[str] = []
        self.n_passes = 0
        self.error: Exception | None = None

    def judge(self, text: str) -> Iterator[Verdict | None]:
        """The scripted verdict."""
        self.asked.append(text)
        for n in range(1, self._passes + 1):
            if self.error is not None:
                raise self.error
            self.n_passes += 1
            yield self._verdict if n == self._passes else None
