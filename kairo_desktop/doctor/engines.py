"""The engines: llama.cpp as it was built, CTranslate2, the voice activity model, the GPU."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from kairo_desktop.doctor.check import Cures, Look, System, look_in_child

__all__ = ["engines", "uses_amx"]

_REBUILD = Cures(
    linux="Build it again: ./installers/run --rebuild doctor",
    macos="Build it again: ./installers/run --rebuild doctor",
    windows=r"Build it again: installers\run.ps1 -Rebuild doctor",
)
_REINSTALL = Cures(
    linux="Set up again: ./installers/run doctor",
    macos="Set up again: ./installers/run doctor",
    windows=r"Set up again: installers\run.ps1 doctor",
)
_LLAMA = (
    "import llama_cpp as l;"
    "print(int(l.llama_supports_gpu_offload()), l.llama_print_system_info().decode())"
)
_CTRANSLATE2 = (
    "import ctranslate2 as c; print(', '.join(sorted(c.get_supported_compute_types('cpu'))))"
)
_VAD = (
    "import sys, onnxruntime as o; o.InferenceSession(sys.argv[1], providers="
    "['CPUExecutionProvider']); print('loads')"
)
_VAD_FILE = "silero_vad_v6.onnx"


def engines(system: System, cpu_flags: str) -> Iterator[Look]:
    """Look at each engine; every one in a child, since they abort instead of raising.

    `cpu_flags` is what /proc/cpuinfo says; empty where there is none.
    """
    build = look_in_child("-c", _LLAMA)
    decode = look_in_child("-m", "kairo_desktop.llama.selftest") if build.ok else build
    offload, _, flags = build.words.partition(" ")
    yield Look(
        "llama build",
        ok=decode.ok,
        detail=_build_words(flags) if decode.ok else decode.words,
        version=_version("llama-cpp-python"),
        cure="" if decode.ok else _REBUILD.on(system),
    )
    yield _amx(system, cpu_flags, flags if build.ok else "", proven=decode.ok)
    yield _gpu(system, can_offload=build.ok and offload == "1")
    speech = look_in_child("-c", _CTRANSLATE2)
    yield Look(
        "CTranslate2",
        ok=speech.ok,
        detail=speech.words,
        version=_version("ctranslate2"),
        cure="" if speech.ok else _REINSTALL.on(system),
    )
    yield _voice_activity(system)


def uses_amx(build_flags: str) -> bool:
    """True when llama.cpp's own description of its build names AMX."""
    return re.search(r"AMX_INT8 = 1", build_flags) is not None


def _build_words(flags: str) -> str:
    on = re.findall(r"(\w+) = 1", flags)
    return f"decodes; built with {', '.join(on) or 'no CPU extensions'}"


def _amx(system: System, cpu_flags: str, build_flags: str, *, proven: bool) -> Look:
    has, used = "amx_tile" in cpu_flags, uses_amx(build_flags)
    risky = has and used and not proven
    if not has:
        detail = "this CPU has no AMX"
    elif not used:
        detail = "this CPU has AMX, the build leaves it out"
    else:
        detail = "the build uses AMX and crashes with it" if risky else "in use, and it decodes"
    return Look("AMX", ok=not risky, detail=detail, cure=_REBUILD.on(system) if risky else "")


def _gpu(system: System, *, can_offload: bool) -> Look:
    card = _graphics_card(system)
    if card is None:
        return Look("GPU", ok=True, detail="none; the CPU does the work", essential=False)
    if can_offload:
        return Look("GPU", ok=True, detail=card, essential=False)
    cure = Cures(
        linux="Install the CUDA toolkit (nvcc), then: ./installers/run --rebuild doctor",
        macos="Build it again: ./installers/run --rebuild doctor",
        windows=r"Install the CUDA toolkit, then: installers\run.ps1 -Rebuild doctor",
    )
    return Look(
        "GPU",
        ok=False,
        detail=f"{card} is there, llama.cpp was built without it",
        cure=cure.on(system),
        essential=False,
    )


def _graphics_card(system: System) -> str | None:
    if system is System.MACOS:
        return "Metal"
    command = shutil.which("nvidia-smi")
    if command is None:
        return None
    try:
        done = subprocess.run(
            [command, "-L"], capture_output=True, timeout=10, check=False, encoding="utf-8"
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    first = done.stdout.partition("\n")[0].partition(" (UUID")[0]
    return first if done.returncode == 0 and first.startswith("GPU") else None


def _voice_activity(system: System) -> Look:
    spec = find_spec("faster_whisper")
    folder = Path(spec.origin).parent / "assets" if spec and spec.origin else None
    file = folder / _VAD_FILE if folder else None
    if file is None or not file.is_file():
        return Look(
            "VAD file",
            ok=False,
            detail=f"{_VAD_FILE} is not there; it comes with faster-whisper",
            cure=_REINSTALL.on(system),
        )
    loads = look_in_child("-c", _VAD, str(file))
    return Look(
        "VAD file",
        ok=loads.ok,
        detail=f"{_VAD_FILE}: {loads.words}",
        version=_version("onnxruntime"),
        cure="" if loads.ok else _REINSTALL.on(system),
    )


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""
