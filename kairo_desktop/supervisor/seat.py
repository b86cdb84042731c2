"""One child's place and the process that fills it right now: started, watched, replaced."""

import logging
from collections.abc import Callable, Iterator
from dataclasses import replace
from enum import Enum
from typing import Protocol, TypeAlias

from kairo_desktop import __version__
from kairo_desktop.session.events import Fault
from kairo_desktop.supervisor.backoff import Backoff
from kairo_desktop.supervisor.child import Plan
from kairo_desktop.supervisor.messages import (
    PROTOCOL,
    ChildReport,
    ChildState,
    Control,
    End,
    Heartbeat,
    Hello,
    Message,
    PathItem,
    Ready,
    Role,
    Welcome,
)
from kairo_desktop.supervisor.process import Arrival, Ended

__all__ = ["Running", "Seat", "Spawn"]

_TITLES = {
    Role.CAPTURE: "Audio capture",
    Role.ASR: "Speech recognition",
    Role.LLM: "The answering model",
}
_LINGER_S = 0.5
"""A dead process's last words may still be in the pipe for this long."""

logger = logging.getLogger(__name__)


_Told: TypeAlias = PathItem | ChildReport


class Running(Protocol):
    """What a seat needs of a process."""

    @property
    def pid(self) -> int:
        """Of the process."""
        ...

    @property
    def alive(self) -> bool:
        """False once it is gone."""
        ...

    @property
    def dropped(self) -> int:
        """Frames it was too slow to take."""
        ...

    def send(self, message: Message) -> None:
        """Queue a message for it."""
        ...

    def finish_input(self) -> None:
        """Tell it to leave."""
        ...

    def wait(self, timeout_s: float) -> bool:
        """Wait for it to leave by itself; True when it has."""
        ...

    def kill(self) -> bool:
        """End it now; True when it is gone."""
        ...


Spawn: TypeAlias = Callable[["Seat", int], Running]
"""Starts a process for a seat; the number tells this process's arrivals from older ones."""


class _Phase(Enum):
    WAITING = "waiting"
    GREETING = "greeting"
    LOADING = "loading"
    READY = "ready"
    FAILED = "failed"


