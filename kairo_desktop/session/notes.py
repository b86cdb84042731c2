"""The notes of a profile, opened for a session: the search in them, and what follows the folder."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from kairo_desktop.catalogue.entries import Use
from kairo_desktop.catalogue.library import Library
from kairo_desktop.retrieval.embedder import MiniLm
from kairo_desktop.retrieval.index import Index
from kairo_desktop.retrieval.search import Retriever
from kairo_desktop.retrieval.storage import index_path
from kairo_desktop.retrieval.upkeep import Upkeep
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.retrieval import RetrievalSettings

__all__ = ["Notes", "open_notes"]


@dataclass(frozen=True, slots=True)
class Notes:
    """What a session has of a profile's notes.

    Attributes:
        upkeep: Takes up files that change; None without a profile.
    """

    retriever: Retriever
    upkeep: Upkeep | None = None


@contextmanager
def open_notes(settings: RetrievalSettings, paths: Paths, profile: Path | None) -> Iterator[Notes]:
    """The notes of a profile as they are now; without one nothing is found in them.

    Raises:
        InputError: the profile cannot be used.
        ModelMissing: the embedding model is not installed.
    """
    if profile is None:
        with Index.in_memory() as index:
            yield Notes(Retriever(index, None, settings))
        return
    with Index.open(index_path(paths.indexes, profile)) as index:
        index.refresh(profile)
        embedder, n_waiting = None, 0
        if settings.model:
            embedder = MiniLm(Library.of(paths).require(settings.model, Use.SEARCHING))
            n_waiting = index.embed_pending(embedder)
        upkeep = Upkeep(index, profile, embedder, n_waiting)
        yield Notes(Retriever(index, embedder, settings), upkeep)
