"""Models that suit this machine, and how far each has come; no Qt."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

import msgspec

__all__ = ["Arrival", "Basket", "PrepareLine", "Want"]


class PrepareLine(msgspec.Struct, frozen=True):
    """A line of `kairo models prepare --json` or of `kairo models pull --json`.

    Attributes:
        event: machine, measured and recommended of the one; moved, checking, waiting, trying,
            fell_through and installed of the other.
        place: The setting that a recommended model goes to.
        n_bytes: Of the model; None while nobody knows.
        installed: It is here already.
        tokens_per_s: Speed of answers that was measured.
        rtf: Seconds of hearing for a second of speech, likewise.
    """

    event: str
    name: str = ""
    place: str = ""
    n_bytes: int | None = msgspec.field(default=None, name="bytes")
    done_bytes: int = 0
    installed: bool = False
    available_bytes: int = 0
    tokens_per_s: float | None = None
    rtf: float | None = None


class Arrival(Enum):
    """How far a model has come."""

    WANTED = "wanted"
    COMING = "coming"
    CHECKED = "checked"
    HERE = "here"


_STATES: Final = {
    "moved": Arrival.COMING,
    "checking": Arrival.CHECKED,
    "installed": Arrival.HERE,
}


@dataclass(frozen=True, slots=True)
class Want:
    """A model that was recommended.

    Attributes:
        place: The setting it goes to, for instance "llm.model".
        n_bytes: None while nobody knows.
        done_bytes: Fetched so far, also by earlier starts.
    """

    place: str
    name: str
    n_bytes: int | None
    done_bytes: int = 0
    state: Arrival = Arrival.WANTED

    @property
    def share(self) -> float:
        """How much of it is here, 0..1."""
        if self.state is Arrival.HERE:
            return 1.0
        return min(1.0, self.done_bytes / self.n_bytes) if self.n_bytes else 0.0


@dataclass(frozen=True, slots=True)
class Basket:
    """All models that were recommended, in the order they came.

    Attributes:
        tokens_per_s: Measured speed of answers; None where nothing could be measured.
    """

    wants: tuple[Want, ...] = ()
    available_bytes: int = 0
    tokens_per_s: float | None = None

    def take(self, line: PrepareLine) -> "Basket":
        """The basket after a line of a child."""
        match line.event:
            case "machine":
                return Basket(available_bytes=line.available_bytes)
            case "measured" if line.tokens_per_s is not None:
                return replace(self, tokens_per_s=line.tokens_per_s)
            case "recommended":
                state = Arrival.HERE if line.installed else Arrival.WANTED
                want = Want(line.place, line.name, line.n_bytes, line.done_bytes, state)
                return replace(self, wants=(*self.wants, want))
            case _ if line.event in _STATES:
                return self._changed(line, _STATES[line.event])
            case _:
                return self

    @property
    def missing(self) -> tuple[str, ...]:
        """Names of the models that are not here yet."""
        return tuple(want.name for want in self.wants if want.state is not Arrival.HERE)

    @property
    def to_fetch_bytes(self) -> int | None:
        """What is still to come; None where nobody knows how large a model is."""
        absent = [want for want in self.wants if want.state is not Arrival.HERE]
        if any(want.n_bytes is None for want in absent):
            return None
        return sum((want.n_bytes or 0) - want.done_bytes for want in absent)

    @property
    def begun(self) -> bool:
        """Some of what is missing has come before."""
        return any(want.done_bytes for want in self.wants if want.state is not Arrival.HERE)

    @property
    def complete(self) -> bool:
        """There are recommendations, and all of them are here."""
        return bool(self.wants) and not self.missing

    @property
    def choices(self) -> Mapping[str, str]:
        """Setting by setting the model that goes to it."""
        return {want.place: want.name for want in self.wants}

    def _changed(self, line: PrepareLine, state: Arrival) -> "Basket":
        wants = tuple(
            _moved(want, line, state) if want.name == line.name else want for want in self.wants
        )
        return replace(self, wants=wants)


def _moved(want: Want, line: PrepareLine, state: Arrival) -> Want:
    """Bytes that are checked have all come."""
    n_bytes = line.n_bytes or want.n_bytes
    done = n_bytes or 0 if state is Arrival.CHECKED else line.done_bytes
    return replace(want, n_bytes=n_bytes, done_bytes=done, state=state)
