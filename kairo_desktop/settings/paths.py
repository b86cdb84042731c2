"""Where Kairo keeps its files on this machine."""

from dataclasses import dataclass
from pathlib import Path

from platformdirs import PlatformDirs

__all__ = ["Paths"]


@dataclass(frozen=True, slots=True)
class Paths:
    """The folders Kairo writes to; nothing is created by asking for them.

    Attributes:
        config: Settings.
        data: Models, sessions, indexes.
        cache: Compiled wheels, measurements, saved KV states; may be deleted at any time.
        logs: Private logs.
    """

    config: Path
    data: Path
    cache: Path
    logs: Path

    @classmethod
    def of_user(cls) -> "Paths":
        """The current user's folders, as the operating system wants them."""
        dirs = PlatformDirs("kairo", appauthor=False)
        return cls(
            config=dirs.user_config_path,
            data=dirs.user_data_path,
            cache=dirs.user_cache_path,
            logs=dirs.user_log_path,
        )

    @property
    def models(self) -> Path:
        """Installed models."""
        return self.data / "models"

    @property
    def sessions(self) -> Path:
        """The history of sessions."""
        return self.data / "sessions"

    @property
    def indexes(self) -> Path:
        """What was made of the user's notes: an index per profile folder."""
        return self.data / "profiles"

    @property
    def states(self) -> Path:
        """Saved states of the language model."""
        return self.cache / "kv"
