"""What a half of a session is built from, as the text that travels in `Hello`."""

from dataclasses import dataclass
from pathlib import Path

import msgspec
from pydantic import ValidationError

from kairo_desktop.errors import SettingsError
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.schema import Settings
from kairo_desktop.types import Lane

__all__ = ["HalfJob"]


@dataclass(frozen=True, slots=True)
class HalfJob:
    """Settings, folders and what the session is about.

    Attributes:
        lanes: The lanes that are heard.
        profile: The user's folder of résumé, job ad and notes, if any.
        writes: Whether a language model writes the answers, or only the notes speak.
    """

    settings: Settings
    paths: Paths
    lanes: tuple[Lane, ...]
    profile: Path | None = None
    writes: bool = True

    def to_json(self) -> str:
        """As text."""
        flat = _Flat(
            settings=self.settings.model_dump_json(),
            config=str(self.paths.config),
            data=str(self.paths.data),
            cache=str(self.paths.cache),
            logs=str(self.paths.logs),
            lanes=self.lanes,
            profile=None if self.profile is None else str(self.profile),
            writes=self.writes,
        )
        return msgspec.json.encode(flat).decode()

    @classmethod
    def from_json(cls, text: str) -> "HalfJob":
        """From the text of `to_json`.

        Raises:
            SettingsError: the text or a setting in it is not of this version.
        """
        try:
            flat = msgspec.json.decode(text, type=_Flat)
            settings = Settings.model_validate_json(flat.settings)
        except (msgspec.MsgspecError, ValidationError) as err:
            raise SettingsError(
                "A part of Kairo was started with settings it cannot read."
            ) from err
        return cls(
            settings=settings,
            paths=Paths(Path(flat.config), Path(flat.data), Path(flat.cache), Path(flat.logs)),
            lanes=flat.lanes,
            profile=None if flat.profile is None else Path(flat.profile),
            writes=flat.writes,
        )


class _Flat(msgspec.Struct, frozen=True):
    settings: str
    config: str
    data: str
    cache: str
    logs: str
    lanes: tuple[Lane, ...]
    profile: str | None
    writes: bool
