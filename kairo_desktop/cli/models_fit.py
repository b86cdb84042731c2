"""`kairo models fit`: what models take in memory, and what to change where they do not fit."""

from collections.abc import Mapping, Sequence
from typing import Annotated

import typer
from rich.table import Table

from kairo_desktop.catalogue.entries import Entry, Role
from kairo_desktop.catalogue.library import Library
from kairo_desktop.catalogue.lineup import chosen, lineup
from kairo_desktop.catalogue.machine import Machine, machine
from kairo_desktop.catalogue.planner import PROGRAM_BYTES, Plan, Verdict, nearest, plan
from kairo_desktop.cli.options import AsJson
from kairo_desktop.cli.output import console, write_json
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.schema import Settings
from kairo_desktop.settings.store import load_settings

__all__ = ["fit", "this_machine"]

_MARK = {Verdict.FITS: "●", Verdict.TIGHT: "◐", Verdict.TOO_LARGE: "✗"}


def fit(
    name: Annotated[str | None, typer.Argument(help="A model; without one, all.")] = None,
    context: Annotated[
        int | None, typer.Option(min=256, max=131_072, help="Context length in tokens.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show what Kairo takes in memory with each model, and what to change to make it fit."""
    paths = Paths.of_user()
    library, settings = Library.of(paths), load_settings(paths)
    if context is not None:
        llm = settings.llm.model_copy(update={"n_ctx": context})
        settings = settings.model_copy(update={"llm": llm})
    every = [*library.catalogue.entries, *(found.entry for found in library.own())]
    entries = every if name is None else [library.entry(name)]
    here = this_machine()
    plans = [(entry, *_plans(library, settings, entry, here)) for entry in entries]
    smaller = _smaller(library, settings, here) if _any_too_large(plans) else None
    if as_json:
        for entry, found, changed in plans:
            write_json(_facts(entry, found, changed, smaller))
        return
    console().print(_headline(here, settings), markup=False)
    console().print(_table(plans, smaller))
    if name is not None:
        console().print(_parts_line(plans[0][1]), markup=False, style="dim")


def this_machine() -> Machine:
    """This machine, its GPU counted where the engine can use it."""
    from kairo_desktop.llama.binding import has_gpu

    return machine(gpu=has_gpu())


def _plans(
    library: Library, settings: Settings, entry: Entry, here: Machine
) -> tuple[Plan, Plan | None]:
    """The plan with `entry` in its place, and the nearest one where that does not fit."""
    wanted = lineup(library, chosen(settings, entry))
    found = plan(wanted, here)
    return found, None if found.verdict is Verdict.FITS else nearest(wanted, here)


def _any_too_large(plans: Sequence[tuple[Entry, Plan, Plan | None]]) -> bool:
    return any(changed is None and found.verdict is not Verdict.FITS for _, found, changed in plans)


def _smaller(library: Library, settings: Settings, here: Machine) -> str | None:
    """The largest answering model of the catalogue that fits as things are set."""
    fitting = []
    for entry in library.catalogue.entries:
        if entry.role in (Role.TARGET, Role.DRAFT) and entry.verified:
            found = plan(lineup(library, chosen(settings, entry)), here)
            if found.verdict is Verdict.FITS:
                fitting.append((found.target.total, entry.name))
    return max(fitting)[1] if fitting else None


def _parts(found: Plan) -> Mapping[str, int]:
    target = found.target
    return {
        "weights": target.weights,
        "vocabulary": target.vocabulary,
        "cache": target.cache,
        "buffers": target.buffers,
        "draft": found.draft.total,
        "speech": found.speech.total,
        "notes": found.notes.total,
        "program": PROGRAM_BYTES,
    }


def _facts(
    entry: Entry, found: Plan, changed: Plan | None, smaller: str | None
) -> dict[str, object]:
    return {
        "name": entry.name,
        "role": entry.role,
        "tier_gb": entry.tier_gb,
        **_numbers(found),
        "available_bytes": found.available_bytes,
        "total_bytes": found.machine.memory.total_bytes,
        "gpu_bytes": found.gpu_bytes,
        "gpu_available_bytes": found.machine.gpu_bytes,
        "exact": found.exact,
        "parts": _parts(found),
        "nearest": None if changed is None else _numbers(changed),
        "smaller": smaller if changed is None and found.verdict is not Verdict.FITS else None,
    }


def _numbers(found: Plan) -> dict[str, object]:
    return {
        "verdict": found.verdict,
        "needs_bytes": found.needs_bytes,
        "n_ctx": found.llm.n_ctx,
        "type_k": found.llm.type_k,
        "type_v": found.llm.type_v,
        "draft": found.llm.draft,
    }


def _headline(here: Machine, settings: Settings) -> str:
    words = (
        f"{_gigabytes(here.memory.available_bytes)} of {_gigabytes(here.memory.total_bytes)} "
        f"memory free"
    )
    if here.gpu_bytes:
        words += f", {_gigabytes(here.gpu_bytes)} free on the GPU"
    return f"{words}; context of {settings.llm.n_ctx:,} tokens"


def _table(plans: Sequence[tuple[Entry, Plan, Plan | None]], smaller: str | None) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("")
    table.add_column("Kairo with", no_wrap=True)
    table.add_column("Takes", justify="right", no_wrap=True)
    table.add_column("")
    for entry, found, changed in plans:
        takes = _gigabytes(found.needs_bytes)
        if found.on_gpu:
            takes += f" + {_gigabytes(found.gpu_bytes)} GPU"
        takes = takes if found.exact else f"about {takes}"
        remark = str(found.verdict)
        if found.verdict is not Verdict.FITS:
            remark = f"{remark}; {_change(found, changed, smaller)}"
        elif entry.tier_gb is not None and not found.on_gpu:
            remark = f"{remark}, slow without a GPU of {entry.tier_gb} GB"
        table.add_row(_MARK[found.verdict], entry.name, takes, remark)
    return table


def _change(found: Plan, changed: Plan | None, smaller: str | None) -> str:
    """What to change, in words, with the settings that do it."""
    if changed is None or changed.needs_bytes >= found.needs_bytes:
        return f"choose {smaller}" if smaller else "close other programs"
    steps = []
    if found.draft.total and not changed.draft.total:
        steps.append("llm.draft empty")
    if changed.llm.n_ctx != found.llm.n_ctx:
        steps.append(f"llm.n_ctx = {changed.llm.n_ctx}")
    if changed.llm.type_v != found.llm.type_v:
        steps.append(f"llm.type_k = {changed.llm.type_k}, llm.type_v = {changed.llm.type_v}")
    return f"{changed.verdict} with {', '.join(steps)} ({_gigabytes(changed.needs_bytes)})"


def _parts_line(found: Plan) -> str:
    parts = ", ".join(f"{name} {n / 1e6:,.0f} MB" for name, n in _parts(found).items() if n)
    return f"That is {parts}."


def _gigabytes(n_bytes: int) -> str:
    return f"{n_bytes / 1e9:.1f} GB"