class Seat:
    """Starts a child's process, passes items back and forth, and replaces it when it fails.

    Not thread-safe: the supervisor's thread owns it. Every method takes the time it happens at.
    """

    def __init__(self, plan: Plan, spawn: Spawn) -> None:
        self.plan = plan
        self.generation = 0
        self._spawn = spawn
        self._job = plan.child.job
        self._lesser = plan.lesser
        self._title = _TITLES[plan.child.role]
        self._too = ""
        self._backoff = Backoff(plan.limits.patience)
        self._phase = _Phase.WAITING
        self._process: Running | None = None
        self._due_s = 0.0
        self._heard_s = 0.0
        self._ready_s: float | None = None
        self._dead_since_s: float | None = None
        self._dropped = 0
        self._ended = False

    @property
    def pid(self) -> int | None:
        """Of the process, while there is one."""
        return None if self._process is None else self._process.pid

    @property
    def ready(self) -> bool:
        """Whether items reach a loaded process."""
        return self._phase is _Phase.READY

    @property
    def failed(self) -> bool:
        """Whether no process will be started any more."""
        return self._phase is _Phase.FAILED

    def tell(self, item: PathItem) -> Iterator[_Told]:
        """Give the child an item; one that is not running gets it when it resumes.

        Yields:
            `End`, if that is the item and the child, having failed, will never say it.
        """
        self._ended = self._ended or isinstance(item, End)
        for part in self.plan.child.send(item):
            if self._phase is _Phase.READY and self._process is not None:
                self._process.send(part)
        if self._ended and self.failed:
            yield End()

    def hear(self, now_s: float, generation: int, arrival: Arrival) -> Iterator[_Told]:
        """Take what the process of that generation said; give what concerns others."""
        if generation != self.generation or self._process is None:
            return
        self._heard_s = now_s
        match arrival:
            case Ended():
                yield from self._died(now_s, arrival.reason)
            case Welcome() if self._phase is _Phase.GREETING:
                self._phase, self._due_s = _Phase.LOADING, now_s + self.plan.limits.load_s
            case Ready() if self._phase is _Phase.LOADING:
                yield from self._loaded(now_s, arrival)
            case Heartbeat() if self._phase is not _Phase.GREETING:
                yield from self._beat(now_s, arrival)
            case Fault() if self._phase is _Phase.LOADING:
                # It said why it cannot start; starting it again would say the same.
                yield from self._fail(now_s, self._with_loss(arrival), arrival.message)
            case item if self._phase is _Phase.READY and not isinstance(item, Control):
                yield from self.plan.child.receive(item)
            case _:
                yield from self._died(now_s, f"a {type(arrival).__name__} out of place")

    def check(self, now_s: float) -> Iterator[_Told]:
        """Start what is due, end what takes too long."""
        limits = self.plan.limits
        match self._phase:
            case _Phase.FAILED:
                return
            case _Phase.WAITING:
                if now_s >= self._due_s:
                    yield from self._start(now_s)
                return
            case _Phase.GREETING | _Phase.LOADING if now_s > self._due_s:
                yield from self._died(now_s, f"not {self._phase.value} within its time")
            case _Phase.LOADING | _Phase.READY if now_s > self._heard_s + limits.silence_s:
                yield from self._died(now_s, f"no heartbeat for {limits.silence_s:g} s")
            case _:
                if self._is_gone(now_s):
                    yield from self._died(now_s, "the process is gone")

    def excuse(self, held_up_s: float) -> None:
        """Nobody listened for so long: that is not the child's silence."""
        self._heard_s += held_up_s
        self._due_s += held_up_s

    def leave(self) -> None:
        """Let the process end by itself; no new one is started."""
        self._phase = _Phase.FAILED
        if self._process is not None:
            self._process.finish_input()

    def wait_left(self, timeout_s: float) -> bool:
        """Wait for the process to end by itself; True when it has."""
        return self._process is None or self._process.wait(timeout_s)

    def kill(self) -> bool:
        """End the process now; True when it is gone."""
        self._phase = _Phase.FAILED
        return self._process is None or self._process.kill()

    def _start(self, now_s: float) -> Iterator[_Told]:
        child = self.plan.child
        self.generation += 1
        yield ChildReport(child.name, ChildState.STARTING)
        try:
            self._process = self._spawn(self, self.generation)
        except OSError as err:
            logger.warning("%s cannot be started: %s", child.name, err)
            yield from self._again_or_not(now_s, "it cannot be started")
            return
        self._phase, self._due_s = _Phase.GREETING, now_s + self.plan.limits.greet_s
        self._heard_s, self._ready_s, self._dead_since_s, self._dropped = now_s, None, None, 0
        self._process.send(Hello(PROTOCOL, __version__, child.role, self._job))

    def _loaded(self, now_s: float, ready: Ready) -> Iterator[_Told]:
        self._phase, self._ready_s = _Phase.READY, now_s
        logger.info("%s is ready after %.0f ms", self.plan.child.name, ready.loaded_ms)
        yield ChildReport(self.plan.child.name, ChildState.READY, ready.running)
        if self._process is not None:
            for message in self.plan.child.resume():
                self._process.send(message)

    def _beat(self, now_s: float, beat: Heartbeat) -> Iterator[_Told]:
        if self._phase is _Phase.READY and beat.busy_s > self.plan.limits.step_s:
            yield from self._died(now_s, f"stuck for {beat.busy_s:.0f} s")
            return
        dropped = beat.dropped + (0 if self._process is None else self._process.dropped)
        if dropped > self._dropped:
            yield Fault(
                "overload",
                f"{self._title} fell behind: {dropped - self._dropped} items were dropped.",
                "Close other programs, or choose a smaller model.",
            )
            self._dropped = dropped

    def _is_gone(self, now_s: float) -> bool:
        """A dead process whose pipe something else holds open never says `Ended`."""
        if self._process is None or self._process.alive:
            return False
        if self._dead_since_s is None:
            self._dead_since_s = now_s
        return now_s > self._dead_since_s + _LINGER_S

    def _died(self, now_s: float, reason: str) -> Iterator[_Told]:
        name = self.plan.child.name
        logger.info("%s[%s] ends: %s", name, self.pid, reason)
        self._end_process()
        yield from self.plan.child.lost()
        yield from self._again_or_not(now_s, reason)

    def _again_or_not(self, now_s: float, reason: str) -> Iterator[_Told]:
        ready_for_s = 0.0 if self._ready_s is None else now_s - self._ready_s
        delay_s = self._backoff.died(ready_for_s)
        if delay_s is None:
            fault = Fault(
                "child_failed",
                f"{self._title} stopped again and again and will stay off{self._too}.",
                "Start the session again; if that does not help, choose another model.",
            )
            yield from self._fail(now_s, fault, reason)
            return
        self._phase, self._due_s = _Phase.WAITING, now_s + delay_s
        yield ChildReport(self.plan.child.name, ChildState.RESTARTING, reason)
        yield Fault("child_restarted", f"{self._title} stopped and will be back in a moment.")

    def _fail(self, now_s: float, fault: Fault, reason: str) -> Iterator[_Told]:
        """Do what can be done without what has failed, once; else give up."""
        lesser, self._lesser = self._lesser, None
        if lesser is None or fault.code not in lesser.codes:
            yield fault
            yield from self._give_up(reason)
            return
        self._end_process()
        self._job, self._backoff = lesser.job, Backoff(self.plan.limits.patience)
        self._title, self._too = lesser.title, ", too"
        self._phase, self._due_s = _Phase.WAITING, now_s
        yield ChildReport(self.plan.child.name, ChildState.RESTARTING, reason)
        yield replace(fault, message=f"{fault.message} {lesser.told}")

    def _with_loss(self, fault: Fault) -> Fault:
        """A fault by which what was left is gone as well."""
        lost = f" {self._title} will stay off{self._too}."
        return replace(fault, message=fault.message + lost) if self._too else fault

    def _give_up(self, reason: str) -> Iterator[_Told]:
        self._end_process()
        self._phase = _Phase.FAILED
        yield ChildReport(self.plan.child.name, ChildState.FAILED, reason)
        if self._ended:
            yield End()

    def _end_process(self) -> None:
        process, self._process = self._process, None
        if process is not None and not process.kill():
            logger.error("process %d does not end", process.pid)
