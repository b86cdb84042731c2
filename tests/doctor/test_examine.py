from collections.abc import Iterator
from pathlib import Path

import pytest

from kairo_desktop.doctor import examine as module
from kairo_desktop.doctor.check import Look, System
from kairo_desktop.doctor.examine import examine
from kairo_desktop.settings.paths import Paths
from tests.fakes.tiny_models import tiny


@pytest.fixture
def paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Paths:
    def nothing(*_: object) -> Iterator[Look]:
        yield from ()

    monkeypatch.setattr(module, "surroundings", nothing)
    monkeypatch.setattr(module, "engines", nothing)
    return Paths(tmp_path, tmp_path, tmp_path, tmp_path)


def _looks(paths: Paths) -> dict[str, Look]:
    return {look.part: look for look in examine(System.LINUX, paths, {})}


def test_models_that_are_missing_name_their_command(paths: Paths) -> None:
    look = _looks(paths)["model whisper-tiny.en"]
    assert not look.ok
    assert look.cure == "Fetch it: kairo models pull whisper-tiny.en"


def test_every_model_in_use_is_looked_at(paths: Paths) -> None:
    parts = set(_looks(paths))
    assert {"model qwen2.5-coder-1.5b-instruct", "model all-minilm-l6-v2"} <= parts


def test_model_that_is_there_is_ok(paths: Paths) -> None:
    (paths.models).mkdir()
    tiny(paths.models, "mine.gguf")
    (paths.config / "settings.toml").write_text("[llm]\nmodel = 'mine'\ndraft = 'nobody'\n")
    looks = _looks(paths)
    assert looks["model mine"].ok
    assert not looks["model nobody"].ok
    assert "`kairo models list`" in looks["model nobody"].cure


def test_damaged_file_of_ones_own_is_not_to_be_fetched(paths: Paths) -> None:
    (paths.models).mkdir()
    (paths.models / "mine.gguf").write_bytes(b"GGUF")
    (paths.config / "settings.toml").write_text("[llm]\nmodel = 'mine'\n")
    look = _looks(paths)["model mine"]
    assert (look.ok, look.detail) == (False, "damaged")
    assert look.cure.startswith("Copy your file there again")


def test_broken_settings_do_not_stop_the_examination(paths: Paths) -> None:
    (paths.config / "settings.toml").write_text("[llm\n")
    looks = _looks(paths)
    assert not looks["settings"].ok
    assert "line 1" in looks["settings"].detail
    assert "model whisper-tiny.en" in looks


def test_unknown_settings_are_reported(paths: Paths) -> None:
    (paths.config / "settings.toml").write_text("future = 1\n")
    look = _looks(paths)["settings"]
    assert look.ok
    assert "unknown and kept: future" in look.detail


def test_saved_settings_are_named(paths: Paths) -> None:
    assert "defaults" in _looks(paths)["settings"].detail
    (paths.config / "settings.toml").write_text("[llm]\nn_ctx = 2048\n")
    assert _looks(paths)["settings"].detail == str(paths.config / "settings.toml")


def test_machine_without_cpuinfo_is_examined_too(
    paths: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_CPU", tmp_path / "nowhere")
    assert "settings" in _looks(paths)
