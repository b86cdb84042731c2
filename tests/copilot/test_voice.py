import pytest

from kairo_desktop.copilot.voice import Voice
from kairo_desktop.types import Lane, SpeechState, VoiceState


def state(t_s: float, voice: VoiceState, lane: Lane = Lane.SYSTEM) -> SpeechState:
    return SpeechState(lane, t_s, voice, None if voice is VoiceState.QUIET else t_s)


def test_silence_counts_from_the_last_syllable() -> None:
    voice = Voice()
    voice.hear(SpeechState(Lane.SYSTEM, 2.0, VoiceState.STOPPING, 1.7))
    assert voice.silence_s == pytest.approx(0.3)
    assert voice.speech_end_s == 1.7


@pytest.mark.parametrize("speech", [VoiceState.STARTING, VoiceState.SPEAKING])
def test_there_is_no_silence_while_somebody_may_speak(speech: VoiceState) -> None:
    voice = Voice()
    voice.hear(state(2.0, speech))
    assert voice.silence_s is None
    assert voice.speaking is (speech is VoiceState.SPEAKING)


def test_the_users_lane_only_tells_the_time() -> None:
    voice = Voice()
    voice.hear(SpeechState(Lane.SYSTEM, 2.0, VoiceState.STOPPING, 1.7))
    voice.hear(state(2.2, VoiceState.SPEAKING, Lane.MIC))
    assert voice.silence_s == pytest.approx(0.5)
    assert not voice.speaking


def test_a_lost_lane_is_silent_since_its_last_word() -> None:
    voice = Voice()
    voice.hear(state(2.0, VoiceState.SPEAKING))
    voice.hear(state(3.5, VoiceState.QUIET, Lane.MIC))
    assert voice.silence_s == pytest.approx(1.5)
    assert not voice.speaking


def test_time_never_goes_back() -> None:
    voice = Voice()
    voice.hear(state(2.0, VoiceState.QUIET, Lane.MIC))
    voice.hear(state(1.9, VoiceState.QUIET))
    assert voice.now_s == 2.0
