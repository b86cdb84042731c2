"""Options that several verbs share, and settings changed for one run."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from pydantic import ValidationError

from kairo_desktop.errors import SettingsError
from kairo_desktop.settings.schema import Settings

__all__ = ["AsJson", "Changes", "ProfileFolder", "changed"]

AsJson = Annotated[bool, typer.Option("--json", help="One JSON object a line on stdout.")]
ProfileFolder = Annotated[
    Path | None,
    typer.Option("--profile", metavar="DIR", help="Folder with your résumé, job ad and notes."),
]
Changes = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="A setting for this run only, such as llm.temperature=0.7; may be given again.",
    ),
]


def changed(settings: Settings, changes: Sequence[str] | None) -> Settings:
    """The settings with `part.name=value` changes applied and checked.

    Raises:
        SettingsError: a change names no setting, or its value is out of range.
    """
    tree = settings.model_dump(mode="json")
    for change in changes or ():
        name, equals, value = change.partition("=")
        part, _, key = name.strip().partition(".")
        section = tree.get(part)
        if not equals or not isinstance(section, dict) or key not in section:
            raise SettingsError(
                f"“{change}” names no setting.",
                cure="Write it as part.name=value, for example llm.temperature=0.7.",
            )
        section[key] = value.strip()
    try:
        return Settings.model_validate(tree)
    except ValidationError as err:
        first = err.errors()[0]
        name = ".".join(str(part) for part in first["loc"])
        raise SettingsError(
            f"{name}: {first['msg']}, not {first['input']!r}.", cure="Give a value in its range."
        ) from err
