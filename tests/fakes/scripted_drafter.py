"""A drafter that guesses what a function says, and remembers what it was told."""

from collections.abc import Callable, Sequence

from kairo_desktop.decode.draft import Draft, Outlook
from kairo_desktop.decode.target import Cancel


class ScriptedDrafter:
    """Attributes:
    guess: From the history and the longest useful length to a draft.
    outlooks: What it was shown, round by round.
    settled: What each round added, and how many tokens of it were guesses.
    """

    def __init__(
        self, guess: Callable[[Sequence[int], int], Draft], *, wants_hidden: bool = False
    ) -> None:
        self.guess = guess
        self.wants_hidden = wants_hidden
        self.history: list[int] = []
        self.outlooks: list[Outlook] = []
        self.settled: list[tuple[tuple[int, ...], int]] = []

    def begin(self, prompt: Sequence[int], cancel: Cancel) -> None:
        self.history = list(prompt)

    def draft(self, outlook: Outlook) -> Draft:
        self.outlooks.append(outlook)
        return self.guess(self.history, outlook.n)

    def settle(self, tokens: Sequence[int], num_accept: int) -> None:
        self.settled.append((tuple(tokens), num_accept))
        self.history.extend(tokens)
