"""`kairo sessions`: what was kept, to be read, taken out and thrown away."""

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from kairo_desktop.cli.options import AsJson
from kairo_desktop.cli.output import console, plain, write_json, write_line
from kairo_desktop.cli.trace_line import trace_line
from kairo_desktop.errors import InputError, UsageError
from kairo_desktop.settings.paths import Paths
from kairo_desktop.store.export import Format, clock, export, write_private
from kairo_desktop.store.figures import Figures, Waits, figures_of
from kairo_desktop.store.history import History
from kairo_desktop.store.private_files import forget_notes, forget_profile, has_index
from kairo_desktop.store.records import Match, SavedSession, SavedTurn, SessionState, Story
from kairo_desktop.types import Lane

__all__ = ["app", "delete", "export_session", "list_sessions", "recover", "rename", "show"]

app = typer.Typer(
    add_completion=False, help="Sessions that were kept on this machine.", no_args_is_help=True
)

_NOTES_LEFT = (
    "What was made of their notes is still here, for a next session: "
    "kairo sessions delete --all --notes-too"
)

_SPEAKERS = {Lane.SYSTEM: ("Interviewer", "cyan"), Lane.MIC: ("You", "green")}


def _number(word: str | int) -> int:
    """The number of a session, as the user typed it.

    Raises:
        UsageError: it is none.
    """
    if isinstance(word, int) or (word.isascii() and word.isdigit() and len(word) < 10):
        return int(word)
    raise UsageError(
        f"“{plain(word)}” is not the number of a session.", cure="kairo sessions list shows them."
    )


Number = Annotated[
    int | None,
    typer.Argument(metavar="[NUMBER]", parser=_number, help="The last, if not given."),
]


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
        figures = _keys(figures_of(story.turns))
        told = {"lines": story.lines, "turns": story.turns}
        write_json(_facts(story.session) | figures | told)
        return
    for part in [*_told(story), *_summed_up(figures_of(story.turns))]:
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
    write_private(to, text)
    if as_json:
        write_json({"session_id": story.session.session_id, "file": str(to)})


@app.command()
def rename(
    number: Annotated[int, typer.Argument(metavar="NUMBER", parser=_number, help="A session.")],
    title: Annotated[str, typer.Argument(metavar="TITLE", help="What it is to be called.")],
    as_json: AsJson = False,
) -> None:
    """Give a session another title."""
    with _history() as history:
        history.rename(number, title)
        session = history.session(number)
    if as_json:
        write_json(_facts(session))


@app.command()
def delete(
    numbers: Annotated[
        list[int] | None,
        typer.Argument(metavar="[NUMBER]...", parser=_number, help="Sessions."),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="All of them.")] = False,
    notes_too: Annotated[
        bool,
        typer.Option(
            "--notes-too",
            help="And what was made of the notes of profiles that no session is left of.",
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Delete sessions so that nothing of them is left in Kairo's files."""
    if bool(numbers) is everything:
        raise UsageError("Say which sessions to delete.", cure="Give numbers, or --all.")
    with _history() as history:
        chosen = numbers or [
            s.session_id for s in history.sessions() if s.state is not SessionState.RUNNING
        ]
        alone = history.delete(chosen)
    paths = Paths.of_user()
    left = [name for name in alone if has_index(paths, name)]
    if notes_too and everything:
        forget_notes(paths)
    elif notes_too:
        for name in left:
            forget_profile(paths, name)
    if as_json:
        write_json({"deleted": chosen, "notes_left": bool(left) and not notes_too})
        return
    write_line(f"Deleted {_count(len(chosen), 'session')}.")
    if left and not notes_too:
        console().print(f"[dim]{_NOTES_LEFT}[/]")


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


def _keys(figures: Figures) -> dict[str, object]:
    """The figures under the names that benches use, in milliseconds."""
    return {
        "n_answered": figures.n_answered,
        **_waited("first_words_ms", figures.first_words),
        **_waited("done_ms", figures.done),
    }


def _waited(name: str, waits: Waits) -> dict[str, object]:
    ms = {"p50": waits.p50_ms, "p95": waits.p95_ms, "cold": waits.cold_ms}
    return {f"{name}_{key}": None if wait is None else round(wait, 1) for key, wait in ms.items()}


def _summed_up(figures: Figures) -> list[Text]:
    """How long the session's answers kept the user waiting, for a person."""
    if not figures.n_asked:
        return []
    asked = f"\n{_count(figures.n_asked, 'question')}, {figures.n_answered} answered"
    rows = [
        f"{name:<11}  p50 {waits.p50_ms:.0f} ms · p95 {waits.p95_ms:.0f} ms"
        + (f" · first answer {waits.cold_ms:.0f} ms" if waits.cold_ms is not None else "")
        for name, waits in (("first words", figures.first_words), ("done", figures.done))
        if waits.p50_ms is not None and waits.p95_ms is not None
    ]
    return [Text(row, "dim") for row in [asked, *rows]]


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
            Text(plain(session.title)),
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
            console().print(where.append_text(_marked(match)), soft_wrap=True)
    if not matches and not as_json:
        console().print("[dim]Nothing found.[/]")


def _marked(match: Match) -> Text:
    # A blank in place of a control character keeps the spans where they are.
    text = Text("".join(c if c.isprintable() else " " for c in match.text), "default")
    for span in match.spans:
        text.stylize("bold underline", span.start, span.end)
    return text


def _told(story: Story) -> list[Text]:
    """Lines and turns as they came, for a person."""
    said = []
    for line in story.lines:
        name, color = _SPEAKERS[line.lane]
        said.append((line.start_s, Text.assemble((f"{name:>11}  ", color), plain(line.text))))
    asked = [(turn.question.end_s, _answered(turn)) for turn in story.turns]
    return [part for _, part in sorted(said + asked, key=lambda pair: pair[0])]


def _answered(turn: SavedTurn) -> Text:
    told = Text.assemble(("          ?  ", "bold yellow"), (plain(turn.question.text), "bold"))
    if turn.asked_again_s:
        times = ", ".join(clock(at_s) for at_s in turn.asked_again_s)
        told.append(f"\n             asked again at {times}", "dim")
    for point in turn.points:
        told.append("\n          •  ", "yellow").append(plain(point.text))
        for source in point.sources:
            told.append(f"  {plain(source.file)}", "dim")
    if turn.not_in_notes:
        told.append("\n             not in your notes", "dim italic")
    if turn.trace is not None:
        told.append(f"\n             {trace_line(turn.trace)}", "dim")
    return told
