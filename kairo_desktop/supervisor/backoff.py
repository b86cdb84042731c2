"""When to start a child again, and when to stop trying."""

from dataclasses import dataclass

__all__ = ["Backoff", "Patience"]


@dataclass(frozen=True, slots=True)
class Patience:
    """How often a child may die.

    Attributes:
        delays_s: Pause before each restart in a row; no more restarts after the last.
        forgiven_after_s: A child that has been ready this long starts the row anew.
    """

    delays_s: tuple[float, ...] = (0.0, 1.0, 4.0)
    forgiven_after_s: float = 60.0


class Backoff:
    """Counts deaths in a row."""

    def __init__(self, patience: Patience) -> None:
        self._patience = patience
        self._deaths = 0

    def died(self, ready_for_s: float) -> float | None:
        """Seconds until the next start, or None: give up.

        Args:
            ready_for_s: How long the child had been ready; 0 if it never was.
        """
        if ready_for_s >= self._patience.forgiven_after_s:
            self._deaths = 0
        if self._deaths >= len(self._patience.delays_s):
            return None
        delay_s = self._patience.delays_s[self._deaths]
        self._deaths += 1
        return delay_s
