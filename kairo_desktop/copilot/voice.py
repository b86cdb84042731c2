"""When the interviewer speaks and since when not, told by the states of both lanes."""

from kairo_desktop.types import Lane, SpeechState, VoiceState

__all__ = ["Voice"]

_LOST_S = 0.5


class Voice:
    """The interviewer's voice, and the time.

    The time is the latest of either lane's, so it goes on when the interviewer's lane is lost;
    half a second without a state of that lane counts as silence since its last one.
    """

    def __init__(self) -> None:
        self._now_s = 0.0
        self._state = VoiceState.QUIET
        self._state_s = 0.0
        self._speech_end_s: float | None = None

    def hear(self, state: SpeechState) -> None:
        """Take the next state of a lane."""
        self._now_s = max(self._now_s, state.t_s)
        if state.lane is Lane.SYSTEM:
            self._state = state.state
            self._state_s = state.t_s
            self._speech_end_s = state.speech_end_s

    @property
    def now_s(self) -> float:
        """The latest time heard of, never going back."""
        return self._now_s

    @property
    def speech_end_s(self) -> float | None:
        """End of the interviewer's last syllable; None before the first."""
        return self._speech_end_s

    @property
    def speaking(self) -> bool:
        """True while the interviewer certainly speaks."""
        return self._state is VoiceState.SPEAKING and not self._lost

    @property
    def silence_s(self) -> float | None:
        """Seconds since the last syllable; None while there is speech, or may be."""
        if self._state in {VoiceState.STARTING, VoiceState.SPEAKING}:
            return self._now_s - self._state_s if self._lost else None
        return self._now_s - (self._speech_end_s or 0.0)

    @property
    def _lost(self) -> bool:
        return self._now_s - self._state_s > _LOST_S
