"""Notes that cannot be used, told as events."""

from collections.abc import Iterable, Iterator

from kairo_desktop.retrieval.read import Skipped
from kairo_desktop.session.events import ClockKind, Event, Fault

__all__ = ["skipped_notes"]


def skipped_notes(skipped: Iterable[Skipped], clock: ClockKind) -> Iterator[Event]:
    """Each file of a profile that is not used, with the reason."""
    for file in skipped:
        message = f"{file.file} is skipped: it {file.reason}."
        fault = Fault("note_skipped", message, "Save it as text, Markdown, PDF or docx.")
        yield Event(0.0, clock, fault)
