"""The user's settings, as a verb needs them."""

from collections.abc import Sequence

from kairo_desktop.cli.options import changed
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.schema import Settings
from kairo_desktop.settings.store import load_settings

__all__ = ["user_settings"]


def user_settings(changes: Sequence[str] | None = None) -> Settings:
    """The saved settings with the changes of this run.

    Raises:
        SettingsError: the file is broken, or a change is.
    """
    return changed(load_settings(Paths.of_user()), changes)
