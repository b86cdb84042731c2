"""`kairo doctor`: every part that Kairo needs, and what to do about those that are not well."""

import os
from dataclasses import asdict

import typer

from kairo_desktop.cli.options import AsJson
from kairo_desktop.cli.output import console, write_json
from kairo_desktop.doctor.check import Look, System
from kairo_desktop.doctor.examine import examine
from kairo_desktop.settings.paths import Paths

__all__ = ["doctor"]


def doctor(as_json: AsJson = False) -> None:
    """Look at every part that Kairo needs; ends with 1 where an essential one is not well."""
    sick = False
    for look in examine(System.current(), Paths.of_user(), os.environ):
        sick |= look.essential and not look.ok
        if as_json:
            write_json(asdict(look))
        else:
            _show(look)
    if sick:
        raise typer.Exit(1)


def _show(look: Look) -> None:
    mark = (
        "[green]ok[/]  " if look.ok else ("[red]NO[/]  " if look.essential else "[yellow]no[/]  ")
    )
    words = console()
    words.print(mark, end="")
    title = f"{look.part} {look.version}".strip()
    words.print(f"{title}: {look.detail}", markup=False, soft_wrap=True)
    if look.cure:
        words.print(f"      → {look.cure}", markup=False, soft_wrap=True)
