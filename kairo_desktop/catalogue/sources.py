"""What the sources of models have in common: which there are, and how one gives up."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from kairo_desktop.errors import UsageError

__all__ = [
    "Checking",
    "FellThrough",
    "Installed",
    "Moved",
    "PullEvent",
    "SourceError",
    "SourceName",
    "Trying",
    "Waiting",
    "chosen_sources",
]

_VARIABLE = "KAIRO_MODEL_SOURCES"


class SourceName(StrEnum):
    """Where models come from, in the order in which they are tried."""

    HUB = "hub"
    WHEEL = "wheel"


class SourceError(Exception):
    """A source cannot serve; the next one is tried. Its text is the reason, for the user."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Another program is fetching the same model."""


@dataclass(frozen=True, slots=True)
class Trying:
    """A source is asked; `where` names the repository or the packages."""

    source: SourceName
    where: str


@dataclass(frozen=True, slots=True)
class Moved:
    """`done_bytes` of the model are here; `n_bytes` in all, None while nobody knows."""

    done_bytes: int
    n_bytes: int | None


@dataclass(frozen=True, slots=True)
class Checking:
    """The bytes are being hashed."""

    done_bytes: int
    n_bytes: int


@dataclass(frozen=True, slots=True)
class FellThrough:
    """A source could not serve, for `reason`."""

    source: SourceName
    reason: str


@dataclass(frozen=True, slots=True)
class Installed:
    """The model is in place and proven.

    Attributes:
        path: Where it lies.
        source: Who served it; None when it was there already.
        verified: The hash is our own; False when it is the hub's word.
    """

    path: str
    source: SourceName | None
    verified: bool


PullEvent: TypeAlias = Waiting | Trying | Moved | Checking | FellThrough | Installed


def chosen_sources(environment: Mapping[str, str]) -> tuple[SourceName, ...]:
    """The sources to try, in order: all, or those that `KAIRO_MODEL_SOURCES` names.

    Raises:
        UsageError: the variable names something else.
    """
    raw = environment.get(_VARIABLE, "").replace(" ", "")
    if not raw:
        return tuple(SourceName)
    known = {source.value: source for source in SourceName}
    names = raw.lower().split(",")
    unknown = [name for name in names if name not in known]
    if unknown:
        raise UsageError(
            f"{_VARIABLE} names '{unknown[0]}', which is no source of models.",
            cure="Set it to hub, wheel, or hub,wheel; or leave it out.",
        )
    return tuple(known[name] for name in names)
