"""What the supervisor must know of one kind of child, apart from its process."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from kairo_desktop.supervisor.backoff import Patience
from kairo_desktop.supervisor.messages import Message, PathItem, Role

__all__ = ["Child", "Lesser", "Limits", "Plan"]


class Child(Protocol):
    """One child's place in the session; outlives the processes that fill it.

    Pure: it only remembers what passes by, so that a new process can go on where the last was.
    """

    @property
    def name(self) -> str:
        """Unique in a session, and used in logs."""
        ...

    @property
    def role(self) -> Role:
        """What the process is started as."""
        ...

    @property
    def job(self) -> str:
        """JSON that the role's worker is built from."""
        ...

    def send(self, item: PathItem) -> Iterable[PathItem]:
        """Note an item for the child; give what a running process should get of it.

        Also called while no process runs: what then matters must come back in `resume`.
        """
        ...

    def receive(self, item: PathItem) -> Iterable[PathItem]:
        """Note an item from the process; give what the rest of the session should see of it."""
        ...

    def resume(self) -> Iterable[Message]:
        """What a process that has just loaded must be told before anything else."""
        ...

    def lost(self) -> Iterable[PathItem]:
        """What the rest of the session must be told now that the process is gone."""
        ...


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a child may take; beyond it, it is killed and restarted.

    Attributes:
        greet_s: From the start to its first word.
        load_s: From the first word to being ready.
        silence_s: Without any message; a heartbeat comes each second.
        step_s: For one step of its worker.
        stop_s: To leave by itself when told to.
        patience: When it is started again.
    """

    greet_s: float = 15.0
    load_s: float = 180.0
    silence_s: float = 5.0
    step_s: float = 60.0
    stop_s: float = 1.0
    patience: Patience = field(default_factory=Patience)


@dataclass(frozen=True, slots=True)
class Lesser:
    """A job that a child can do when it cannot do its own.

    Attributes:
        job: As `Child.job`.
        codes: Of the faults that it helps against.
        title: What the user calls it; begins a sentence.
        told: What is left to the user then; a sentence.
    """

    job: str
    codes: frozenset[str]
    title: str
    told: str


@dataclass(frozen=True, slots=True)
class Plan:
    """A child and where its items go besides to the rest of the program.

    Attributes:
        feeds: Names of the children that get what this one gives.
        lesser: What it does rather than fail for good.
    """

    child: Child
    feeds: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    lesser: Lesser | None = None
