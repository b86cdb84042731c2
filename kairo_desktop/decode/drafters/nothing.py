"""Plain decoding: no guesses."""

from collections.abc import Sequence

from kairo_desktop.decode.draft import Draft, Outlook
from kairo_desktop.decode.target import Cancel

__all__ = ["NoDrafter"]


class NoDrafter:
    """A drafter that never guesses."""

    wants_hidden = False

    def begin(self, prompt: Sequence[int], cancel: Cancel) -> None:
        """Nothing to get ready."""

    def draft(self, outlook: Outlook) -> Draft:  # noqa: ARG002 - the Protocol's shape
        """The empty draft."""
        return Draft.chain(())

    def settle(self, tokens: Sequence[int], num_accept: int) -> None:
        """Nothing to learn."""
