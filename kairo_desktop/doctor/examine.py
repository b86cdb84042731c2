"""The whole examination, part by part."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from kairo_desktop.catalogue.entries import Catalogue, Role
from kairo_desktop.catalogue.library import Library, State
from kairo_desktop.doctor.check import Look, System
from kairo_desktop.doctor.engines import engines
from kairo_desktop.doctor.surroundings import surroundings
from kairo_desktop.errors import KairoError, SettingsError
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.schema import Settings
from kairo_desktop.settings.store import Loaded, read_settings, settings_file

__all__ = ["examine"]

_CURE = {
    True: "Copy your file there again, or choose another model: kairo models list",
    False: "Fetch it: kairo models pull {name}",
}
"""By whether the model is the user's own."""

_CPU = Path("/proc/cpuinfo")


def examine(system: System, paths: Paths, environment: Mapping[str, str]) -> Iterator[Look]:
    """Look at every part in turn; one that is not well never stops the examination."""
    yield from surroundings(system, paths, environment)
    cpu_flags = _CPU.read_text(encoding="utf-8") if _CPU.is_file() else ""
    yield from engines(system, cpu_flags)
    loaded = Loaded(Settings())
    try:
        loaded = read_settings(settings_file(paths))
    except SettingsError as err:
        yield Look("settings", ok=False, detail=err.message, cure=err.cure)
    else:
        yield Look("settings", ok=True, detail=_settings_words(loaded, paths))
    yield from _models(Library.of(paths), loaded.settings)


def _settings_words(loaded: Loaded, paths: Paths) -> str:
    file = settings_file(paths)
    if not file.exists():
        return "the defaults; nothing is set"
    if loaded.unknown:
        return f"{file}; unknown and kept: {', '.join(loaded.unknown)}"
    return str(file)


def _models(library: Library, settings: Settings) -> Iterator[Look]:
    """The models that the settings ask for, and the one that searches the notes."""
    names = [settings.llm.model, settings.llm.draft, settings.asr.model]
    names += _embedding(library.catalogue)
    for name in filter(None, names):
        try:
            found = library.find(library.entry(name))
        except KairoError as err:
            yield Look(f"model {name}", ok=False, detail=err.message, cure=err.cure)
            continue
        ok = found.state in (State.PRESENT, State.PROVEN)
        yield Look(
            f"model {name}",
            ok=ok,
            detail=str(found.path) if ok else str(found.state),
            cure="" if ok else _CURE[found.entry.own].format(name=name),
        )


def _embedding(catalogue: Catalogue) -> list[str]:
    return [entry.name for entry in catalogue.entries if entry.role is Role.EMBEDDING][:1]
