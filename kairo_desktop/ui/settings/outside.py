"""What the window reaches for beyond itself, in one place, so that tests can stand in for it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from kairo_desktop.settings.paths import Paths
from kairo_desktop.ui.settings.chooser import Chooser, DesktopChooser
from kairo_desktop.ui.settings.listening import Open, opener
from kairo_desktop.ui.settings.secret_desk import OpenStore, SecretStore

__all__ = ["Outside"]


def _system_keyring() -> SecretStore:
    from kairo_desktop.settings.secrets import Secrets

    return Secrets()


@dataclass(frozen=True, slots=True)
class Outside:
    """The keyring, the desktop's file windows, sound devices, other runs of this program.

    Attributes:
        command: How `kairo` is started; None for this very program.
    """

    open_lanes: Open
    open_secrets: OpenStore = _system_keyring
    chooser: Chooser = field(default_factory=DesktopChooser)
    command: Sequence[str] | None = None

    @classmethod
    def of_machine(cls, paths: Paths) -> "Outside":
        """The real ones."""
        return cls(opener(paths.logs))
