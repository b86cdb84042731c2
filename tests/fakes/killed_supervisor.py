"""A program that supervises two children, says their pids, and waits to be killed."""

import sys
import threading
from datetime import UTC, datetime
from pathlib import Path

from kairo_desktop.supervisor.asr_child import AsrChild
from kairo_desktop.supervisor.child import Plan
from kairo_desktop.supervisor.llm_child import LlmChild
from kairo_desktop.supervisor.log import PrivateLog
from kairo_desktop.supervisor.supervisor import Supervisor
from tests.fakes.kid import kid

__all__: list[str] = []


def _main() -> None:
    log = PrivateLog(Path(sys.argv[1]), now=lambda: datetime.now(UTC))
    plans = [Plan(AsrChild("{}"), ("llm",)), Plan(LlmChild("{}"))]
    with Supervisor(plans, log, command=kid) as supervisor:
        supervisor.wait_ready(30)
        sys.stdout.write(" ".join(str(pid) for pid in supervisor.pids.values()) + "\n")
        sys.stdout.flush()
        threading.Event().wait()


if __name__ == "__main__":
    _main()
