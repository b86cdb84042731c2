from pathlib import Path

import pytest

from kairo_desktop.errors import SettingsError
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.schema import Settings
from kairo_desktop.supervisor.job import HalfJob
from kairo_desktop.types import Lane

_PATHS = Paths(Path("/c"), Path("/d"), Path("/k"), Path("/l"))


@pytest.mark.parametrize("profile", [None, Path("/mein Lebenslauf/é")])
def test_a_job_travels_as_text(profile: Path | None) -> None:
    changed = Settings.model_validate({"asr": {"threads": 3}, "unknown": {"kept": 1}})
    job = HalfJob(changed, _PATHS, (Lane.MIC,), profile, writes=profile is None)
    assert HalfJob.from_json(job.to_json()) == job


@pytest.mark.parametrize("text", ["", "{}", '{"settings": 1}', "[]"])
def test_what_is_no_job_is_told(text: str) -> None:
    with pytest.raises(SettingsError, match="cannot read"):
        HalfJob.from_json(text)


def test_a_setting_out_of_range_is_told() -> None:
    text = HalfJob(Settings(), _PATHS, (Lane.MIC,)).to_json()
    with pytest.raises(SettingsError):
        HalfJob.from_json(text.replace('\\"threads\\":0', '\\"threads\\":-1'))
