"""`kairo listen`: the live session in a terminal."""

import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from types import FrameType
from typing import Annotated, TypeAlias

import typer

from kairo_desktop.audio.health import LaneHealth
from kairo_desktop.audio.levels import LaneLevel
from kairo_desktop.audio.sources import OFF
from kairo_desktop.cli.event_json import event_json
from kairo_desktop.cli.lane_meters import LaneMeters
from kairo_desktop.cli.loading import user_settings
from kairo_desktop.cli.options import AsJson, Changes, ProfileFolder
from kairo_desktop.cli.output import console, error_console, write_json
from kairo_desktop.cli.screen import Screen
from kairo_desktop.errors import UsageError
from kairo_desktop.session.events import ClockKind, Event, Fault
from kairo_desktop.settings.audio import AudioSettings
from kairo_desktop.settings.paths import Paths
from kairo_desktop.store.journal import Journal, Settled, is_settled
from kairo_desktop.store.recorder import Recorder
from kairo_desktop.supervisor.live import Told, live_session
from kairo_desktop.supervisor.messages import ChildReport
from kairo_desktop.types import Lane

__all__ = ["listen"]

Show: TypeAlias = Callable[[Told], None]


def listen(
    system: Annotated[
        str | None, typer.Option(metavar="NAME", help="The interviewer: a source, default, off.")
    ] = None,
    mic: Annotated[
        str | None, typer.Option(metavar="NAME", help="You: a source, default, off.")
    ] = None,
    profile: ProfileFolder = None,
    private: Annotated[bool, typer.Option("--private", help="Keep nothing of it.")] = False,
    changes: Changes = None,
    as_json: AsJson = False,
) -> None:
    """Listen to a call and show talking points; Ctrl-C ends it."""
    settings, paths = user_settings(changes), Paths.of_user()
    choices = _choices(settings.audio, {Lane.SYSTEM: system, Lane.MIC: mic})
    with ExitStack() as stack:
        journal = stack.enter_context(_journal(paths, private=private))
        session = stack.enter_context(live_session(settings, paths, choices, profile))
        show = stack.enter_context(_shown(session.lanes, as_json=as_json))
        stack.enter_context(_signals_call(session.end))
        for told in _kept(session.events(), Recorder(journal)):
            show(told)
        journal.end(datetime.now(UTC))
    if not private and not as_json:
        error_console().print(f"[dim]Kept: kairo sessions show {journal.session_id}[/]")


def _choices(settings: AudioSettings, given: Mapping[Lane, str | None]) -> dict[Lane, str]:
    """The source of each lane that is heard: as given, else as set.

    Raises:
        UsageError: both lanes are off.
    """
    saved = {Lane.SYSTEM: settings.system_source, Lane.MIC: settings.mic_source}
    wanted = {lane: given[lane] or saved[lane] for lane in Lane}
    choices = {lane: choice for lane, choice in wanted.items() if choice != OFF}
    if not choices:
        raise UsageError("Both lanes are off.", cure="Leave --system or --mic out.")
    return choices


def _journal(paths: Paths, *, private: bool) -> Journal:
    title, now = "Live session", datetime.now(UTC)
    if private:
        return Journal.in_memory(title, now)
    return Journal.begin(paths.sessions, title, now)


def _kept(events: Iterable[Told], recorder: Recorder) -> Iterator[Told]:
    """The events, each written down before it is shown; a full disk becomes an event."""
    for told in events:
        if isinstance(told, Event) and isinstance(told.item, Settled) and is_settled(told.item):
            for error in recorder.write(told.item):
                yield Event(told.t_s, ClockKind.REAL, Fault.of(error))
        yield told


@contextmanager
def _shown(lanes: Iterable[Lane], *, as_json: bool) -> Iterator[Show]:
    """Where events go: JSON lines, or the screen with its meters."""
    if as_json:
        yield _write_event
        return
    terminal, meters = console(), LaneMeters(lanes)
    with Screen(terminal, below=meters) as screen:

        def show(told: Told) -> None:
            item = told.item if isinstance(told, Event) else told
            if isinstance(item, LaneLevel | LaneHealth | ChildReport):
                meters.show(item)
            elif isinstance(told, Event):
                screen.show(told)
            if isinstance(item, LaneHealth) and not terminal.is_terminal:
                terminal.print(_health_line(item), style="dim")

        yield show


def _health_line(health: LaneHealth) -> str:
    parts = (health.lane.value, health.state.value, health.source, health.message)
    return "       " + "  ".join(part for part in parts if part)


def _write_event(told: Told) -> None:
    """Levels are for the eye: sixty lines a second would drown the rest."""
    if isinstance(told, Event) and not isinstance(told.item, LaneLevel):
        write_json(event_json(told))


@contextmanager
def _signals_call(end: Callable[[], None]) -> Iterator[None]:
    """Ctrl-C, a closed terminal and a polite kill end the session instead of the program."""

    def called(number: int, frame: FrameType | None) -> None:
        del number, frame
        end()

    kinds = [signal.SIGINT, signal.SIGTERM, *_HANGUP]
    before = {kind: signal.signal(kind, called) for kind in kinds}
    try:
        yield
    finally:
        for kind, handler in before.items():
            signal.signal(kind, handler)


_HANGUP = [signal.SIGHUP] if sys.platform != "win32" else []
