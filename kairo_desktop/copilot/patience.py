"""How long a turn waits: what the silence so far makes of it."""

from kairo_desktop.copilot.protocols import VerdictLabel
from kairo_desktop.copilot.reading import Reading
from kairo_desktop.copilot.turn import Turn
from kairo_desktop.copilot.voice import Voice
from kairo_desktop.settings.turn import TurnSettings
from kairo_desktop.types import QuestionState

__all__ = ["Patience"]

_LATE_S = 2.0
_NEARLY_S = 0.15
_LINGER_S = {VerdictLabel.NOT_QUESTION: 3.0, VerdictLabel.SMALLTALK: 1.5}


class Patience:
    """Weighs turns against the voice of the interviewer, and changes neither."""

    def __init__(self, settings: TurnSettings, voice: Voice) -> None:
        self._settings = settings
        self._voice = voice

    def wanted(self, turn: Turn, reading: Reading, wait_ms: float) -> QuestionState | None:
        """The state that `reading` is ripe for, CONFIRMED after `wait_ms`; None for other talk."""
        silence_s = self._voice.silence_s
        if silence_s is not None and reading.asks:
            silence_ms, late = silence_s * 1000.0, silence_s >= _LATE_S
            if silence_ms >= wait_ms and (late or self._is_covered(turn)):
                return QuestionState.CONFIRMED
            nearly = late or self._is_covered(turn, slack_s=_NEARLY_S)
            if nearly and (turn.settled or silence_ms >= self._settings.tentative_ms):
                return QuestionState.TENTATIVE
        if silence_s is None and not self._voice.speaking and turn.state:
            return turn.state
        return QuestionState.FORMING if reading.could_become_question else None

    def is_over(self, turn: Turn, reading: Reading) -> bool:
        """True when what is said from now on is another turn."""
        silence_s = self._voice.silence_s
        if silence_s is None or (not self._is_covered(turn) and silence_s < _LATE_S):
            return False
        if turn.confirmed is not None:
            if turn.state is QuestionState.TENTATIVE:
                return False
            since_s = min(silence_s, self._voice.now_s - turn.confirmed_s)
            return since_s * 1000.0 > self._settings.reopen_ms
        return silence_s > _LINGER_S.get(reading.label, self._settings.hold_ms / 1000.0)

    def end_s(self, turn: Turn) -> float:
        """End of the last syllable of `turn`."""
        heard_s = self._voice.speech_end_s
        return turn.end_s if heard_s is None else heard_s

    def _is_covered(self, turn: Turn, slack_s: float = 0.0) -> bool:
        """True when the recognizer has heard what was said, but for the last `slack_s`."""
        end_s = self._voice.speech_end_s
        return end_s is None or turn.covers(end_s - slack_s)
