"""What the Models page shows of the catalogue and of the disk; no Qt."""

from dataclasses import dataclass

from kairo_desktop.catalogue.entries import Role
from kairo_desktop.catalogue.library import Found, Library, State

__all__ = ["Model", "Shelf", "read_shelf"]


@dataclass(frozen=True, slots=True)
class Model:
    """A model of the catalogue, or one of the user's own.

    Attributes:
        bytes: On the disk; None while nobody knows.
        verified: The hash of its bytes is known to us.
        drafts: Names of models that can draft for it, best first.
        for_large_machines: Meant for more memory than most have.
    """

    name: str
    role: Role
    license: str
    note: str
    bytes: int | None
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
    """All models, in the order of the catalogue, own ones last."""

    models: tuple[Model, ...] = ()

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
    """Look at the disk; may take a while where many models lie."""
    found = [*(library.find(entry) for entry in library.catalogue.entries), *library.own()]
    return Shelf(tuple(_model(each) for each in found))


def _model(found: Found) -> Model:
    entry = found.entry
    return Model(
        name=entry.name,
        role=entry.role,
        license=entry.license,
        note=entry.note,
        bytes=entry.bytes,
        state=found.state,
        verified=entry.verified,
        own=entry.own,
        drafts=entry.drafts,
        for_large_machines=entry.tier_gb is not None,
    )
