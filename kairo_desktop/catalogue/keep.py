"""Takes in a model that the user already has, and removes one."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from kairo_desktop.catalogue.entries import Entry, Role
from kairo_desktop.catalogue.library import Library, State, own_entry
from kairo_desktop.catalogue.proof import sha256_of
from kairo_desktop.catalogue.sources import Installed, Moved, PullEvent
from kairo_desktop.catalogue.staging import ModelLock, Staging, explaining_disk
from kairo_desktop.errors import ModelMissing, ModelUnfit, UsageError
from kairo_desktop.gguf.header import read_header
from kairo_desktop.settings.given_file import require_file

__all__ = ["import_model", "recognize", "remove_model"]

_CHUNK_BYTES = 1 << 22


def recognize(library: Library, source: Path) -> Entry:
    """What the file or folder `source` is: a model of the catalogue, else one of the user's own.

    Raises:
        InputError: there is no such file, or it cannot be read.
        ModelUnfit: it is no model that Kairo can use; says why.
    """
    if not source.is_dir():
        require_file(source, "a .gguf file, or the folder of a Whisper model")
    for entry in library.catalogue.entries:
        if bool(entry.folder) == source.is_dir() and _is(entry, source):
            return entry
    if source.is_dir():
        return _own_folder(source)
    read_header(source)
    for entry in library.catalogue.entries:
        if entry.place == source.name:
            return _checked_by_name(entry, source)
    return own_entry(source.stem, Role.TARGET, (source,), None)


def import_model(library: Library, source: Path, entry: Entry) -> Iterator[PullEvent]:
    """Copy `source`, recognized as `entry`, into the library; the last event is `Installed`.

    Raises:
        DiskError: no room or no right to write.
    """
    home = library.home
    staging = Staging(entry, home)
    with explaining_disk(home):
        lock = ModelLock(entry, home)
        lock.acquire()
        try:
            staging.prepare()
            staging.clear()
            staging.prepare()
            staging.require_room(0)
            yield from _copy(entry, source, staging)
            place = staging.commit()
        finally:
            lock.release()
    if entry.complete:
        library.proofs.remember(entry, place)
    yield Installed(str(place), None, entry.verified)


def remove_model(library: Library, entry: Entry) -> int:
    """Delete `entry` and what was fetched of it; returns the bytes freed.

    Raises:
        ModelMissing: nothing of it is here.
        UsageError: it lies where only the user puts files; names the place.
        DiskError: it cannot be deleted.
    """
    found = library.find(entry)
    part = Staging(entry, library.home).place
    if found.state is State.MISSING:
        raise ModelMissing(f"The model '{entry.name}' is not installed.")
    if found.state is not State.PARTIAL and not found.path.is_relative_to(library.home):
        raise UsageError(
            f"{found.path} was not put there by Kairo.", cure="Delete that file yourself."
        )
    with explaining_disk(library.home):
        freed = sum(_delete(path) for path in (found.path, part) if path.exists())
        library.proofs.forget(entry)
        library.unpin(entry)
    return freed


def _is(entry: Entry, source: Path) -> bool:
    """True when size and hash of every file of `entry` agree with `source`."""
    paths = [entry.path_of(file, source) for file in entry.files]
    if not entry.complete or not all(path.is_file() for path in paths):
        return False
    pairs = list(zip(entry.files, paths, strict=True))
    if any(path.stat().st_size != file.bytes for file, path in pairs):
        return False
    return all(sha256_of(path) == file.sha256 for file, path in pairs)


def _checked_by_name(entry: Entry, source: Path) -> Entry:
    """A file with the name of a catalogue model: only one without a known hash may pass."""
    if entry.complete:
        raise ModelUnfit(
            f"{source} has the name of '{entry.name}' and other bytes.",
            cure="Rename it to import it as a model of your own, or fetch the known one: "
            f"kairo models pull {entry.name}",
        )
    n_bytes = source.stat().st_size
    files = (entry.files[0].model_copy(update={"bytes": n_bytes}),)
    return entry.model_copy(update={"files": files})


def _own_folder(source: Path) -> Entry:
    if not (source / "model.bin").is_file() or not (source / "config.json").is_file():
        raise ModelUnfit(
            f"{source} is no folder of a Whisper model: it has no model.bin with a config.json.",
            cure="Choose a .gguf file, or a Whisper folder in the CTranslate2 format.",
        )
    files = tuple(sorted(path for path in source.iterdir() if path.is_file()))
    return own_entry(source.name, Role.ASR, files, source.name)


def _copy(entry: Entry, source: Path, staging: Staging) -> Iterator[PullEvent]:
    done = 0
    for file in entry.files:
        from_path, to_path = entry.path_of(file, source), staging.path(file)
        to_path.parent.mkdir(parents=True, exist_ok=True)
        with from_path.open("rb") as read, to_path.open("wb") as write:
            while chunk := read.read(_CHUNK_BYTES):
                write.write(chunk)
                done += len(chunk)
                yield Moved(done, entry.bytes)


def _delete(path: Path) -> int:
    """Delete a file, a folder, or a link to either; returns the bytes freed."""
    if path.is_symlink():
        path.unlink()
        return 0
    if not path.is_dir():
        n_bytes = path.stat().st_size
        path.unlink()
        return n_bytes
    n_bytes = sum(
        (Path(root) / name).stat().st_size for root, _, names in os.walk(path) for name in names
    )
    shutil.rmtree(path)
    return n_bytes
