"""What a process of ours does first."""

import subprocess
import sys
from pathlib import Path

import pytest

SEE = (
    "import os; from pathlib import Path; from kairo_desktop.supervisor.hygiene import give_way;"
    "before = os.nice(0); give_way(3); print(os.nice(0) - before);"
    "print(Path('/proc/self/autogroup').read_text())"
)


@pytest.mark.skipif(sys.platform != "linux", reason="autogroups are Linux's")
def test_giving_way_makes_the_process_and_its_session_nicer() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SEE],
        capture_output=True,
        text=True,
        start_new_session=True,
        check=True,
    )
    nicer, group = done.stdout.strip().splitlines()
    assert nicer == "3"
    if Path("/proc/sys/kernel/sched_autogroup_enabled").exists():
        assert group.endswith("nice 3")
