"""What the Models page shows of the catalogue and of this machine; no Qt."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from kairo_desktop.catalogue.entries import Role
from kairo_desktop.catalogue.library import Found, Library, State
from kairo_desktop.catalogue.machine import memory

__all__ = ["Fit", "Model", "Shelf", "read_shelf"]

_SPARE: Final = 0.85
"""Of the memory that is available, what may be taken without the rest being squeezed."""


class Fit(Enum):
    """Whether a model finds room in this machine's memory."""

    FITS = "fits"
    TIGHT = "tight"
    """Only if other programs make room."""
    TOO_LARGE = "too large"


@dataclass(frozen=True, slots=True)
class Model:
    """A model of the catalogue, or one of the user's own.

    Attributes:
        bytes: On the disk; None while nobody knows.
        needs_bytes: Of memory, to run.
        verified: The hash of its bytes is known to us.
        drafts: Names of models that can draft for it, best first.
        for_large_machines: Meant for more memory than most have.
    """

    name: str
    role: Role
    license: str
    note: str
    bytes: int | None
    needs_bytes: int
    fit: Fit
    state: State
    verified: bool
    own: bool
    drafts: tuple[str, ...]
    for_large_machines: bool

    @property
    def installed(self) -> bool:
        """It can be chosen."""
        return self.state in (State.PRESENT, State.PROVEN)

    @property
    def answers(self) -> bool:
        """It can write answers; drafts are small models that can, too."""
        return self.role in (Role.TARGET, Role.DRAFT)


@dataclass(frozen=True, slots=True)
class Shelf:
    """All models, in the order of the catalogue, own ones last.

    Attributes:
        available_bytes: Memory that programs can still take.
    """

    models: tuple[Model, ...]
    available_bytes: int

    def usable(self, role: Role) -> tuple[Model, ...]:
        """The installed models that can serve as `role`; small answering models come last."""
        if role is Role.TARGET:
            able = [model for model in self.models if model.answers]
            able.sort(key=lambda model: model.role is Role.DRAFT)
        else:
            able = [model for model in self.models if model.role is role]
        return tuple(model for model in able if model.installed)

    def drafts_for(self, target: str) -> tuple[Model, ...]:
        """The installed models that may draft for `target`; all small ones for one's own."""
        chosen = next((model for model in self.models if model.name == target), None)
        if chosen is None or chosen.own:
            return tuple(m for m in self.usable(Role.DRAFT) if m.name != target)
        by_name = {model.name: model for model in self.models}
        return tuple(by_name[name] for name in chosen.drafts if by_name[name].installed)


def read_shelf(library: Library) -> Shelf:
    """Look at the disk and the memory; may take a while where many models lie."""
    now = memory()
    found = [*(library.find(entry) for entry in library.catalogue.entries), *library.own()]
    models = _models(found, now.total_bytes, now.available_bytes)
    return Shelf(tuple(models), now.available_bytes)


def _models(found: Iterable[Found], total_bytes: int, available_bytes: int) -> Iterable[Model]:
    for each in found:
        entry = each.entry
        needs_bytes = entry.memory_mb * 1_000_000
        yield Model(
            name=entry.name,
            role=entry.role,
            license=entry.license,
            note=entry.note,
            bytes=entry.bytes,
            needs_bytes=needs_bytes,
            fit=_fit(needs_bytes, total_bytes, available_bytes),
            state=each.state,
            verified=entry.verified,
            own=entry.own,
            drafts=entry.drafts,
            for_large_machines=entry.tier_gb is not None,
        )


def _fit(needs_bytes: int, total_bytes: int, available_bytes: int) -> Fit:
    if needs_bytes <= available_bytes * _SPARE:
        return Fit.FITS
    return Fit.TIGHT if needs_bytes <= total_bytes * _SPARE else Fit.TOO_LARGE
