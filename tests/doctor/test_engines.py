import shutil
import subprocess
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from types import SimpleNamespace

import pytest

from kairo_desktop.doctor import engines as module
from kairo_desktop.doctor.check import Look, Outcome, System
from kairo_desktop.doctor.engines import engines, uses_amx

_AMX_BUILD = "1 CPU : SSE3 = 1 | AVX2 = 1 | AMX_INT8 = 1 | OPENMP = 0 |"
_PLAIN_BUILD = "0 CPU : SSE3 = 1 | AVX2 = 1 | AMX_INT8 = 0 |"
_FINE = Outcome(ok=True, words="fine")
_CRASH = Outcome(ok=False, words="it crashed (signal 11)")
_AMX_CPU = "flags : avx2 amx_bf16 amx_tile amx_int8"


def _children(build: Outcome, decode: Outcome, other: Outcome = _FINE) -> Callable[..., Outcome]:
    """Children that answer for llama.cpp's build, for the self-test, and for all else."""

    def look(*arguments: str) -> Outcome:
        if "llama_cpp" in arguments[1]:
            return build
        return decode if "selftest" in arguments[1] else other

    return look


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> Callable[..., dict[str, Look]]:
    def examine(
        children: Callable[..., Outcome], cpu: str = "", card: str | None = None
    ) -> dict[str, Look]:
        monkeypatch.setattr(module, "look_in_child", children)
        monkeypatch.setattr(module, "_graphics_card", lambda _: card)
        return {look.part: look for look in engines(System.LINUX, cpu)}

    return examine


def test_working_build_tells_its_flags(looks: Callable[..., dict[str, Look]]) -> None:
    found = looks(_children(Outcome(ok=True, words=_PLAIN_BUILD), _FINE))
    assert found["llama build"].ok
    assert found["llama build"].detail == "decodes; built with SSE3, AVX2"
    assert all(look.ok and not look.cure for look in found.values())


def test_build_without_extensions_says_so(looks: Callable[..., dict[str, Look]]) -> None:
    found = looks(_children(Outcome(ok=True, words="0 CPU"), _FINE))
    assert "no CPU extensions" in found["llama build"].detail


def test_build_that_does_not_load_is_to_be_built_again(
    looks: Callable[..., dict[str, Look]],
) -> None:
    found = looks(_children(_CRASH, _FINE))
    assert found["llama build"].detail == "it crashed (signal 11)"
    assert "--rebuild" in found["llama build"].cure


def test_amx_build_that_dies_on_an_amx_cpu_is_named(looks: Callable[..., dict[str, Look]]) -> None:
    found = looks(_children(Outcome(ok=True, words=_AMX_BUILD), _CRASH), _AMX_CPU)
    assert not found["AMX"].ok
    assert "crashes" in found["AMX"].detail
    assert "--rebuild" in found["AMX"].cure


@pytest.mark.parametrize(
    ("build", "cpu", "words"),
    [
        (_AMX_BUILD, _AMX_CPU, "in use, and it decodes"),
        (_PLAIN_BUILD, _AMX_CPU, "leaves it out"),
        (_AMX_BUILD, "flags : avx2", "no AMX"),
    ],
)
def test_amx_without_a_risk_is_fine(
    looks: Callable[..., dict[str, Look]], build: str, cpu: str, words: str
) -> None:
    found = looks(_children(Outcome(ok=True, words=build), _FINE), cpu)
    assert found["AMX"].ok
    assert words in found["AMX"].detail


def test_card_that_the_build_cannot_use_has_a_cure(looks: Callable[..., dict[str, Look]]) -> None:
    found = looks(_children(Outcome(ok=True, words=_PLAIN_BUILD), _FINE), card="GPU 0: Some Card")
    assert not found["GPU"].ok
    assert "nvcc" in found["GPU"].cure
    assert not found["GPU"].essential


def test_card_in_use_is_named(looks: Callable[..., dict[str, Look]]) -> None:
    found = looks(_children(Outcome(ok=True, words=_AMX_BUILD), _FINE), card="GPU 0: Some Card")
    assert found["GPU"].ok
    assert found["GPU"].detail == "GPU 0: Some Card"


def test_broken_recognizer_is_to_be_set_up_again(looks: Callable[..., dict[str, Look]]) -> None:
    found = looks(_children(Outcome(ok=True, words=_PLAIN_BUILD), _FINE, other=_CRASH))
    for part in ("CTranslate2", "VAD file"):
        assert not found[part].ok
        assert found[part].cure == "Set up again: ./installers/run doctor"


def test_missing_voice_activity_file_is_named(
    looks: Callable[..., dict[str, Look]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    origin = SimpleNamespace(origin=str(tmp_path / "__init__.py"))
    monkeypatch.setattr(module, "find_spec", lambda _: origin)
    found = looks(_children(Outcome(ok=True, words=_PLAIN_BUILD), _FINE))
    assert "silero_vad_v6.onnx is not there" in found["VAD file"].detail


def test_absent_package_has_no_version(
    looks: Callable[..., dict[str, Look]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "find_spec", lambda _: None)
    monkeypatch.setattr(module, "version", _absent)
    found = looks(_children(_CRASH, _CRASH, _CRASH))
    assert {look.version for look in found.values()} == {""}
    assert not found["VAD file"].ok


def _absent(_: str) -> str:
    raise PackageNotFoundError


def test_amx_is_read_from_the_description_of_the_build() -> None:
    assert uses_amx(_AMX_BUILD)
    assert not uses_amx(_PLAIN_BUILD)


def _smi(monkeypatch: pytest.MonkeyPatch, code: int, said: str) -> str | None:
    monkeypatch.setattr(shutil, "which", lambda _: "/usr/bin/nvidia-smi")
    done = subprocess.CompletedProcess([], code, said)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: done)
    return module._graphics_card(System.LINUX)


def test_card_is_named_without_its_serial(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _smi(monkeypatch, 0, "GPU 0: Some Card (UUID: GPU-1)\n") == "GPU 0: Some Card"


def test_driver_that_finds_no_card_means_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _smi(monkeypatch, 9, "No devices were found") is None


def test_driver_that_cannot_run_means_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: "/nowhere/nvidia-smi")
    assert module._graphics_card(System.LINUX) is None


def test_machine_without_a_driver_has_no_card(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert module._graphics_card(System.LINUX) is None


def test_mac_always_has_metal() -> None:
    assert module._graphics_card(System.MACOS) == "Metal"
