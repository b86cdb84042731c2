"""`kairo models prepare`: measure this machine, choose the models that suit it, fetch them."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from kairo_desktop.catalogue.entries import Entry, Role
from kairo_desktop.catalogue.library import Library, State
from kairo_desktop.catalogue.lineup import chosen, lineup
from kairo_desktop.catalogue.machine import Machine
from kairo_desktop.catalogue.planner import plan
from kairo_desktop.catalogue.recommend import Advice, Candidate, Speeds, recommend
from kairo_desktop.catalogue.staging import Staging
from kairo_desktop.cli.interrupt import interruptible
from kairo_desktop.cli.models_fit import this_machine
from kairo_desktop.cli.options import AsJson, changed
from kairo_desktop.cli.output import console, error_console, write_json
from kairo_desktop.cli.pull_screen import megabytes
from kairo_desktop.cli.pulling import open_puller, pulls_shown
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.schema import Settings
from kairo_desktop.settings.store import load_settings, save_settings

__all__ = ["prepare"]

_FOR = {
    "llm.model": "answers",
    "llm.draft": "guesses ahead",
    "asr.model": "listens",
    "retrieval.model": "searches your notes",
}


def prepare(
    yes: Annotated[
        bool, typer.Option("--yes", "-y", help="Fetch these models and choose them.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Measure this machine and say which models suit it; takes some seconds."""
    paths = Paths.of_user()
    library, settings = Library.of(paths), load_settings(paths)
    advice = _advised(library, settings, paths, as_json=as_json)
    if not yes:
        return
    with interruptible():
        fetched = _fetch(library, advice, as_json=as_json)
    if fetched:  # what was only expected of them can be measured now
        advice = _advised(library, settings, paths, as_json=as_json)
        with interruptible():
            _fetch(library, advice, as_json=as_json)
    save_settings(paths, changed(settings, [f"{each.place}={each.name}" for each in advice]))
    if as_json:
        write_json({"event": "saved", "settings": {each.place: each.name for each in advice}})
    else:
        console().print("These models are chosen.")


def _advised(
    library: Library, settings: Settings, paths: Paths, *, as_json: bool
) -> Sequence[Advice]:
    """What suits this machine, told as it becomes known."""
    here = this_machine()
    _tell_machine(here, as_json=as_json)
    speeds = _measured(library, settings, paths.cache)
    _tell_speeds(speeds, as_json=as_json)
    advice = recommend(list(_candidates(library, settings, here)), here, speeds)
    for each in advice:
        _tell_advice(library, each, as_json=as_json)
    return advice


def _measured(library: Library, settings: Settings, cache: Path) -> Speeds:
    """What can be measured with the models that are here; nothing where there are none."""
    from kairo_desktop.bench.machine import Installed, measure_machine

    found = [library.find(entry) for entry in library.catalogue.entries]
    here = [each for each in found if each.state in (State.PRESENT, State.PROVEN)]
    writers = [each for each in here if each.entry.role in (Role.TARGET, Role.DRAFT)]
    writers.sort(key=lambda each: (each.entry.name != settings.llm.model, -(each.entry.bytes or 0)))
    return measure_machine(
        Installed(
            answering=tuple((each.entry.name, each.path) for each in writers[:1]),
            hearing=tuple((e.entry.name, e.path) for e in here if e.entry.role is Role.ASR),
        ),
        settings,
        cache=cache,
    )


def _candidates(library: Library, settings: Settings, here: Machine) -> Iterator[Candidate]:
    for entry in library.catalogue.entries:
        found = plan(lineup(library, _with_its_draft(settings, entry)), here)
        n_bytes = entry.bytes or entry.memory_mb * 1_000_000
        yield Candidate(entry, found.verdict, n_bytes, found.on_gpu)


def _with_its_draft(settings: Settings, entry: Entry) -> Settings:
    """The settings with `entry` as it would be recommended: a large one with its draft."""
    wanted = chosen(settings, entry)
    if entry.tier_gb is None or not entry.drafts:
        return wanted
    llm = wanted.llm.model_copy(update={"draft": entry.drafts[0]})
    return wanted.model_copy(update={"llm": llm})


def _fetch(library: Library, advice: Sequence[Advice], *, as_json: bool) -> bool:
    """Fetch what is not here; True where something was not."""
    entries = [library.entry(each.name) for each in advice if each.name]
    entries = [entry for entry in entries if library.find(entry).state is not State.PROVEN]
    puller = open_puller(library)
    with pulls_shown(as_json=as_json) as screen:
        for entry in entries:
            for event in puller.pull(entry):
                screen.show(entry.name, event)
    return bool(entries)


def _tell_machine(here: Machine, *, as_json: bool) -> None:
    memory = here.memory
    if as_json:
        write_json(
            {
                "event": "machine",
                "n_cpus": here.n_cpus,
                "total_bytes": memory.total_bytes,
                "available_bytes": memory.available_bytes,
                "gpu_bytes": here.gpu_bytes,
            }
        )
        return
    error_console().print("[dim]measuring this machine, a few seconds…[/]")
    words = f"{here.n_cpus} processors, {memory.available_bytes / 1e9:.1f} GB of memory free"
    if here.gpu_bytes:
        words += f", a GPU with {here.gpu_bytes / 1e9:.1f} GB free"
    console().print(words)


def _tell_speeds(speeds: Speeds, *, as_json: bool) -> None:
    for name, per_s in speeds.tokens_per_s.items():
        prefill = speeds.prefill_per_s[name]
        if as_json:
            write_json(
                {
                    "event": "measured",
                    "name": name,
                    "tokens_per_s": per_s,
                    "prefill_tokens_per_s": prefill,
                }
            )
        else:
            console().print(f"{name}: reads {prefill:.0f} and writes {per_s:.0f} tokens a second")
    for name, rtf in speeds.rtf.items():
        if as_json:
            write_json({"event": "measured", "name": name, "rtf": rtf})
        else:
            console().print(f"{name}: hears {1 / rtf:.0f} times as fast as people speak")


def _tell_advice(library: Library, advice: Advice, *, as_json: bool) -> None:
    if not advice.name:
        return
    found = library.find(library.entry(advice.name))
    here = found.state in (State.PRESENT, State.PROVEN)
    done_bytes = Staging(found.entry, library.home).done_bytes if not here else 0
    if as_json:
        write_json(
            {
                "event": "recommended",
                "place": advice.place,
                "name": advice.name,
                "bytes": found.entry.bytes,
                "done_bytes": done_bytes,
                "installed": here,
                "best": advice.reason.best,
                "tokens_per_s": advice.reason.tokens_per_s,
                "rtf": advice.reason.rtf,
            }
        )
        return
    size = "installed" if here else _size_to_fetch(found.entry.bytes, done_bytes)
    console().print(f"[bold]{advice.name}[/] {_FOR[advice.place]} ({size})")


def _size_to_fetch(n_bytes: int | None, done_bytes: int) -> str:
    """How much has to come, an interrupted fetch counted."""
    if n_bytes is None:
        return "to fetch"
    whole = f"of {megabytes(n_bytes)} " if done_bytes else ""
    return f"{megabytes(n_bytes - done_bytes)} {whole}to fetch"
