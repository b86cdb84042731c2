"""Which models are on this machine: fetched, imported or dropped in by hand."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from pydantic import TypeAdapter

from kairo_desktop.catalogue.entries import (
    Catalogue,
    Entry,
    FileSpec,
    Role,
    Use,
    checkout_models,
    unknown_model,
)
from kairo_desktop.catalogue.proof import Proofs, sha256_of
from kairo_desktop.errors import DiskError, ModelError, ModelMissing, ModelUnfit
from kairo_desktop.gguf.header import read_header
from kairo_desktop.settings.paths import Paths

__all__ = ["Found", "Library", "State", "own_entry"]

_FILES = TypeAdapter(tuple[FileSpec, ...])


class State(StrEnum):
    """How a model stands on this machine."""

    MISSING = "missing"
    PARTIAL = "partial"
    """A fetch was interrupted; it goes on where it stopped."""
    DAMAGED = "damaged"
    """A file of the wrong size or the wrong bytes."""
    PRESENT = "present"
    """Right size; the bytes are proven at the first use."""
    PROVEN = "proven"


@dataclass(frozen=True, slots=True)
class Found:
    """A model on disk.

    Attributes:
        entry: The catalogue's entry, with the hub's sizes and hashes where it was pinned.
        path: The file, or the folder of a model of several files.
    """

    entry: Entry
    path: Path
    state: State


@dataclass(frozen=True, slots=True)
class Library:
    """The catalogue together with the folders in which models lie.

    Attributes:
        roots: Searched in order; the first one is where fetched models go.
    """

    catalogue: Catalogue
    roots: tuple[Path, ...]

    @classmethod
    def of(cls, paths: Paths) -> "Library":
        """The user's models, and the checkout's `models/` folder where there is one."""
        beside = checkout_models()
        roots = (paths.models,) if beside is None else (paths.models, beside)
        return cls(Catalogue.load(), roots)

    @property
    def home(self) -> Path:
        """The folder that fetched and imported models go to."""
        return self.roots[0]

    @property
    def proofs(self) -> Proofs:
        """Stamps of proven files."""
        return Proofs(self.home / ".proven")

    def entry(self, name: str) -> Entry:
        """The entry called `name`: of the catalogue, or a model of the user's own.

        Raises:
            ModelMissing: nobody knows that name; the cure offers close ones.
        """
        if name in self.catalogue.models:
            return self.catalogue.models[name]
        own = {entry.name: entry for entry, _ in self._own_places()}
        if name in own:
            return own[name]
        raise unknown_model(name, [*self.catalogue.models, *own])

    def find(self, entry: Entry) -> Found:
        """Where `entry` lies and how it stands, by sizes and stamps.

        Only a GGUF under another name is hashed, once, when its size is that of the entry.
        """
        if entry.own:
            place = next(place for own, place in self._own_places() if own.name == entry.name)
            return _found_own(entry, place)
        damaged: Found | None = None
        for variant in self._variants(entry):
            for place in self._places(variant):
                if not _sizes_agree(variant, place):
                    damaged = damaged or Found(variant, place, State.DAMAGED)
                elif self.proofs.proven(variant, place):
                    return Found(variant, place, State.PROVEN)
                else:
                    return Found(variant, place, State.PRESENT)
        return damaged or Found(entry, self.home / entry.place, self._absent(entry))

    def require(self, name: str, use: Use | None = None) -> Path:
        """Path of the model called `name`, its bytes proven once and remembered.

        Args:
            name: As the catalogue or the user's own file calls it.
            use: What it is wanted for; None where that does not matter.

        Raises:
            ModelMissing: it is not installed; the cure is the command that fetches it.
            ModelUnfit: it is there and not what it should be, or for another use.
            DiskError: it is there and cannot be read.
        """
        entry = self.entry(name)
        if use is not None and use is not Use.of(entry.role):
            raise ModelUnfit(
                f"The model '{name}' is {Use.of(entry.role).value}, not {use.value}.",
                cure="See which models there are, and for what: kairo models list",
            )
        found = self.find(entry)
        match found.state:
            case State.DAMAGED if entry.own:
                read_header(found.path)
            case State.MISSING | State.PARTIAL:
                half = " completely" if found.state is State.PARTIAL else ""
                raise ModelMissing(
                    f"The model '{name}' is not{half} installed.",
                    cure=f"Fetch it: kairo models pull {name}",
                )
            case State.DAMAGED:
                raise _damaged(found, "it has the wrong size")
            case State.PRESENT:
                self._prove(found)
            case State.PROVEN:
                pass
        return found.path

    def own(self) -> tuple[Found, ...]:
        """Models that the user dropped in and the catalogue does not know."""
        return tuple(_found_own(entry, place) for entry, place in self._own_places())

    def pin(self, entry: Entry, files: tuple[FileSpec, ...]) -> Entry:
        """Remember the hub's word on size and hash of `files`, and return the pinned entry."""
        folder = self.home / ".pinned"
        folder.mkdir(parents=True, exist_ok=True)
        part = folder / f"{entry.name}.part"
        part.write_bytes(_FILES.dump_json(files))
        part.replace(folder / f"{entry.name}.json")
        return entry.model_copy(update={"files": files, "pinned": True})

    def pinned(self, entry: Entry) -> Entry | None:
        """`entry` with the hub's sizes and hashes; None when it never was pinned."""
        try:
            raw = (self.home / ".pinned" / f"{entry.name}.json").read_bytes()
            return entry.model_copy(update={"files": _FILES.validate_json(raw), "pinned": True})
        except (OSError, ValueError):
            return None

    def unpin(self, entry: Entry) -> None:
        """Forget the hub's word on `entry`."""
        (self.home / ".pinned" / f"{entry.name}.json").unlink(missing_ok=True)

    def _prove(self, found: Found) -> None:
        entry, place = found.entry, found.path
        try:
            if not entry.complete:
                if place.suffix == ".gguf":
                    read_header(place)
                return
            wrong = self.proofs.prove(entry, place)
        except OSError as err:
            raise DiskError(
                f"{place} cannot be read: {err.strerror}.", cure="Check its access rights."
            ) from err
        if wrong is not None:
            raise _damaged(found, f"the bytes of {wrong.name} are not the ones we know")

    def _variants(self, entry: Entry) -> Iterator[Entry]:
        pinned = self.pinned(entry)
        if entry.complete or pinned is None:
            yield entry
        if pinned is not None:
            yield pinned

    def _places(self, entry: Entry) -> Iterator[Path]:
        """Where `entry` might lie: under its own name, else a GGUF of exactly its size."""
        renamed: list[Path] = []
        for root in self.roots:
            place = root / entry.place
            if entry.path_of(entry.files[0], place).exists():
                yield place
            if entry.folder is None and entry.verified:
                renamed += [
                    path
                    for path in _ggufs(root)
                    if path.name != entry.place and path.stat().st_size == entry.bytes
                ]
        for path in renamed:
            if self.proofs.proven(entry, path) or sha256_of(path) == entry.files[0].sha256:
                self.proofs.remember(entry, path)
                yield path

    def _absent(self, entry: Entry) -> State:
        part = self.home / f"{entry.place}.part"
        return State.PARTIAL if part.exists() else State.MISSING

    def _own_places(self) -> Iterator[tuple[Entry, Path]]:
        known = {entry.place for entry in self.catalogue.entries}
        sizes = {entry.bytes for entry in self.catalogue.entries if entry.folder is None}
        for root in self.roots:
            for path in _ggufs(root):
                if path.name not in known and path.stat().st_size not in sizes:
                    yield own_entry(path.stem, Role.TARGET, (path,), None), path
            for path in _whisper_folders(root):
                if path.name not in known:
                    files = tuple(sorted(file for file in path.iterdir() if file.is_file()))
                    yield own_entry(path.name, Role.ASR, files, path.name), path


