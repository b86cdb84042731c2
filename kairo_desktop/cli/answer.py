"""`kairo answer`: a recorded interview becomes talking points."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from kairo_desktop.cli.event_json import event_json
from kairo_desktop.cli.loading import user_settings
from kairo_desktop.cli.options import AsJson, Changes, ProfileFolder
from kairo_desktop.cli.output import console, write_json
from kairo_desktop.cli.screen import Screen
from kairo_desktop.errors import UsageError
from kairo_desktop.session.events import Event
from kairo_desktop.session.recording import Recording
from kairo_desktop.settings.assets import asset
from kairo_desktop.settings.paths import Paths

__all__ = ["answer", "show"]


def answer(  # noqa: PLR0913, PLR0917 - a verb has as many parameters as options
    file: Annotated[
        Path | None,
        typer.Argument(help="The interviewer's audio; without any, the sample is played."),
    ] = None,
    system: Annotated[Path | None, typer.Option(help="Audio of the call's other side.")] = None,
    mic: Annotated[Path | None, typer.Option(help="Audio of your microphone.")] = None,
    profile: ProfileFolder = None,
    realtime: Annotated[
        bool | None,
        typer.Option(
            "--realtime/--fast",
            help="At the pace of speech, or as fast as it goes; in a terminal at the pace.",
        ),
    ] = None,
    changes: Changes = None,
    as_json: AsJson = False,
) -> None:
    """Answer the questions in a recorded interview."""
    if file is not None and system is not None:
        raise UsageError("FILE and --system both name the interviewer.", cure="Give one of them.")
    recording = Recording(file or system, mic, profile)
    if not recording.lanes:
        recording = _sample(profile)
    if realtime or (realtime is None and not as_json and console().is_terminal):
        from kairo_desktop.supervisor.realtime import answer_realtime as answered
    else:
        from kairo_desktop.session.build import answer_recording as answered

    with answered(recording, user_settings(changes), Paths.of_user()) as events:
        show(events, as_json=as_json)


def show(events: Iterable[Event], *, as_json: bool) -> None:
    """Put events out as they come: as JSON lines, or for a person."""
    if as_json:
        for event in events:
            write_json(event_json(event))
        return
    with Screen(console()) as screen:
        for event in events:
            screen.show(event)


def _sample(profile: Path | None) -> Recording:
    """The bundled interview, with its own candidate's notes unless others are given."""
    folder = asset("sample")
    return Recording(
        folder / "interviewer.flac", folder / "candidate.flac", profile or folder / "profile"
    )
