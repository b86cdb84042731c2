"""A judge that answers from a script and keeps what it was asked."""

from kairo_desktop.copilot.protocols import Verdict

__all__ = ["ScriptedJudge"]


class ScriptedJudge:
    """Implements `Judge`: gives the same verdict each time.

    Attributes:
        asked: Texts it was asked about, with the question before each.
    """

    def __init__(self, verdict: Verdict) -> None:
        self._verdict = verdict
        self.asked: list[tuple[str, str]] = []

    def judge(self, text: str, previous: str) -> Verdict:
        """The scripted verdict."""
        self.asked.append((text, previous))
        return self._verdict
