"""Keeps a session's children running and carries items between them; no Qt, no models."""

import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import monotonic

from kairo_desktop.audio.levels import LaneLevel
from kairo_desktop.supervisor.child import Plan
from kairo_desktop.supervisor.log import PrivateLog
from kairo_desktop.supervisor.mailbox import Mailbox
from kairo_desktop.supervisor.messages import (
    ChildReport,
    Connections,
    End,
    Heartbeat,
    PathItem,
    PauseLane,
    Report,
    Role,
    Timeline,
)
from kairo_desktop.supervisor.network import NetworkTally, own_connections
from kairo_desktop.supervisor.process import Arrival, Command, Process, child_command
from kairo_desktop.supervisor.seat import Seat
from kairo_desktop.types import (
    AudioFrame,
    Gap,
    Hypothesis,
    PointState,
    SpeechState,
    TalkingPoint,
    UserCommand,
)

__all__ = ["Supervisor"]

_TICK_S = 0.25
_HELD_UP_S = 1.0
"""Not having looked for this long, the supervisor was stopped itself, or the machine was."""
_INBOX = 1 << 16
_REPORTS = 1 << 14
_STOP_MARGIN_S = 1.5
_FREQUENT = (AudioFrame, SpeechState, LaneLevel)


@dataclass(frozen=True, slots=True)
class _Letter:
    """What a process said at a time."""

    name: str
    generation: int
    arrivals: Sequence[Arrival]


@dataclass(frozen=True, slots=True)
class _Order:
    """An item that the program itself gives to a child."""

    name: str
    item: PathItem


class Supervisor:
    """Runs the children of `plans` until `stop`; a context manager.

    One thread of its own does everything, so nothing here is locked: processes' threads and the
    program only put letters into its inbox. Reports come out of `reports` in order; when nobody
    takes them, snapshots that a later one replaces are dropped first, and counted.

    Args:
        plans: The children; names are unique, `feeds` name others among them.
        log: Where the children's error output goes.
        command: How a role is started.
    """

    def __init__(
        self,
        plans: Sequence[Plan],
        log: PrivateLog,
        *,
        command: Callable[[Role], Command] = child_command,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._log = log
        self._command = command
        self._clock = clock
        self._seats = {plan.child.name: Seat(plan, self._spawn) for plan in plans}
        self._grace_s = max((plan.limits.stop_s for plan in plans), default=0.0)
        self._inbox: Mailbox[_Letter | _Order] = Mailbox(_INBOX, droppable=_is_frame)
        self.reports: Mailbox[Report] = Mailbox(_REPORTS, droppable=_is_replaced)
        self._network = NetworkTally()
        self._told_network: Connections | None = None
        self._all_ready = threading.Event()
        self._all_left = False
        self._thread = threading.Thread(target=self._keep, name="supervisor", daemon=True)

    def __enter__(self) -> "Supervisor":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def names(self) -> Collection[str]:
        """Of the children, whether they run or not."""
        return self._seats.keys()

    @property
    def pids(self) -> Mapping[str, int]:
        """Process ids of the children that run now, by name."""
        pids = {name: seat.pid for name, seat in self._seats.items()}
        return {name: pid for name, pid in pids.items() if pid is not None}

    def start(self) -> None:
        """Start the children; they load at the same time. Does not wait."""
        self._thread.start()

    def wait_ready(self, timeout_s: float) -> bool:
        """Wait until every child is ready or has failed for good; True when all are ready."""
        self._all_ready.wait(timeout_s)
        return all(seat.ready for seat in self._seats.values())

    def send(self, name: str, item: PathItem) -> None:
        """Give a child an item, in order, whether or not its process is up."""
        self._inbox.put(_Order(name, item))

    def stop(self) -> bool:
        """End all children: by asking, then by force, within two seconds.

        Returns:
            False if a process would not even be killed (it hangs in the kernel).
        """
        self._inbox.close()
        if self._thread.ident is not None:
            self._thread.join(self._grace_s + _STOP_MARGIN_S)
        self.reports.close()
        return self._all_left

    def _keep(self) -> None:
        awake_s = looked_s = self._clock()
        try:
            while not self._inbox.closed:
                letter = self._inbox.take(_TICK_S)
                now_s = self._clock()
                self._excuse(now_s - awake_s)
                awake_s = now_s
                if letter is not None:
                    self._sort(now_s, letter)
                # A hundred times a second there are only frames, and nothing else to see.
                if letter is None or not _is_frame(letter) or now_s - looked_s > _TICK_S:
                    looked_s = now_s
                    self._look(now_s)
        finally:
            self._all_left = self._dismiss()
            self._all_ready.set()
            self.reports.close()

    def _excuse(self, asleep_s: float) -> None:
        if asleep_s > _HELD_UP_S:
            for seat in self._seats.values():
                seat.excuse(asleep_s)

    def _look(self, now_s: float) -> None:
        """Start what is due, end what takes too long, tell what has gone to the network."""
        for name, seat in self._seats.items():
            self._pass_on(name, seat.check(now_s))
        self._tell_network()
        if all(seat.ready or seat.failed for seat in self._seats.values()):
            self._all_ready.set()

    def _sort(self, now_s: float, letter: _Letter | _Order) -> None:
        name, seat = letter.name, self._seats[letter.name]
        if isinstance(letter, _Order):
            self._pass_on(name, seat.tell(letter.item))
            return
        for arrival in letter.arrivals:
            if isinstance(arrival, Heartbeat):
                self._network.note((name, letter.generation), arrival.connections)
            self._pass_on(name, seat.hear(now_s, letter.generation, arrival))

    def _pass_on(self, name: str, told: Iterator[PathItem | ChildReport]) -> None:
        """Give each item to the children that this one feeds, and to the program."""
        feeds = self._seats[name].plan.feeds
        for item in told:
            if not isinstance(item, ChildReport):
                for fed in feeds:
                    self._pass_on(fed, self._seats[fed].tell(item))
            match item:
                case AudioFrame() | SpeechState() | UserCommand() | Timeline() | PauseLane():
                    pass
                case End() if feeds:
                    pass
                case Gap() if self._seats[name].plan.child.role is Role.CAPTURE:
                    pass  # the recognizer tells it again, at its place in the text
                case _:
                    self.reports.put(item)

    def _tell_network(self) -> None:
        self._network.note("own", own_connections())
        total = self._network.total
        if total != self._told_network:
            self._told_network = total
            self.reports.put(total)

    def _spawn(self, seat: Seat, generation: int) -> Process:
        name = seat.plan.child.name

        def deliver(arrivals: Sequence[Arrival]) -> None:
            self._inbox.put(_Letter(name, generation, arrivals))

        return Process(self._command(seat.plan.child.role), name, deliver, self._log)

    def _dismiss(self) -> bool:
        for seat in self._seats.values():
            seat.leave()
        deadline_s = self._clock() + self._grace_s
        for seat in self._seats.values():
            seat.wait_left(max(0.0, deadline_s - self._clock()))
        gone = [seat.kill() for seat in self._seats.values()]
        return all(gone)


def _is_frame(letter: _Letter | _Order) -> bool:
    items = (letter.item,) if isinstance(letter, _Order) else letter.arrivals
    return all(isinstance(item, _FREQUENT) for item in items)


def _is_replaced(report: Report) -> bool:
    """Whether a later report of the same kind says all of this one again."""
    match report:
        case Hypothesis():
            return not report.final
        case TalkingPoint():
            return report.state is PointState.TENTATIVE
        case LaneLevel():
            return True
        case _:
            return False
