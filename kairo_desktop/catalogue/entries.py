"""What the catalogue says of a model; read from one TOML file."""

import difflib
import tomllib
from collections.abc import Iterator
from enum import Enum, StrEnum
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from kairo_desktop.errors import ModelMissing

__all__ = [
    "Catalogue",
    "Entry",
    "FileSpec",
    "HubSource",
    "ModelSet",
    "Role",
    "Use",
    "WheelPart",
    "WheelSeries",
    "catalogue_file",
    "checkout_models",
    "unknown_model",
]

_FILE_NAME = "catalogue.toml"
Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]


class Role(StrEnum):
    """What a model does for Kairo."""

    TARGET = "target"
    DRAFT = "draft"
    ASR = "asr"
    EMBEDDING = "embedding"


class Use(Enum):
    """What a model is wanted for; the value is what such a model is called."""

    ANSWERING = "a language model"
    HEARING = "a speech model"
    SEARCHING = "a model that searches notes"

    @classmethod
    def of(cls, role: Role) -> "Use":
        """What models of a role serve for."""
        match role:
            case Role.TARGET | Role.DRAFT:
                return cls.ANSWERING
            case Role.ASR:
                return cls.HEARING
            case Role.EMBEDDING:
                return cls.SEARCHING


class ModelSet(StrEnum):
    """Groups of models that are fetched together."""

    DEFAULT = "default"
    """What a first start needs."""
    TEST = "test"
    """What the checks need besides."""


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class FileSpec(_Frozen):
    """One file of a model; size and hash are None until they are pinned."""

    name: str
    bytes: int | None = Field(None, ge=1)
    sha256: Sha256 | None = None


class HubSource(_Frozen):
    """A repository on the hub.

    Attributes:
        revision: Commit; None takes the newest one.
        other_files: Names of the files to take where the repository's bytes are not those of
            `Entry.files`. They are a last resort, pinned when fetched, not verified by us.
    """

    repo: str
    revision: str | None = None
    other_files: tuple[str, ...] = ()


class WheelPart(_Frozen):
    """A member of one package: bytes `offset` up to `offset + bytes` of `file`."""

    package: str
    version: str
    member: str
    file: str
    offset: int
    bytes: int


class WheelSeries(_Frozen):
    """Packages that carry one file, whole or in equal parts (the last one may be shorter).

    Attributes:
        package: Name on the package index; `{n}` counts the parts from 1.
        member: Name inside the package; `{n}` and `{n:02}` count likewise.
        part_bytes: Bytes of every part but the last; None with a single part.
    """

    file: str
    package: str
    version: str
    member: str
    count: int = Field(1, ge=1)
    part_bytes: int | None = Field(None, ge=1)

    def parts(self, n_bytes: int) -> Iterator[WheelPart]:
        """The parts of a file of `n_bytes`, in order; their sizes add up to it."""
        size = self.part_bytes or n_bytes
        for n in range(1, self.count + 1):
            offset = (n - 1) * size
            yield WheelPart(
                package=self.package.format(n=n),
                version=self.version,
                member=self.member.format(n=n),
                file=self.file,
                offset=offset,
                bytes=min(size, n_bytes - offset),
            )


class Entry(_Frozen):
    """A model: what it is for, what it costs, its files and where they come from.

    Attributes:
        folder: Folder of a model of several files; None for a single file.
        memory_mb: Estimate of what it takes to run, at default settings.
        drafts: Names of models that can draft for it, best first.
        tier_gb: GPU or unified memory that the model is meant for; None runs anywhere.
        own: Dropped in by the user and not in the catalogue.
        pinned: The hashes are the hub's word at the first fetch, not ours.
    """

    name: str
    role: Role
    family: str
    license: str
    files: tuple[FileSpec, ...] = Field(min_length=1)
    folder: str | None = None
    memory_mb: int = Field(ge=0)
    drafts: tuple[str, ...] = ()
    sets: frozenset[ModelSet] = frozenset()
    tier_gb: int | None = None
    note: str = ""
    own: bool = False
    pinned: bool = False
    hub: HubSource | None = None
    wheel: tuple[WheelSeries, ...] = ()

    @model_validator(mode="after")
    def _complete(self) -> "Entry":
        if self.folder is None and len(self.files) > 1:
            raise ValueError(f"{self.name}: several files need a folder")
        if self.wheel and not self.complete:
            raise ValueError(f"{self.name}: packages are only read against a known hash")
        return self

    @property
    def complete(self) -> bool:
        """True where size and hash of every file are known."""
        return all(file.sha256 is not None and file.bytes is not None for file in self.files)

    @property
    def verified(self) -> bool:
        """True where the hashes are our own, written in the catalogue."""
        return self.complete and not self.pinned

    @property
    def bytes(self) -> int | None:
        """Size of all files; None while it is not known."""
        sizes = [file.bytes for file in self.files if file.bytes is not None]
        return sum(sizes) if len(sizes) == len(self.files) else None

    @property
    def place(self) -> str:
        """Name of the file or folder below a models folder."""
        return self.folder or self.files[0].name

    def path_of(self, file: FileSpec, place: Path) -> Path:
        """Where `file` lies when the model as a whole is at `place`."""
        return place / file.name if self.folder else place


class Catalogue(_Frozen):
    """All models that Kairo knows by name."""

    models: dict[str, Entry]

    @model_validator(mode="before")
    @classmethod
    def _name_entries(cls, raw: Any) -> Any:  # noqa: ANN401 - pydantic's own signature
        return {"models": {name: {"name": name, **body} for name, body in raw["models"].items()}}

    @model_validator(mode="after")
    def _drafts_exist(self) -> "Catalogue":
        for entry in self.models.values():
            unknown = [name for name in entry.drafts if name not in self.models]
            if unknown:
                raise ValueError(f"{entry.name}: unknown drafts {', '.join(unknown)}")
        return self

    @classmethod
    def load(cls, path: Path | None = None) -> "Catalogue":
        """Read the catalogue that ships with Kairo; touches no network."""
        text = (path or catalogue_file()).read_text(encoding="utf-8")
        return cls.model_validate(tomllib.loads(text))

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All entries, in the order of the file."""
        return tuple(self.models.values())

    def in_set(self, wanted: ModelSet) -> tuple[Entry, ...]:
        """The entries that are fetched together as `wanted`."""
        return tuple(entry for entry in self.entries if wanted in entry.sets)

    def entry(self, name: str) -> Entry:
        """The entry called `name`.

        Raises:
            ModelMissing: no such name; the cure offers the closest ones.
        """
        if name in self.models:
            return self.models[name]
        raise unknown_model(name, list(self.models))


def unknown_model(name: str, known: list[str]) -> ModelMissing:
    """The error for a name that nobody knows, with the closest known ones as its cure."""
    close = difflib.get_close_matches(name.lower(), known, n=3, cutoff=0.5)
    hint = f"Did you mean {' or '.join(close)}? " if close else ""
    return ModelMissing(
        f"There is no model called '{name}'.",
        cure=f"{hint}`kairo models list` shows all names.",
    )


def catalogue_file() -> Path:
    """The catalogue inside an installed package, else the one of the checkout."""
    packaged = Path(__file__).with_name(_FILE_NAME)
    if packaged.is_file():
        return packaged
    return Path(__file__).resolve().parents[2] / "models" / _FILE_NAME


def checkout_models() -> Path | None:
    """The checkout's `models/` folder; None when Kairo was installed as a package."""
    file = catalogue_file()
    return file.parent if file.parent.name == "models" else None
