"""`kairo transcribe`: audio becomes text."""

from pathlib import Path
from typing import Annotated

import typer

from kairo_desktop.cli.answer import show
from kairo_desktop.cli.loading import user_settings
from kairo_desktop.cli.options import AsJson, Changes
from kairo_desktop.settings.paths import Paths

__all__ = ["transcribe"]


def transcribe(
    file: Annotated[Path, typer.Argument(help="Any recording: wav, flac, mp3, ogg, m4a, video.")],
    changes: Changes = None,
    as_json: AsJson = False,
) -> None:
    """Write down what is said in a recording."""
    from kairo_desktop.session.build import transcribe_recording

    with transcribe_recording(file, user_settings(changes), Paths.of_user()) as events:
        show(events, as_json=as_json)
