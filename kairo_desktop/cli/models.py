"""`kairo models`: what is there, what is installed, and how it gets here."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from kairo_desktop.catalogue.entries import Entry, ModelSet
from kairo_desktop.catalogue.keep import import_model, recognize, remove_model
from kairo_desktop.catalogue.library import Found, Library, State
from kairo_desktop.cli import models_fit, models_prepare
from kairo_desktop.cli.interrupt import interruptible
from kairo_desktop.cli.options import AsJson
from kairo_desktop.cli.output import console, error_console, write_json
from kairo_desktop.cli.pull_screen import megabytes
from kairo_desktop.cli.pulling import open_puller, pulls_shown
from kairo_desktop.errors import ModelUnfit, SettingsError
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.secrets import SecretName, Secrets
from kairo_desktop.settings.store import load_settings

__all__ = ["app", "import_file", "list_models", "pull", "remove", "verify"]

app = typer.Typer(
    add_completion=False, help="Models: what there is and what is installed.", no_args_is_help=True
)
app.command("fit")(models_fit.fit)
app.command("prepare")(models_prepare.prepare)

_WIDE = 110
_MARK = {State.PROVEN: "●", State.PRESENT: "●", State.DAMAGED: "✗", State.PARTIAL: "◐"}

Names = Annotated[list[str] | None, typer.Argument(metavar="[NAME]...", help="Models, by name.")]


@app.command("list")
def list_models(as_json: AsJson = False) -> None:
    """Show all models, and how each stands on this machine."""
    library = Library.of(Paths.of_user())
    rows = [library.find(entry) for entry in library.catalogue.entries]
    rows += library.own()
    if as_json:
        for found in rows:
            write_json(_facts(found))
        return
    console().print(_table(rows, wide=console().width >= _WIDE))
    if any(not found.entry.verified for found in rows):
        console().print("[dim]* not verified by us: we know no hash of its bytes[/]")
    console().print(f"[dim]● installed, in {library.home}[/]", soft_wrap=True)


@app.command()
def pull(
    names: Names = None,
    default: Annotated[bool, typer.Option(help="What a first start needs.")] = False,
    test: Annotated[bool, typer.Option(help="What the checks need besides.")] = False,
    ask_token: Annotated[
        bool, typer.Option("--ask-token", help="Type a hub token and keep it in the keyring.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Fetch models; without a name, what a first start needs. Interrupted, it goes on later."""
    library = Library.of(Paths.of_user())
    sets = [ModelSet.DEFAULT] * default + [ModelSet.TEST] * test
    entries = [library.entry(name) for name in names or ()]
    entries += [entry for wanted in sets for entry in library.catalogue.in_set(wanted)]
    if ask_token:
        Secrets().save(SecretName.HUB_TOKEN, typer.prompt("Hub token", hide_input=True, err=True))
    if not entries and not ask_token:
        entries = list(library.catalogue.in_set(ModelSet.DEFAULT))
    if not names and not as_json:
        entries = _not_in_place(library, entries)
    puller = open_puller(library)
    with interruptible(), pulls_shown(as_json=as_json) as screen:
        for entry in dict.fromkeys(entries):
            for event in puller.pull(entry):
                screen.show(entry.name, event)


@app.command()
def verify(names: Names = None, as_json: AsJson = False) -> None:
    """Hash installed models anew and compare with what is known."""
    library = Library.of(Paths.of_user())
    all_entries = [*library.catalogue.entries, *(found.entry for found in library.own())]
    entries = [library.entry(name) for name in names or ()] or all_entries
    bad: list[Entry] = []
    for entry in entries:
        found = library.find(entry)
        if found.state is State.MISSING and not names:
            continue
        state = _verified(library, found)
        if state is State.DAMAGED or (state is not State.PROVEN and found.entry.complete):
            bad.append(entry)
        _say_state(found, state, as_json=as_json)
    if bad:
        raise _not_as_they_should_be(bad)


@app.command("import")
def import_file(
    file: Annotated[Path, typer.Argument(help="A .gguf file, or the folder of a Whisper model.")],
    as_json: AsJson = False,
) -> None:
    """Copy a model that you already have to where Kairo keeps its models."""
    library = Library.of(Paths.of_user())
    entry = recognize(library, file.expanduser())
    with pulls_shown(as_json=as_json) as screen:
        for event in import_model(library, file.expanduser(), entry):
            screen.show(entry.name, event)


