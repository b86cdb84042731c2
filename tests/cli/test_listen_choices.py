"""What `kairo listen` makes of the sources that the user names."""

import pytest

from kairo_desktop.audio.backend_pulse import PulseBackend
from kairo_desktop.audio.sources import SoundSource
from kairo_desktop.cli import listen
from kairo_desktop.errors import AudioError, UsageError
from kairo_desktop.settings.audio import AudioSettings
from kairo_desktop.types import Lane

_SOURCES = (
    SoundSource("call.monitor", "Monitor of Call", Lane.SYSTEM, is_default=True),
    SoundSource("hdmi.monitor", "Monitor of Screen", Lane.SYSTEM),
    SoundSource("hdmi2.monitor", "Monitor of Screen", Lane.SYSTEM),
    SoundSource("mic", "Headset", Lane.MIC, is_default=True),
)


@pytest.fixture(autouse=True)
def _machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PulseBackend, "sources", lambda _: _SOURCES)


def _require(system: str | None = None, mic: str | None = None) -> None:
    given, settings = {Lane.SYSTEM: system, Lane.MIC: mic}, AudioSettings()
    listen._require_given(given, listen._choices(settings, given), settings)


@pytest.mark.parametrize("name", ["hdmi.monitor", "Monitor of Call", "default", "off", None])
def test_a_name_that_says_which_source_will_do(name: str | None) -> None:
    _require(system=name)


def test_a_recording_stands_in_for_a_source() -> None:
    _require(system="file:call.wav", mic="Headset")


def test_a_name_that_no_source_has_is_refused() -> None:
    with pytest.raises(AudioError, match="no source “nosuch”"):
        _require(mic="nosuch")


def test_a_description_that_several_share_names_them_all() -> None:
    with pytest.raises(AudioError, match="2 sources are called “Monitor of Screen”") as refused:
        _require(system="Monitor of Screen")
    assert "hdmi.monitor, hdmi2.monitor" in refused.value.cure


@pytest.mark.parametrize("mic", ["call.monitor", "Monitor of Call"])
def test_one_source_cannot_be_both_sides(mic: str) -> None:
    with pytest.raises(UsageError, match="the same source"):
        _require(mic=mic)


def test_both_lanes_off_is_a_wrong_use() -> None:
    with pytest.raises(UsageError, match="off"):
        _require("off", "off")
