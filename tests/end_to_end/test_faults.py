"""Real children that run out of memory, and how much of it a session takes (Linux)."""

import sys
from pathlib import Path

import pytest

from tests.end_to_end.clips import Clip, sample_clip
from tests.end_to_end.running import running

pytestmark = [
    pytest.mark.real,
    pytest.mark.timeout(300),
    pytest.mark.skipif(sys.platform != "linux", reason="reads /proc"),
]

_SMALL = ("--set", "llm.model=smollm2-135m-instruct", "--set", "asr.model=whisper-tiny.en")
_HOST_MIB = 150
"""What the process that hosts a session may take beside its children."""


@pytest.fixture(scope="module")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Clip:
    return sample_clip(tmp_path_factory.mktemp("clip"), 15.2, 24.0)


def _peak_mib(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text().splitlines()
    (peak,) = (line.split()[1] for line in status if line.startswith("VmHWM:"))
    return int(peak) / 1024


@pytest.mark.long
@pytest.mark.parametrize("role", ["asr", "llm"])
def test_a_child_without_memory_is_replaced_and_the_question_answered(
    clip: Clip, role: str
) -> None:
    import resource  # does not exist on Windows

    with running("answer", "--json", "--realtime", *_SMALL, *clip.arguments) as run:
        run.until(lambda: bool(run.of("hypothesis")))
        pid = run.child(role)
        assert pid is not None
        resource.prlimit(pid, resource.RLIMIT_AS, (1 << 20, 1 << 20))
        assert run.wait() == 0, run.errors
        assert [event["code"] for event in run.of("error")] == ["child_restarted"]
        assert len(run.started(role)) == 2
        assert run.of("answer_done")
        assert not run.left()


def test_the_process_that_hosts_a_live_session_stays_small(clip: Clip) -> None:
    with running("listen", "--json", *_SMALL, *clip.lanes) as run:
        run.until(lambda: bool(run.of("answer_done")))
        assert _peak_mib(run.process.pid) < _HOST_MIB
