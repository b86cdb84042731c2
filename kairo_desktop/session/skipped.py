"""Notes that cannot be used, told as faults."""

from collections.abc import Iterable, Iterator

from kairo_desktop.retrieval.read import Skipped
from kairo_desktop.session.events import Fault

__all__ = ["skipped_notes"]


def skipped_notes(skipped: Iterable[Skipped]) -> Iterator[Fault]:
    """Each file of a profile that is not used, with the reason."""
    for file in skipped:
        message = f"{file.file} is skipped: it {file.reason}."
        yield Fault("note_skipped", message, "Save it as text, Markdown, PDF or docx.")
