"""A capture backend whose facts and sound are what the test says."""

from dataclasses import replace

from kairo_desktop.audio.backend import Facts, ServerState
from kairo_desktop.audio.intake import Intake
from kairo_desktop.audio.sources import SoundSource
from kairo_desktop.types import Lane

__all__ = ["ScriptedCapture"]


class ScriptedCapture:
    """A backend and its only lane in one; `calls` notes what was asked of it."""

    def __init__(self, lane: Lane = Lane.MIC) -> None:
        self.source = SoundSource("mic", "Headset", lane, is_default=True)
        self.calls: list[str] = []
        self.facts = Facts(ServerState.ANSWERS, self.source, "mic", opened_s=0.0)
        self._intake: Intake | None = None

    @property
    def intake(self) -> Intake:
        """Where the test puts sound."""
        assert self._intake is not None
        return self._intake

    def set(self, **changes: object) -> None:
        """Change facts."""
        self.facts = replace(self.facts, **changes)  # type: ignore[arg-type]  # any field

    def sources(self) -> tuple[SoundSource, ...]:
        return (self.source,)

    def capture(self, lane: Lane, choice: str, intake: Intake) -> "ScriptedCapture":
        self._intake = intake
        intake.open()
        return self

    def pause(self) -> None:
        self.calls.append("pause")
        self.intake.shut()

    def resume(self) -> None:
        self.calls.append("resume")
        self.intake.open()

    def reopen(self) -> None:
        self.calls.append("reopen")

    def close(self) -> None:
        self.calls.append("close")
