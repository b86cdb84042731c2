"""A clock that stands still until it is moved."""

__all__ = ["HandClock"]


class HandClock:
    """Seconds, set by hand."""

    def __init__(self, now_s: float = 0.0) -> None:
        self.now_s = now_s

    def __call__(self) -> float:
        return self.now_s
