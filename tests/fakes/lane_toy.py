"""Capture children that tell what a test puts into them."""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field

from kairo_desktop.supervisor.messages import Report
from kairo_desktop.types import Lane

__all__ = ["LaneToy", "LaneToys"]


@dataclass
class LaneToy:
    """Both lanes, opened once."""

    choices: Mapping[Lane, str]
    latency_s: float
    reports: deque[Report] = field(default_factory=deque)
    started: bool = False
    stopped: bool = False

    def start(self) -> None:
        self.started = True

    def take(self) -> Report | None:
        return self.reports.popleft() if self.reports else None

    def stop(self) -> None:
        self.stopped = True


@dataclass
class LaneToys:
    """Opens a `LaneToy` each time, and remembers it."""

    opened: list[LaneToy] = field(default_factory=list)

    def __call__(self, choices: Mapping[Lane, str], latency_s: float) -> LaneToy:
        self.opened.append(LaneToy(choices, latency_s))
        return self.opened[-1]
