"""The kernel's word for it: no process of Kairo's connects to anything on the network."""

import os
import re
import shutil
import signal
import sys
from pathlib import Path

import pytest

from tests.end_to_end.clips import Clip, sample_clip
from tests.end_to_end.running import running

pytestmark = [
    pytest.mark.real,
    pytest.mark.timeout(300),
    pytest.mark.skipif(sys.platform != "linux", reason="needs strace"),
]

_SMALL = ("--set", "llm.model=smollm2-135m-instruct", "--set", "asr.model=whisper-tiny.en")
_CALL = re.compile(r"\b(connect|sendto|sendmsg|sendmmsg)\(")
_NETWORK = re.compile(r"AF_INET6?\b|\bconnect\(\d+, 0x[0-9a-f]+, (16|28)\)")
"""An internet address; where strace may not read it, the length tells."""
_LOCAL = re.compile(r'AF_UNIX, sun_path=@?"([^"]*)"')


@pytest.fixture(scope="module")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Clip:
    return sample_clip(tmp_path_factory.mktemp("clip"), 15.2, 20.6)


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    if shutil.which("strace") is None:
        pytest.fail("strace is missing: apt install strace")
    return tmp_path / "calls.txt"


def _watched(trace: Path) -> tuple[str, ...]:
    """What a command is put behind so that its calls, and those of its children, are noted."""
    calls = "connect,sendto,sendmsg,sendmmsg,execve"
    return ("strace", "--seccomp-bpf", "-f", "-qq", "-e", f"trace={calls}", "-o", str(trace))


def _is_quiet(trace: Path) -> None:
    lines = trace.read_text(encoding="utf-8", errors="replace").splitlines()
    started = [line for line in lines if "execve(" in line and "--child" in line]
    assert len(started) >= 2, "the children were not watched"
    assert not [line for line in lines if _CALL.search(line) and _NETWORK.search(line)]
    assert not [name for line in lines for name in _LOCAL.findall(line) if "pulse" not in name]


def test_answering_a_recording_connects_to_nothing(trace: Path, clip: Clip) -> None:
    answer = ("answer", "--json", "--realtime", *_SMALL, *clip.arguments)
    with running(*answer, wrapper=_watched(trace)) as run:
        assert run.wait() == 0, run.errors
        assert run.of("answer_done")
    _is_quiet(trace)


def test_a_live_session_connects_to_nothing(trace: Path, clip: Clip) -> None:
    with running("listen", "--json", *_SMALL, *clip.lanes, wrapper=_watched(trace)) as run:
        run.until(lambda: bool(run.of("answer_done")))
        os.kill(run.pid, signal.SIGINT)
        assert run.wait() == 0, run.errors
    _is_quiet(trace)
