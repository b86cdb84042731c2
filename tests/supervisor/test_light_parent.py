"""The process that hosts a session stays small: engines are loaded in children alone."""

import subprocess
import sys

import pytest

_ENGINES = {"av", "ctranslate2", "faster_whisper", "llama_cpp", "onnxruntime", "soxr", "tokenizers"}


@pytest.mark.parametrize("module", ["kairo_desktop.supervisor.live", "kairo_desktop.cli.listen"])
def test_hosting_a_live_session_loads_no_engine(module: str) -> None:
    code = f"import sys, {module}; print(*{{n.partition('.')[0] for n in sys.modules}})"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(told.stdout.split())
    assert "msgspec" in loaded
    assert not loaded & _ENGINES