def _found_own(entry: Entry, place: Path) -> Found:
    """A model of the user's own is as good as its head."""
    try:
        if place.suffix == ".gguf":
            read_header(place)
    except ModelError:
        return Found(entry, place, State.DAMAGED)
    return Found(entry, place, State.PRESENT)


def own_entry(name: str, role: Role, files: tuple[Path, ...], folder: str | None) -> Entry:
    """An entry for a model that the catalogue does not know, from its files on disk."""
    specs = tuple(FileSpec(name=file.name, bytes=file.stat().st_size or None) for file in files)
    n_bytes = sum(spec.bytes or 0 for spec in specs)
    return Entry(
        name=name,
        role=role,
        family="own",
        license="unknown",
        files=specs,
        folder=folder,
        memory_mb=round(n_bytes * 1.2 / 1e6),
        own=True,
    )


def _ggufs(root: Path) -> list[Path]:
    with suppress(OSError):
        return sorted(path for path in root.glob("*.gguf") if path.is_file())
    return []


def _whisper_folders(root: Path) -> list[Path]:
    with suppress(OSError):
        found = (path.parent for path in root.glob("[!.]*/model.bin"))
        return sorted(folder for folder in found if folder.suffix != ".part")
    return []


def _sizes_agree(entry: Entry, place: Path) -> bool:
    try:
        return all(
            file.bytes in (None, entry.path_of(file, place).stat().st_size) for file in entry.files
        )
    except OSError:
        return False


def _damaged(found: Found, why: str) -> ModelUnfit:
    return ModelUnfit(
        f"{found.path} is not the model '{found.entry.name}': {why}.",
        cure=f"Fetch it again: kairo models pull {found.entry.name}",
    )
