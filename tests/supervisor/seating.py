"""A seat without a process, on a clock of the test's own."""

from kairo_desktop import __version__
from kairo_desktop.session.events import Fault
from kairo_desktop.supervisor.asr_child import AsrChild
from kairo_desktop.supervisor.child import Lesser, Limits, Plan
from kairo_desktop.supervisor.messages import (
    PROTOCOL,
    ChildReport,
    ChildState,
    Message,
    PathItem,
    Ready,
    Welcome,
)
from kairo_desktop.supervisor.process import Ended
from kairo_desktop.supervisor.seat import Seat
from tests.fakes.silent_process import SilentProcess

__all__ = ["Table", "die_for_good"]

_LIMITS = Limits(greet_s=2, load_s=10, silence_s=3, step_s=5)


class Table:
    """A seat, its processes, and all it told."""

    def __init__(self, lesser: Lesser | None = None) -> None:
        self.processes: list[SilentProcess] = []
        self.can_start = True
        self.told: list[PathItem | ChildReport] = []
        self.seat = Seat(Plan(AsrChild("the job"), (), _LIMITS, lesser), self._spawn)

    def _spawn(self, seat: Seat, generation: int) -> SilentProcess:
        del seat
        if not self.can_start:
            raise OSError("no such program")
        self.processes.append(SilentProcess(100 + generation))
        return self.processes[-1]

    def check(self, now_s: float) -> None:
        self.told += self.seat.check(now_s)

    def hear(self, now_s: float, said: Message | Ended, generation: int | None = None) -> None:
        number = self.seat.generation if generation is None else generation
        self.told += self.seat.hear(now_s, number, said)

    def get_ready(self, now_s: float) -> SilentProcess:
        self.check(now_s)
        self.hear(now_s, Welcome(PROTOCOL, __version__, 1))
        self.hear(now_s, Ready(5.0, "tiny.en"))
        return self.processes[-1]

    def states(self) -> list[ChildState]:
        return [item.state for item in self.told if isinstance(item, ChildReport)]

    def reasons(self) -> list[str]:
        dead = (ChildState.RESTARTING, ChildState.FAILED)
        told = (item for item in self.told if isinstance(item, ChildReport))
        return [item.detail for item in told if item.state in dead]

    def faults(self) -> list[str]:
        return [item.message for item in self.told if isinstance(item, Fault)]


def die_for_good(table: Table, from_s: float) -> None:
    """As often as a child is started again, and once more."""
    for after_s in (0.0, 0.1, 2.0, 7.0):
        table.check(from_s + after_s)
        table.hear(from_s + after_s, Ended("ended by SIGKILL"))
