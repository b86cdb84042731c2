"""A session's events on their way to the screen, with what is settled written down."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import TypeVar

from kairo_desktop.session.events import Event, Fault
from kairo_desktop.settings.privacy import PrivacySettings
from kairo_desktop.store.history import History
from kairo_desktop.store.journal import Journal, is_settled
from kairo_desktop.store.recorder import Recorder
from kairo_desktop.supervisor.messages import ChildReport, Connections

__all__ = ["forget_old", "kept", "open_journal"]

_Told = TypeVar("_Told", bound=Event | ChildReport | Connections)


def open_journal(
    folder: Path, privacy: PrivacySettings, title: str, started_at: datetime, *, profile: str = ""
) -> Journal:
    """The journal of a new session, as the user's settings want it: on disk or in memory.

    Args:
        folder: Where the history lies.
        privacy: Whether anything is kept.
        title: What the session is called.
        started_at: With its time zone.
        profile: See `profile_name`; empty without notes.

    Raises:
        DiskError: the history cannot be written. Before a session begins the user should know.
    """
    if not privacy.keep_sessions:
        return Journal.in_memory(title, started_at)
    return Journal.begin(folder, title, started_at, profile=profile)


def forget_old(folder: Path, privacy: PrivacySettings, now: datetime) -> tuple[int, ...]:
    """Delete sessions older than the user wants to keep; gives their numbers.

    Raises:
        DiskError: the history cannot be written.
    """
    if not privacy.keep_days:
        return ()
    with History(folder) as history:
        return history.delete_before(now - timedelta(days=privacy.keep_days))


def kept(events: Iterable[_Told], recorder: Recorder) -> Iterator[_Told | Event]:
    """What a session tells, each settled event after it has been written.

    A disk that is full becomes a fault among them, once; the session goes on, and what could
    not be written is, as soon as there is room.
    """
    for told in events:
        if isinstance(told, Event) and is_settled(told.item):
            for error in recorder.write(told.item):
                yield replace(told, item=Fault.of(error))
        yield told
    # An outage that lasts has been told, and nobody listens any more.
    tuple(recorder.flush())
