"""The verbs of `kairo` by name; only the one that is asked for is imported."""

from importlib import import_module

import typer
from typer._click.core import Command, Context
from typer.core import TyperGroup

__all__ = ["Verbs"]

_SINGLE = ("run", "answer", "ask", "transcribe", "listen", "devices", "doctor")
"""Modules of this package with a function of the same name."""

_WITH_VERBS_OF_THEIR_OWN = ("models", "bench", "sessions")
"""Modules of this package with an `app`."""


class Verbs(TyperGroup):
    """The commands of the program, in the order in which help shows them."""

    def list_commands(self, ctx: Context) -> list[str]:
        """All names; nothing is imported for them."""
        del ctx
        return [*_SINGLE, *_WITH_VERBS_OF_THEIR_OWN]

    def get_command(self, ctx: Context, cmd_name: str) -> Command | None:
        """The verb `cmd_name`; for a name that is none, all are loaded, to suggest close ones."""
        names = self.list_commands(ctx)
        for name in [cmd_name] if cmd_name in names else names:
            if name not in self.commands:
                self.add_command(_command(name), name)
        return self.commands.get(cmd_name)


def _command(name: str) -> Command:
    module = import_module(f"kairo_desktop.cli.{name}")
    if name in _WITH_VERBS_OF_THEIR_OWN:
        app = module.app
    else:
        app = typer.Typer(add_completion=False)
        app.command()(getattr(module, name))
    command = typer.main.get_command(app)
    command.name = name
    return command
