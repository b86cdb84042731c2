"""`kairo sessions`: what was kept, to be read, taken out and thrown away."""

import os
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from kairo_desktop.cli.options import AsJson
from kairo_desktop.cli.output import console, write_json, write_line
from kairo_desktop.errors import DiskError, InputError, UsageError
from kairo_desktop.settings.paths import Paths
from kairo_desktop.store.export import Format, export
from kairo_desktop.store.history import History
from kairo_desktop.store.records import Match, SavedSession, SavedTurn, SessionState, Story
from kairo_desktop.types import Lane

__all__ = ["app", "delete", "export_session", "list_sessions", "recover", "show"]

app = typer.Typer(help="Sessions that were kept on this machine.", no_args_is_help=True)

_SPEAKERS = {Lane.SYSTEM: ("Interviewer", "cyan"), Lane.MIC: ("You", "green")}

Number = Annotated[int | None, typer.Argument(metavar="[NUMBER]", help="The last, if not given.")]


@app.command("list")
def list_sessions(
    search: Annotated[str, typer.Option(help="Only places where all these words stand.")] = "",
    as_json: AsJson = False,
) -> None:
    """Show all sessions, or every place in them where some words stand."""
    with _history() as history:
        if search:
            _show_matches(history.search(search), as_json=as_json)
        elif as_json:
            for session in history.sessions():
                write_json(_facts(session))
        else:
            _show_sessions(history)


@app.command()
def show(number: Number = None, as_json: AsJson = False) -> None:
    """Read a session: what was said, asked and answered."""
    with _history() as history:
        story = history.story(_chosen(history, number))
    if as_json:
        write_json(_facts(story.session) | {"lines": story.lines, "turns": story.turns})
        return
    for part in _told(story):
        console().print(part, soft_wrap=True)


@app.command("export")
def export_session(
    number: Number = None,
    form: Annotated[Format, typer.Option("--format", help="What to make of it.")] = Format.MD,
    to: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A new file; else standard output.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Take a session out of the history as Markdown, JSON or subtitles."""
    with _history() as history:
        story = history.story(_chosen(history, number))
    text = export(story, form)
    if to is None:
        write_line(text.removesuffix("\n"))
        return
    _write_private(to, text)
    if as_json:
        write_json({"session_id": story.session.session_id, "file": str(to)})


@app.command()
def delete(
    numbers: Annotated[
        list[int] | None, typer.Argument(metavar="[NUMBER]...", help="Sessions.")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="All of them.")] = False,
    as_json: AsJson = False,
) -> None:
    """Delete sessions so that nothing of them is left in Kairo's files."""
    if bool(numbers) is everything:
        raise UsageError("Say which sessions to delete.", cure="Give numbers, or --all.")
    with _history() as history:
        chosen = numbers or [
            s.session_id for s in history.sessions() if s.state is not SessionState.RUNNING
        ]
        history.delete(chosen)
    if as_json:
        write_json({"deleted": chosen})
    else:
        write_line(f"Deleted {_count(len(chosen), 'session')}.")


@app.command()
def recover(number: Number = None, as_json: AsJson = False) -> None:
    """Close a session whose program died; without a number, every one."""
    with _history() as history:
        wanted = [s.session_id for s in history.interrupted()] if number is None else [number]
        recovered = [history.recover(session_id) for session_id in wanted]
    for session in recovered:
        if as_json:
            write_json(_facts(session))
        else:
            write_line(
                f"Session {session.session_id} is whole again: "
                f"{_count(session.n_lines, 'line')}, {_count(session.n_turns, 'question')}."
            )
    if not recovered and not as_json:
        write_line("No session was interrupted.")


def _count(n: int, thing: str) -> str:
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


def _history() -> History:
    return History(Paths.of_user().sessions)


def _chosen(history: History, number: int | None) -> int:
    if number is not None:
        return number
    sessions = history.sessions()
    if not sessions:
        raise InputError("No session has been kept yet.", cure="kairo listen begins one.")
    return sessions[0].session_id


def _facts(session: SavedSession) -> dict[str, object]:
    """Keys that scripts rely on."""
    return {
        "session_id": session.session_id,
        "title": session.title,
        "started_at": session.started_at,
        "ended_at": session.ended_at,
        "state": session.state,
        "n_lines": session.n_lines,
        "n_turns": session.n_turns,
    }


def _show_sessions(history: History) -> None:
    sessions = history.sessions()
    if not sessions:
        console().print("[dim]No session has been kept yet.[/]")
        return
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("", "began", "lines", "questions", "title", ""):
        table.add_column(name, justify="right" if name in {"", "lines", "questions"} else "left")
    for session in sessions:
        began = session.started_at.astimezone()
        table.add_row(
            str(session.session_id),
            f"{began:%Y-%m-%d %H:%M}",
            str(session.n_lines),
            str(session.n_turns),
            Text(session.title),
            "" if session.state is SessionState.ENDED else Text(session.state.value, "yellow"),
        )
    console().print(table)
    if history.interrupted():
        console().print("[dim]Interrupted sessions: kairo sessions recover[/]")


def _show_matches(matches: tuple[Match, ...], *, as_json: bool) -> None:
    for match in matches:
        if as_json:
            write_json(match)
        else:
            where = Text(f"{match.session_id:>4} {match.kind.value:<8} ", "dim")
            console().print(where.append_text(Text(match.text, "default")), soft_wrap=True)
    if not matches and not as_json:
        console().print("[dim]Nothing found.[/]")


def _told(story: Story) -> list[Text]:
    """Lines and turns as they came, for a person."""
    said = []
    for line in story.lines:
        name, color = _SPEAKERS[line.lane]
        said.append((line.start_s, Text.assemble((f"{name:>11}  ", color), line.text)))
    asked = [(turn.question.end_s, _answered(turn)) for turn in story.turns]
    return [part for _, part in sorted(said + asked, key=lambda pair: pair[0])]


def _answered(turn: SavedTurn) -> Text:
    told = Text.assemble(("          ?  ", "bold yellow"), (turn.question.text, "bold"))
    for point in turn.points:
        told.append("\n          •  ", "yellow").append(point.text)
        for source in point.sources:
            told.append(f"  {source.file}", "dim")
    if turn.not_in_notes:
        told.append("\n             not in your notes", "dim italic")
    return told


def _write_private(path: Path, text: str) -> None:
    """A new file that only the user can read.

    Raises:
        DiskError: it exists, or cannot be written.
    """
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError as err:
        raise DiskError(f"{path} is there already.", cure="Choose another name.") from err
    except OSError as err:
        raise DiskError(f"{path} cannot be written ({err.strerror}).") from err
