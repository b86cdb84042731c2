"""What the verbs that fetch models have in common."""

import os
from queue import Empty, SimpleQueue
from threading import Thread

from kairo_desktop.catalogue.hub import Hub
from kairo_desktop.catalogue.library import Library
from kairo_desktop.catalogue.pull import Puller
from kairo_desktop.catalogue.sources import SourceError, chosen_sources
from kairo_desktop.cli.output import error_console
from kairo_desktop.cli.pull_screen import JsonPulls, Pulls, PullScreen
from kairo_desktop.errors import SecretError
from kairo_desktop.settings.secrets import SecretName, Secrets, keyring_backend

__all__ = ["hub_token", "open_puller", "pulls_shown"]

_KEYRING_S = 60.0
"""Time for the user to unlock it in the window that the desktop shows."""


def open_puller(library: Library) -> Puller:
    """Fetches from the sources of this run, with the user's token where one is kept."""
    return Puller(library, chosen_sources(os.environ), Hub(token=hub_token))


def pulls_shown(*, as_json: bool) -> Pulls:
    """Where the progress of pulls goes."""
    return JsonPulls() if as_json else PullScreen(error_console())


def hub_token(within_s: float = _KEYRING_S) -> str | None:
    """The token from the keyring; None where none is saved, or there is no keyring.

    Raises:
        SourceError: the keyring is locked, gives up, or says nothing for `within_s` seconds, so
            nobody knows whether there is a token.
    """
    if keyring_backend() is None:
        return None
    told: SimpleQueue[str | SecretError | None] = SimpleQueue()
    # A keyring that waits to be unlocked cannot be called off.
    Thread(target=_read_token, args=(told,), daemon=True).start()
    try:
        answer = told.get(timeout=within_s)
    except Empty:
        raise SourceError("the hub wants a token, and the keyring does not answer") from None
    if isinstance(answer, SecretError):
        raise SourceError(f"the hub wants a token. {answer}".rstrip(".")) from answer
    return answer


def _read_token(told: "SimpleQueue[str | SecretError | None]") -> None:
    try:
        told.put(Secrets().read(SecretName.HUB_TOKEN))
    except SecretError as err:
        told.put(err)
