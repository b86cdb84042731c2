"""`kairo listen`: the live session in a terminal."""

import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import Annotated, TypeAlias

import typer
from rich.text import Text

from kairo_desktop.audio.health import LaneHealth
from kairo_desktop.audio.levels import LaneLevel
from kairo_desktop.audio.sources import DEFAULT, OFF, SoundSource, pick
from kairo_desktop.cli.event_json import event_json
from kairo_desktop.cli.lane_meters import LaneMeters, advice_here
from kairo_desktop.cli.loading import user_settings
from kairo_desktop.cli.options import AsJson, Changes, ProfileFolder
from kairo_desktop.cli.output import console, error_console, write_json
from kairo_desktop.cli.screen import Screen
from kairo_desktop.errors import AudioError, DiskError, UsageError
from kairo_desktop.session.events import Event
from kairo_desktop.settings.audio import AudioSettings
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.privacy import PrivacySettings
from kairo_desktop.store.history import History
from kairo_desktop.store.journal import Journal
from kairo_desktop.store.private_files import profile_name
from kairo_desktop.store.recorder import Recorder
from kairo_desktop.supervisor.keeping import forget_old, kept, open_journal
from kairo_desktop.supervisor.live import LiveSession, Told, live_session
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
    privacy = settings.privacy
    if private:
        privacy = privacy.model_copy(update={"keep_sessions": False})
    given = {Lane.SYSTEM: system, Lane.MIC: mic}
    choices = _choices(settings.audio, given)
    _require_given(given, choices, settings.audio)
    with ExitStack() as stack:
        journal = stack.enter_context(_open_journal(paths, privacy, profile))
        if not as_json:
            _say_what_is_kept(paths, privacy)
        session = stack.enter_context(live_session(settings, paths, choices, profile))
        show = stack.enter_context(_shown(session.lanes, as_json=as_json))
        stack.enter_context(_signals_end(session))
        for told in kept(session.events(), Recorder(journal)):
            show(told)
        journal.end(datetime.now(UTC))
    if privacy.keep_sessions and not as_json:
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


def _require_given(
    given: Mapping[Lane, str | None], choices: Mapping[Lane, str], settings: AudioSettings
) -> None:
    """A name that was typed wrong is worth no waiting, as for a device that comes back.

    Raises:
        AudioError: there is no such source, or it is not clear which of several is meant.
        UsageError: both lanes would hear the same.
    """
    names = {name for name in given.values() if name and not name.startswith("file:")}
    names -= {DEFAULT, OFF}
    if not names:
        return
    from kairo_desktop.audio.backend_pulse import PulseBackend

    sources = PulseBackend(settings.latency_ms / 1000).sources()
    for name in sorted(names):
        _require_one(name, sources)
    heard = [pick(sources, lane, choice) for lane, choice in choices.items()]
    if len(heard) == len(Lane) and None not in heard and heard[0] == heard[1]:
        raise UsageError("Both lanes would hear the same source.", cure="kairo devices lists all.")


def _require_one(name: str, sources: tuple[SoundSource, ...]) -> None:
    """One source has this name, or else one alone is called so."""
    if pick(sources, Lane.MIC, name) is None:
        raise AudioError(f"There is no source “{name}”.", cure="kairo devices lists them.")
    alike = [source.name for source in sources if source.description == name]
    if len(alike) > 1 and name not in {source.name for source in sources}:
        cure = f"Give the name of one of them: {', '.join(alike)}"
        raise AudioError(f"{len(alike)} sources are called “{name}”.", cure=cure)


def _say_what_is_kept(paths: Paths, privacy: PrivacySettings) -> None:
    """Before it begins: whether this session can be lost, and whether an earlier one was."""
    if not privacy.keep_sessions:
        error_console().print("[dim]Nothing is kept: it ends with the program for good.[/]")
        return
    with History(paths.sessions) as history:
        if history.interrupted():
            error_console().print("[dim]An earlier session broke off: kairo sessions recover[/]")


def _open_journal(paths: Paths, privacy: PrivacySettings, profile: Path | None) -> Journal:
    """The journal of a session that begins now, those too old to be kept deleted before.

    Raises:
        DiskError: it cannot be written; the cure names the way to go on without.
    """
    now, name = datetime.now(UTC), profile_name(paths, profile)
    try:
        forget_old(paths.sessions, privacy, now)
        return open_journal(paths.sessions, privacy, _title(now), now, profile=name)
    except DiskError as err:
        raise DiskError(err.message, cure=f"{err.cure} Or keep nothing: --private.") from err


def _title(now: datetime) -> str:
    """What a call is called until the user names it, as in the desktop: its day and its time."""
    began = now.astimezone()
    return f"Call of {began.day} {began:%B}, {began:%H:%M}"


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
                terminal.print(Text(_health_line(item), "dim"), soft_wrap=True)

        yield show


def _health_line(health: LaneHealth) -> str:
    delay = "" if health.delay_ms is None else f"{health.delay_ms:.0f} ms"
    parts = (health.lane.value, health.state.value, health.source, delay, advice_here(health))
    return "       " + "  ".join(part for part in parts if part)


def _write_event(told: Told) -> None:
    """Levels are for the eye: sixty lines a second would drown the rest."""
    if isinstance(told, Event) and not isinstance(told.item, LaneLevel):
        write_json(event_json(told))


@contextmanager
def _signals_end(session: LiveSession) -> Iterator[None]:
    """Ctrl-C, a closed terminal and a polite kill end the session instead of the program."""

    def called(number: int, frame: FrameType | None) -> None:
        del frame
        # Kernel and shell both tell of a closed terminal, and neither is in a hurry.
        if number not in _HANGUP or not session.ending:
            session.end()

    kinds = [signal.SIGINT, signal.SIGTERM, *_HANGUP]
    before = {kind: signal.signal(kind, called) for kind in kinds}
    try:
        yield
    finally:
        for kind, handler in before.items():
            signal.signal(kind, handler)


_HANGUP = [signal.SIGHUP] if sys.platform != "win32" else []
