"""`kairo ask`: a typed question becomes talking points."""

import os
import sys
from collections.abc import Iterator
from itertools import chain
from typing import Annotated

import typer

from kairo_desktop.cli.answer import show
from kairo_desktop.cli.loading import user_settings
from kairo_desktop.cli.options import AsJson, Changes, ProfileFolder
from kairo_desktop.errors import InputError
from kairo_desktop.session.events import ClockKind, Event, Fault
from kairo_desktop.settings.paths import Paths

__all__ = ["ask"]

_STDIN = "-"
_USED_CHARS = 4_000
"""Of a longer question its end is used: a pasted exercise fits, and a small machine is not
silent for long."""

_MOST_CHARS = 1_000_000
"""What is longer is no question; stdin is not read beyond it."""


def ask(
    text: Annotated[
        str,
        typer.Argument(
            metavar="TEXT",
            help="The question, as an interviewer would put it; - reads it from stdin.",
        ),
    ],
    profile: ProfileFolder = None,
    changes: Changes = None,
    as_json: AsJson = False,
) -> None:
    """Answer a typed question."""
    from kairo_desktop.session.build import answer_text

    question = _question(text)
    used = question[-_USED_CHARS:]
    with answer_text(used, profile, user_settings(changes), Paths.of_user()) as events:
        show(chain(_cut(len(question)), events), as_json=as_json)


def _question(text: str) -> str:
    """What is asked, from the command line or stdin.

    Raises:
        InputError: nothing is, or far too much.
    """
    if text == _STDIN:
        text = sys.stdin.buffer.read(_MOST_CHARS + 1).decode("utf-8", "replace")
    if len(text) > _MOST_CHARS:
        raise InputError(
            f"The question has more than {_MOST_CHARS:,} characters.",
            cure="Ask the question alone; what it is about belongs into a note of your profile.",
        )
    asked = _decoded(text).strip()
    if not asked:
        raise InputError("The question is empty.", cure='Type one, as in: kairo ask "Why us?"')
    return asked


def _decoded(text: str) -> str:
    """The text as UTF-8, also where the locale, as C does, knows no letters beyond ASCII."""
    try:
        return text.encode().decode()
    except UnicodeEncodeError:
        return os.fsencode(text).decode("utf-8", "replace")


def _cut(n_chars: int) -> Iterator[Event]:
    """That a question is longer than what is used of it."""
    if n_chars > _USED_CHARS:
        message = f"The question has {n_chars:,} characters; its last {_USED_CHARS:,} are used."
        yield Event(0.0, ClockKind.VIRTUAL, Fault("question_cut", message, "Ask it more shortly."))
