"""`kairo run`: the desktop, and wishes for the one that runs."""

import linecache
import logging
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from kairo_desktop.cli.output import error_console
from kairo_desktop.errors import KairoError, UsageError
from kairo_desktop.settings.paths import Paths
from kairo_desktop.ui.commands import AppCommand

__all__ = ["run", "tell_or_be"]

_PAUSES = {
    "mic": AppCommand.PAUSE_MIC,
    "system": AppCommand.PAUSE_SYSTEM,
    "all": AppCommand.PAUSE,
}
_BEGINS = {
    AppCommand.SHOW,
    AppCommand.TOGGLE,
    AppCommand.START,
    AppCommand.SETTINGS,
    AppCommand.HISTORY,
}
"""Wishes for which the desktop is started where none runs."""


def run(  # noqa: PLR0913, PLR0917 - an option per wish
    toggle: Annotated[bool, typer.Option("--toggle", help="Show the overlay, or hide it.")] = False,
    start: Annotated[bool, typer.Option("--start", help="Begin to listen.")] = False,
    stop: Annotated[bool, typer.Option("--stop", help="Stop listening.")] = False,
    pause: Annotated[
        str | None,
        typer.Option("--pause", metavar="LANE", help="Pause mic, system or all, or hear it again."),
    ] = None,
    answer_now: Annotated[
        bool, typer.Option("--answer-now", help="Answer what was said last.")
    ] = False,
    again: Annotated[bool, typer.Option("--again", help="Answer again, differently.")] = False,
    settings: Annotated[bool, typer.Option("--settings", help="Open the settings.")] = False,
    history: Annotated[bool, typer.Option("--history", help="Open the history.")] = False,
    quit_: Annotated[bool, typer.Option("--quit", help="End Kairo.")] = False,
) -> None:
    """Start the desktop, or tell the one that runs what to do."""
    asked = {
        AppCommand.TOGGLE: toggle,
        AppCommand.START: start,
        AppCommand.STOP: stop,
        AppCommand.ANSWER_NOW: answer_now,
        AppCommand.AGAIN: again,
        AppCommand.SETTINGS: settings,
        AppCommand.HISTORY: history,
        AppCommand.QUIT: quit_,
    }
    wishes = [wish for wish, on in asked.items() if on]
    if pause is not None:
        wishes.append(_pause(pause))
    if len(wishes) > 1:
        raise UsageError("More than one wish at once.", cure="Give one option at a time.")
    tell_or_be(*wishes)


def _pause(lane: str) -> AppCommand:
    if lane not in _PAUSES:
        raise UsageError(f"There is no lane “{lane}”.", cure="Pause mic, system or all.")
    return _PAUSES[lane]


def tell_or_be(wish: AppCommand = AppCommand.SHOW) -> None:
    """Send the wish to the desktop that runs; where none does, be it until it is quit.

    Raises:
        KairoError: none runs and the wish needs one, or there is no screen for one.
    """
    from kairo_desktop.ui.platform import require_qt, require_screen

    paths = Paths.of_user()
    require_qt()
    from kairo_desktop.ui.single_instance import ask_running, meeting_place

    place = meeting_place(paths, os.environ)
    if ask_running(place, wish):
        if wish is AppCommand.SHOW:
            error_console().print("[dim]Kairo runs already: its overlay is in front now.[/]")
        return
    if wish not in _BEGINS:
        raise KairoError("Kairo does not run.", cure="Start it first: kairo run")
    require_screen(os.environ)
    _leave(_run_desktop(paths, place, wish))


def _run_desktop(paths: Paths, place: Path, wish: AppCommand) -> int:
    # For each module that is imported behind Qt, it has the source text read into `linecache`:
    # 15 MB in all. Thrown away halfway, the first half of them makes room for the second.
    import_module("kairo_desktop.supervisor.live")
    linecache.clearcache()
    from kairo_desktop.app.start import run_desktop

    return run_desktop(paths, place, wish)


def _leave(code: int) -> NoReturn:
    """End the process, in which all is put away.

    What Qt and Python do at the interpreter's end takes half a second more, and is known to hang.
    """
    logging.shutdown()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
