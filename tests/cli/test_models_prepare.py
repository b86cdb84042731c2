import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kairo_desktop.catalogue.entries import Catalogue
from kairo_desktop.catalogue.library import Library
from kairo_desktop.catalogue.machine import Machine, Memory
from kairo_desktop.catalogue.recommend import Speeds, recommend
from kairo_desktop.cli import models_prepare
from kairo_desktop.settings.schema import Settings
from kairo_desktop.settings.store import read_settings

BIG = "qwen2.5-coder-1.5b-instruct"
MACHINE = Machine(Memory(16 << 30, 12 << 30), n_cpus=2)


@pytest.fixture(autouse=True)
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Library:
    """The real catalogue, and no model at all."""
    found = Library(Catalogue.load(), (tmp_path / "models",))
    monkeypatch.setattr(Library, "of", lambda _: found)
    monkeypatch.setattr(models_prepare, "this_machine", lambda: MACHINE)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return found


def _told(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_without_any_model_memory_alone_decides(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    models_prepare.prepare(as_json=True)
    told = _told(capsys)
    assert told[0]["event"] == "machine"
    assert not [each for each in told if each["event"] == "measured"]
    advised = {each["place"]: each for each in told if each["event"] == "recommended"}
    assert advised["llm.model"]["name"] == BIG
    assert advised["llm.model"]["installed"] is False
    assert advised["llm.model"]["bytes"] == 1_117_320_768
    assert "llm.draft" not in advised
    assert not (tmp_path / "config").exists()


def test_what_was_measured_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    speeds = Speeds({BIG: 20.0}, {BIG: 80.0}, {"whisper-tiny.en": 0.02})
    monkeypatch.setattr(models_prepare, "_measured", lambda *_: speeds)
    models_prepare.prepare(as_json=True)
    measured = [each for each in _told(capsys) if each["event"] == "measured"]
    assert measured == [
        {"event": "measured", "name": BIG, "tokens_per_s": 20.0, "prefill_tokens_per_s": 80.0},
        {"event": "measured", "name": "whisper-tiny.en", "rtf": 0.02},
    ]
    models_prepare.prepare()
    out = capsys.readouterr().out
    assert "reads 80 and writes 20 tokens a second" in out
    assert "hears 50 times as fast as people speak" in out
    assert "1,117 MB to fetch" in out


def test_gpu_is_named(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(MACHINE.memory, 24_000_000_000, n_cpus=8)
    monkeypatch.setattr(models_prepare, "this_machine", lambda: machine)
    models_prepare.prepare()
    assert "a GPU with 24.0 GB free" in capsys.readouterr().out


_CARD_KEEPS = 600_000_000
"""Of a card's memory, what a desktop on it takes."""


@pytest.mark.parametrize(
    ("memory_gib", "free_gib", "card_gib", "model", "draft"),
    [
        (4, 2.0, 0, "qwen2.5-coder-0.5b-instruct", ""),
        (4, 3.0, 0, BIG, ""),
        (8, 5.0, 0, BIG, ""),
        (16, 12.0, 0, BIG, ""),
        (64, 56.0, 0, BIG, ""),
        (16, 12.0, 6, BIG, ""),
        (8, 5.0, 8, "qwen2.5-7b-instruct", "qwen2.5-0.5b-instruct"),
        (16, 12.0, 12, "qwen2.5-14b-instruct", "qwen2.5-0.5b-instruct"),
        (16, 12.0, 16, "qwen2.5-14b-instruct", "qwen2.5-0.5b-instruct"),
        (64, 56.0, 24, "qwen2.5-32b-instruct", "qwen2.5-0.5b-instruct"),
        (64, 56.0, 48, "llama-3.3-70b-instruct", "llama-3.2-1b-instruct"),
    ],
)
def test_every_machine_gets_the_model_that_an_expert_would_take(
    library: Library, memory_gib: int, free_gib: float, card_gib: int, model: str, draft: str
) -> None:
    card = (card_gib << 30) - _CARD_KEEPS if card_gib else 0
    there = Machine(Memory(memory_gib << 30, int(free_gib * (1 << 30))), card, n_cpus=8)
    candidates = list(models_prepare._candidates(library, Settings(), there))
    advice = {each.place: each for each in recommend(candidates, there, Speeds())}
    assert (advice["llm.model"].name, advice["llm.draft"].name) == (model, draft)
    assert advice["llm.model"].reason.best
    assert advice["asr.model"].name == "whisper-tiny.en"


def test_a_draft_that_finds_no_room_beside_a_model_speaks_against_it(library: Library) -> None:
    entry = library.entry("qwen2.5-7b-instruct")
    alone = Machine(MACHINE.memory, round(entry.memory_mb * 1e6 / 0.92) + 1_000_000)
    found = {c.entry.name: c for c in models_prepare._candidates(library, Settings(), alone)}
    assert not found[entry.name].on_gpu


@pytest.mark.real
def test_installed_models_are_measured_chosen_and_saved(tmp_path: Path) -> None:
    homes = {f"XDG_{name}_HOME": str(tmp_path / name.lower()) for name in ("CONFIG", "CACHE")}
    environment = {**os.environ, **homes}
    verb = [sys.executable, "-m", "kairo_desktop", "models", "prepare", "--yes", "--json"]
    done = subprocess.run(
        verb, env=environment, capture_output=True, text=True, timeout=300, check=True
    )
    told = [json.loads(line) for line in done.stdout.splitlines()]
    measured = [each for each in told if each["event"] == "measured"]
    assert any(each.get("tokens_per_s", 0) > 0 for each in measured)
    assert any(0 < each.get("rtf", 0) < 5 for each in measured)
    saved = next(each["settings"] for each in told if each["event"] == "saved")
    settings = read_settings(tmp_path / "config" / "kairo" / "settings.toml").settings
    assert settings.llm.model == saved["llm.model"]
    assert settings.asr.model == saved["asr.model"]
    assert list((tmp_path / "cache" / "kairo" / "calibration").glob("*.json"))


def test_an_interrupted_fetch_is_counted(
    capsys: pytest.CaptureFixture[str], library: Library
) -> None:
    library.home.mkdir()
    part = library.home / f"{library.entry(BIG).place}.part"
    with part.open("wb") as file:
        file.truncate(100_000_000)
    models_prepare.prepare(as_json=True)
    advised = {each["place"]: each for each in _told(capsys) if each["event"] == "recommended"}
    assert advised["llm.model"]["done_bytes"] == 100_000_000
    assert advised["asr.model"]["done_bytes"] == 0
    models_prepare.prepare()
    assert "1,017 MB of 1,117 MB to fetch" in capsys.readouterr().out


def test_a_size_that_nobody_knows_is_not_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = Machine(MACHINE.memory, 16_000_000_000, n_cpus=8)
    monkeypatch.setattr(models_prepare, "this_machine", lambda: machine)
    models_prepare.prepare()
    assert "qwen2.5-14b-instruct answers (to fetch)" in capsys.readouterr().out
