"""What a system's sound must offer so that a lane can be heard through it."""

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from kairo_desktop.audio.intake import Intake
from kairo_desktop.audio.sources import SoundSource
from kairo_desktop.types import Lane

__all__ = ["CaptureBackend", "Facts", "LaneCapture", "ServerState"]


class ServerState(Enum):
    """How the system's sound server stands to us."""

    ANSWERS = "answers"
    UNKNOWN = "unknown"
    """Not asked yet."""
    GONE = "gone"
    FROZEN = "frozen"
    """Connected, and it does not answer."""
    DENIED = "denied"
    LIBRARY_MISSING = "library missing"


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of where a lane's sound comes from.

    Attributes:
        wanted: The source that the user's choice means now; None while there is none.
        bound: Name of the source that the lane really records; None while none or unknown.
        elsewhere: Description of another output on which something sounds; empty if none is
            known. Looked for only while the lane is silent.
        wrong_since_s: Since when `bound` has been another than `wanted`, if only at moments, on
            the monotonic clock.
        right_since_s: Since when it has been the wanted one; None while it is not.
        opened_s: Since when a stream is open or tried for, on the monotonic clock.
        stuck_s: How long the sound library has not come back from a call; 0 when it has.
    """

    server: ServerState = ServerState.UNKNOWN
    wanted: SoundSource | None = None
    bound: str | None = None
    elsewhere: str = ""
    wrong_since_s: float | None = None
    right_since_s: float | None = None
    opened_s: float | None = None
    stuck_s: float = 0.0


class LaneCapture(Protocol):
    """One lane being heard. No method waits for the sound server, whatever state it is in."""

    @property
    def facts(self) -> Facts:
        """What is known now."""
        ...

    def pause(self) -> None:
        """Stop the sound at its source."""
        ...

    def resume(self) -> None:
        """Hear again."""
        ...

    def reopen(self) -> None:
        """Start afresh: nothing comes although something should."""
        ...

    def close(self) -> None:
        """Hear no more; what the system holds is freed when the process ends."""
        ...


class CaptureBackend(Protocol):
    """One way to hear, on one kind of system.

    A lane's sound is put into its intake as mono float32 at `SAMPLE_RATE`. A backend opens the
    intake only while it knows that the sound comes from the wanted source; one whose system
    delivers nothing while nothing plays puts silence in, by the clock.
    """

    def sources(self) -> tuple[SoundSource, ...]:
        """All that can be heard now; may take a while.

        Raises:
            AudioError: the system's sound cannot be reached.
        """
        ...

    def capture(self, lane: Lane, choice: str, intake: Intake) -> LaneCapture:
        """Begin to hear a lane; a source that is not there yet is waited for."""
        ...
