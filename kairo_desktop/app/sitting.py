"""How the desktop opens a session: kept as the settings want it, ended in its journal."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from kairo_desktop.audio.sources import OFF
from kairo_desktop.errors import DiskError, InputError, UsageError
from kairo_desktop.session.events import Fault
from kairo_desktop.settings.audio import AudioSettings
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.privacy import PrivacySettings
from kairo_desktop.settings.schema import Settings
from kairo_desktop.store.journal import Journal
from kairo_desktop.store.private_files import profile_name
from kairo_desktop.supervisor.keeping import forget_old, open_journal
from kairo_desktop.supervisor.live import live_session
from kairo_desktop.types import Lane
from kairo_desktop.ui.feed import Sitting

__all__ = ["choices_of", "open_sitting"]


@contextmanager
def open_sitting(settings: Settings, paths: Paths) -> Iterator[Sitting]:
    """A live session and its journal, for the thread that enters; its children end with it.

    Raises:
        UsageError: both lanes are off.
        DiskError: the history cannot be written.
    """
    choices = choices_of(settings.audio)
    profile, faults = _profile(settings.retrieval.profile_folder)
    with _open_journal(settings.privacy, paths, profile) as journal:
        try:
            with live_session(settings, paths, choices, profile) as session:
                yield Sitting(session, journal, faults)
        finally:
            # Whatever ended it, the program knows: nothing of it waits to be recovered.
            journal.end(datetime.now(UTC))


def _open_journal(privacy: PrivacySettings, paths: Paths, profile: Path | None) -> Journal:
    """The journal of a session that begins now, those too old to be kept deleted before."""
    now = datetime.now(UTC)
    try:
        forget_old(paths.sessions, privacy, now)
        name = profile_name(paths, profile)
        return open_journal(paths.sessions, privacy, _title(now), now, profile=name)
    except DiskError as err:
        # A full disk is no reason to go into a call without help.
        way_out = "Or turn off “Keep sessions” in the settings, under Privacy."
        raise DiskError(err.message, cure=f"{err.cure} {way_out}") from err


def _title(now: datetime) -> str:
    """What a call is called until the user names it: its day and its time."""
    began, locale = QDateTime.fromSecsSinceEpoch(int(now.timestamp())), QLocale()
    day = locale.toString(began.date(), "d MMMM")
    time = locale.toString(began.time(), QLocale.FormatType.ShortFormat)
    return QCoreApplication.translate("History", "Call of {}, {}").format(day, time)


def _profile(folder: str) -> tuple[Path | None, tuple[Fault, ...]]:
    """The profile, if there is one, and what is the matter with it.

    A call does not wait for notes: without them, it is still heard and answered.
    """
    if not folder:
        return None, ()
    profile = Path(folder).expanduser()
    if profile.is_dir():
        return profile, ()
    return None, (
        Fault(
            InputError.code,
            f"The profile {profile} is not there, so no notes are used.",
            "Choose it again in the settings, under Profile, then start anew.",
        ),
    )


def choices_of(settings: AudioSettings) -> dict[Lane, str]:
    """The source of each lane that is heard.

    Raises:
        UsageError: both lanes are off.
    """
    wanted = {Lane.SYSTEM: settings.system_source, Lane.MIC: settings.mic_source}
    choices = {lane: choice for lane, choice in wanted.items() if choice != OFF}
    if not choices:
        raise UsageError("Both lanes are off.", cure="Turn one on in the settings, under Audio.")
    return choices
