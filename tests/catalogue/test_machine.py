from pathlib import Path

import pytest

from kairo_desktop.catalogue.machine import gpu_free_bytes, machine


@pytest.fixture
def card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stand-in for the driver's tool; tests write what it says."""
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    return tmp_path / "nvidia-smi"


def _says(tool: Path, script: str) -> None:
    tool.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    tool.chmod(0o755)


def test_the_machine_has_memory_and_processors() -> None:
    here = machine(gpu=False)
    assert 0 < here.memory.available_bytes <= here.memory.total_bytes
    assert here.n_cpus >= 1
    assert here.gpu_bytes == 0


def test_the_card_with_most_room_counts(card: Path) -> None:
    _says(card, "printf '1000\\n8000\\n'")
    assert machine(gpu=True).gpu_bytes == 8000 << 20


@pytest.mark.parametrize("script", ["exit 9", "echo '[Insufficient Permissions]'", "true"])
def test_a_card_that_does_not_say_counts_as_none(card: Path, script: str) -> None:
    _says(card, script)
    assert gpu_free_bytes() == 0


def test_without_a_card_there_is_no_memory_of_it(card: Path) -> None:
    assert not card.exists()
    assert gpu_free_bytes() == 0