@app.command()
def remove(
    names: Annotated[list[str], typer.Argument(metavar="NAME...", help="Models, by name.")],
    as_json: AsJson = False,
) -> None:
    """Delete models from this machine."""
    paths = Paths.of_user()
    library, chosen = Library.of(paths), _chosen(paths)
    for entry in [library.entry(name) for name in names]:
        freed = remove_model(library, entry)
        in_use = entry.name in chosen
        if as_json:
            facts = {"name": entry.name, "state": State.MISSING, "freed_bytes": freed}
            write_json({**facts, "in_use": in_use})
            continue
        console().print(f"{entry.name} removed, {megabytes(freed)} freed")
        if in_use:
            _say_missed(entry)


def _say_missed(entry: Entry) -> None:
    again = "" if entry.own else f", or fetch it again: kairo models pull {entry.name}"
    error_console().print(
        f"{entry.name} was in use, and no session starts without it. "
        f"Choose another in the settings, under Models{again}",
        markup=False,
        soft_wrap=True,
    )


def _chosen(paths: Paths) -> frozenset[str]:
    """The models that sessions use, by name; a settings file that cannot be read names none."""
    try:
        settings = load_settings(paths)
    except SettingsError:
        return frozenset()
    llm = settings.llm
    return frozenset({settings.asr.model, llm.model, llm.draft, settings.retrieval.model})


def _not_in_place(library: Library, entries: Sequence[Entry]) -> list[Entry]:
    """Leave out what is proven already, in one line instead of one for each model."""
    absent = [entry for entry in entries if library.find(entry).state is not State.PROVEN]
    n_here = len(entries) - len(absent)
    if n_here and not absent:
        error_console().print("[dim]all models in place[/]")
    return absent


def _verified(library: Library, found: Found) -> State:
    """How `found` stands after all its bytes have been read again."""
    if found.state not in (State.PRESENT, State.PROVEN) or not found.entry.complete:
        return found.state
    wrong = library.proofs.prove(found.entry, found.path)
    return State.PROVEN if wrong is None else State.DAMAGED


def _not_as_they_should_be(entries: Sequence[Entry]) -> ModelUnfit:
    names = ", ".join(entry.name for entry in entries)
    known = " ".join(entry.name for entry in entries if not entry.own)
    cure = f"Fetch again: kairo models pull {known}" if known else "Copy them here again."
    return ModelUnfit(f"Not as they should be: {names}.", cure=cure)


def _say_state(found: Found, state: State, *, as_json: bool) -> None:
    if as_json:
        write_json({**_facts(found), "state": state})
        return
    word = {State.PROVEN: "as it should be"}.get(state, str(state))
    console().print(f"{found.entry.name}: {word}", markup=False)


def _facts(found: Found) -> dict[str, object]:
    entry = found.entry
    here = found.state not in (State.MISSING, State.PARTIAL)
    return {
        "name": entry.name,
        "role": entry.role,
        "family": entry.family,
        "license": entry.license,
        "bytes": entry.bytes,
        "memory_mb": entry.memory_mb,
        "tier_gb": entry.tier_gb,
        "drafts": list(entry.drafts),
        "state": found.state,
        "verified": entry.verified,
        "own": entry.own,
        "path": str(found.path) if here else None,
    }


def _table(rows: Sequence[Found], *, wide: bool) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("")
    table.add_column("Model", no_wrap=True)
    table.add_column("For")
    table.add_column("Size", justify="right", no_wrap=True)
    table.add_column("Memory", justify="right", no_wrap=True)
    if wide:
        table.add_column("License")
    table.add_column("")
    for found in rows:
        entry = found.entry
        cells = [_MARK.get(found.state, ""), entry.name + "*" * (not entry.verified), entry.role]
        cells += [megabytes(entry.bytes), f"{entry.memory_mb / 1000:.1f} GB"]
        cells += [entry.license] * wide
        table.add_row(*cells, _remark(found))
    return table


def _remark(found: Found) -> str:
    entry = found.entry
    if entry.own:
        return "your own file, damaged" if found.state is State.DAMAGED else "your own file"
    if found.state in (State.DAMAGED, State.PARTIAL):
        return f"{found.state}; pull it again"
    return entry.note if entry.tier_gb is None else f"for {entry.tier_gb} GB"
