from pathlib import Path

import pytest

from kairo_desktop.settings import assets
from kairo_desktop.settings.assets import asset
from kairo_desktop.settings.paths import Paths


def test_asking_for_the_users_folders_creates_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "Полина ü x"
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(home / name))
    paths = Paths.of_user()
    assert paths.models == home / "XDG_DATA_HOME" / "kairo" / "models"
    assert all(home in path.parents for path in (paths.config, paths.cache, paths.logs))
    assert not home.exists()


def test_asset_beside_the_package_comes_before_the_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert asset("licences").is_dir()
    monkeypatch.setattr(assets, "_PACKAGE", tmp_path)
    bundled = tmp_path / "assets" / "licences"
    bundled.mkdir(parents=True)
    assert asset("licences") == bundled
