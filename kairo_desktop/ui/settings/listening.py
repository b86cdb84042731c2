"""Both lanes heard for their meters alone, by the very children that a session hears with."""

import threading
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Final, Protocol, TypeAlias

from PySide6.QtCore import QObject, QTimer, Signal

from kairo_desktop.audio.health import LaneHealth
from kairo_desktop.audio.levels import LaneLevel
from kairo_desktop.supervisor.live import capture_plans
from kairo_desktop.supervisor.log import PrivateLog
from kairo_desktop.supervisor.messages import Report
from kairo_desktop.supervisor.supervisor import Supervisor
from kairo_desktop.types import Lane

__all__ = ["Capture", "Listening", "Open", "opener"]

_LOOK_MS: Final = 33
_AT_ONCE: Final = 200


class Capture(Protocol):
    """Children that hear lanes."""

    def start(self) -> None:
        """Begin; does not wait."""
        ...

    def take(self) -> Report | None:
        """The oldest thing they told; None when there is none. Never waits."""
        ...

    def stop(self) -> None:
        """End them; may take two seconds."""
        ...


Open: TypeAlias = Callable[[Mapping[Lane, str], float], Capture]
"""Makes the children for the source of each lane, and the sound a device may collect (s)."""


class Listening(QObject):
    """Tells how loud each lane is and how it fares, while it is wanted.

    Signals:
        leveled: A `LaneLevel`, ten a second for each lane that is not quiet.
        fared: A `LaneHealth`, when it changes.
    """

    leveled = Signal(object)
    fared = Signal(object)

    def __init__(self, open_lanes: Open, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._open = open_lanes
        self._capture: Capture | None = None
        self._timer = QTimer(self, interval=_LOOK_MS)
        self._timer.timeout.connect(self._look)

    @property
    def running(self) -> bool:
        """Devices are open."""
        return self._capture is not None

    def start(self, choices: Mapping[Lane, str], latency_s: float) -> None:
        """Hear these sources and no others."""
        self.stop()
        if choices:
            self._capture = self._open(choices, latency_s)
            self._capture.start()
            self._timer.start()

    def stop(self) -> None:
        """Close the devices, without waiting for them."""
        self._timer.stop()
        if self._capture is not None:
            threading.Thread(target=self._capture.stop, name="stop-meters", daemon=True).start()
            self._capture = None

    def _look(self) -> None:
        for _ in range(_AT_ONCE):
            told = self._capture.take() if self._capture is not None else None
            match told:
                case None:
                    return
                case LaneLevel():
                    self.leveled.emit(told)
                case LaneHealth():
                    self.fared.emit(told)
                case _:
                    pass  # frames and gaps are for a recognizer


class _Children:
    """Capture children under a supervisor of their own."""

    def __init__(self, choices: Mapping[Lane, str], latency_s: float, logs: Path) -> None:
        plans = capture_plans(choices, monotonic(), latency_s)
        self._supervisor = Supervisor(plans, PrivateLog(logs, now=lambda: datetime.now(UTC)))

    def start(self) -> None:
        self._supervisor.start()

    def take(self) -> Report | None:
        return self._supervisor.reports.take(0.0)

    def stop(self) -> None:
        self._supervisor.stop()


def opener(logs: Path) -> Open:
    """Opens real devices; the children's errors go to a private log in `logs`."""
    return lambda choices, latency_s: _Children(choices, latency_s, logs)
