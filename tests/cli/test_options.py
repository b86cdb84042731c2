"""Settings changed for one run."""

import pytest

from kairo_desktop.cli.options import changed
from kairo_desktop.errors import SettingsError
from kairo_desktop.settings.schema import Settings


def test_a_change_takes_effect_and_the_rest_stays() -> None:
    settings = changed(Settings(), ["llm.temperature=0.7"])
    assert settings.llm.temperature == 0.7
    assert settings.asr == Settings().asr


def test_without_changes_the_settings_are_the_same() -> None:
    assert changed(Settings(), None) == Settings()


@pytest.mark.parametrize("change", ["llm.nothing=1", "temperature=1", "llm.temperature", "llm=1"])
def test_a_name_that_is_no_setting_is_refused(change: str) -> None:
    with pytest.raises(SettingsError, match="names no setting"):
        changed(Settings(), [change])


def test_a_value_out_of_range_is_refused_by_name() -> None:
    with pytest.raises(SettingsError, match=r"llm\.temperature"):
        changed(Settings(), ["llm.temperature=9"])
