"""The files of a recorded interview."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from kairo_desktop.settings.assets import asset
from kairo_desktop.types import Lane

__all__ = ["Recording", "sample"]


@dataclass(frozen=True, slots=True)
class Recording:
    """A file per lane, each None where that side was not recorded.

    Attributes:
        profile: The user's folder of résumé, job ad and notes.
    """

    system: Path | None = None
    mic: Path | None = None
    profile: Path | None = None

    @property
    def lanes(self) -> tuple[Lane, ...]:
        """The lanes that were recorded."""
        return tuple(lane for lane, _ in self.files())

    def files(self) -> Iterator[tuple[Lane, Path]]:
        """Each recorded lane with its file."""
        for lane, path in ((Lane.SYSTEM, self.system), (Lane.MIC, self.mic)):
            if path is not None:
                yield lane, path


def sample() -> Recording:
    """The bundled interview, with its own candidate's notes."""
    folder = asset("sample")
    return Recording(folder / "interviewer.flac", folder / "candidate.flac", folder / "profile")
