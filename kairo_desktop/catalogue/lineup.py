"""The models that the settings name, weighed where they lie on this machine."""

from pathlib import Path

from kairo_desktop.catalogue.entries import Entry, Role
from kairo_desktop.catalogue.footprint import Footprint, Shape, notes_footprint, speech_footprint
from kairo_desktop.catalogue.library import Found, Library, State
from kairo_desktop.catalogue.planner import Estimate, Lineup
from kairo_desktop.catalogue.speech_head import read_speech_head
from kairo_desktop.errors import ModelUnfit
from kairo_desktop.gguf.header import read_header
from kairo_desktop.settings.schema import Settings

__all__ = ["chosen", "lineup"]


def lineup(library: Library, settings: Settings) -> Lineup:
    """Everything that `settings` would have in memory together.

    Models that are not installed, or are damaged, count with the catalogue's estimate.

    Raises:
        ModelMissing: the settings name a model that nobody knows.
    """
    llm = settings.llm
    return Lineup(
        llm=llm,
        target=_language(library, llm.model),
        draft=_language(library, llm.draft) if llm.draft else None,
        speech=_speech(library, settings.asr.model),
        notes=_notes(library, settings.retrieval.model) if settings.retrieval.model else None,
    )


def chosen(settings: Settings, entry: Entry) -> Settings:
    """The settings with `entry` in the place that it is made for.

    A draft model stays only where it can draft for the target.
    """
    match entry.role:
        case Role.ASR:
            part = settings.asr.model_copy(update={"model": entry.name})
            return settings.model_copy(update={"asr": part})
        case Role.EMBEDDING:
            notes = settings.retrieval.model_copy(update={"model": entry.name})
            return settings.model_copy(update={"retrieval": notes})
        case Role.TARGET | Role.DRAFT:
            draft = settings.llm.draft if settings.llm.draft in entry.drafts else ""
            llm = settings.llm.model_copy(update={"model": entry.name, "draft": draft})
            return settings.model_copy(update={"llm": llm})


def _language(library: Library, name: str) -> Shape | Estimate:
    found = library.find(library.entry(name))
    if _installed(found):
        try:
            return Shape.of(read_header(found.path))
        except ModelUnfit:
            pass
    return Estimate(_estimate(found.entry))


def _speech(library: Library, name: str) -> Footprint:
    found = library.find(library.entry(name))
    if _installed(found):
        try:
            return speech_footprint(read_speech_head(found.path))
        except ModelUnfit:
            pass
    return Footprint(_estimate(found.entry))


def _notes(library: Library, name: str) -> Footprint:
    found = library.find(library.entry(name))
    sizes = {file.name: file.bytes or 0 for file in found.entry.files}
    words = sizes.pop("tokenizer.json", 0)
    weights = sum(size for file, size in sizes.items() if Path(file).suffix == ".safetensors")
    return notes_footprint(weights, words) if weights else Footprint(_estimate(found.entry))


def _installed(found: Found) -> bool:
    return found.state in (State.PRESENT, State.PROVEN)


def _estimate(entry: Entry) -> int:
    return entry.memory_mb * 1_000_000
