"""What a choice means."""

from kairo_desktop.audio.sources import DEFAULT, SoundSource, pick
from kairo_desktop.types import Lane

_CALL = SoundSource("call.monitor", "Call", Lane.SYSTEM, is_default=True)
_HDMI = SoundSource("hdmi.monitor", "Screen", Lane.SYSTEM)
_MIC = SoundSource("mic", "Headset", Lane.MIC, is_default=True)
_CAM = SoundSource("Call", "Camera", Lane.MIC)
_ALL = (_CALL, _HDMI, _MIC, _CAM)


def test_default_is_the_lanes_own_default() -> None:
    assert pick(_ALL, Lane.SYSTEM, DEFAULT) is _CALL
    assert pick(_ALL, Lane.MIC, DEFAULT) is _MIC


def test_an_output_never_stands_in_for_a_microphone() -> None:
    assert pick((_CALL, _HDMI), Lane.MIC, DEFAULT) is None


def test_a_name_means_that_source_in_any_order() -> None:
    assert pick(_ALL, Lane.SYSTEM, "hdmi.monitor") is _HDMI
    assert pick(reversed(_ALL), Lane.SYSTEM, "hdmi.monitor") is _HDMI


def test_a_name_goes_before_a_description() -> None:
    assert pick(_ALL, Lane.MIC, "Call") is _CAM


def test_a_description_will_do() -> None:
    assert pick(_ALL, Lane.MIC, "Headset") is _MIC


def test_a_source_that_is_not_there_is_not_replaced() -> None:
    assert pick(_ALL, Lane.MIC, "usb-mic") is None
