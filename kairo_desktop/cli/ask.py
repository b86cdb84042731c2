"""`kairo ask`: a typed question becomes talking points."""

from itertools import chain
from typing import Annotated

import typer

from kairo_desktop.cli.answer import show
from kairo_desktop.cli.loading import user_settings
from kairo_desktop.cli.options import AsJson, Changes, ProfileFolder
from kairo_desktop.errors import InputError
from kairo_desktop.settings.paths import Paths

__all__ = ["ask"]


def ask(
    text: Annotated[
        str, typer.Argument(metavar="TEXT", help="The question, as an interviewer would put it.")
    ],
    profile: ProfileFolder = None,
    changes: Changes = None,
    as_json: AsJson = False,
) -> None:
    """Answer a typed question."""
    from kairo_desktop.session.build import answer_text, skipped_notes

    if not text.strip():
        raise InputError("The question is empty.", cure='Type one, as in: kairo ask "Why us?"')
    asked = text.strip().encode("utf-8", "replace").decode()
    with answer_text(asked, profile, user_settings(changes), Paths.of_user()) as events:
        show(chain(skipped_notes(profile), events), as_json=as_json)
