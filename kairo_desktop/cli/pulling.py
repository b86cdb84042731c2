"""What the verbs that fetch models have in common."""

import os

from kairo_desktop.catalogue.hub import Hub
from kairo_desktop.catalogue.library import Library
from kairo_desktop.catalogue.pull import Puller
from kairo_desktop.catalogue.sources import chosen_sources
from kairo_desktop.cli.output import error_console
from kairo_desktop.cli.pull_screen import JsonPulls, Pulls, PullScreen
from kairo_desktop.errors import SecretError
from kairo_desktop.settings.secrets import SecretName, Secrets

__all__ = ["open_puller", "pulls_shown"]


def open_puller(library: Library) -> Puller:
    """Fetches from the sources of this run, with the user's token where one is kept."""
    return Puller(library, chosen_sources(os.environ), Hub(token=_hub_token))


def pulls_shown(*, as_json: bool) -> Pulls:
    """Where the progress of pulls goes."""
    return JsonPulls() if as_json else PullScreen(error_console())


def _hub_token() -> str | None:
    """The token from the keyring; None where there is no keyring to ask."""
    try:
        return Secrets().read(SecretName.HUB_TOKEN)
    except SecretError:
        return None
