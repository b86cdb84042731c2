"""One line that says where the time of a turn went."""

from kairo_desktop.types import Trace

__all__ = ["trace_line"]


def trace_line(trace: Trace) -> str:
    """The moments that a person feels, then what they cost.

    For example `first words 312 ms · point 0.9 s · done 2.6 s · 58 tokens in 31 passes`.
    """
    moments = [
        f"{name} {_duration(ms)}"
        for name, ms in (
            ("first words", trace.first_words_ms),
            ("point", trace.first_point_ms),
            ("done", trace.done_ms),
        )
        if ms is not None
    ]
    cost = [f"{trace.tokens} tokens in {trace.passes} passes"] if trace.passes else []
    ahead = [f"{trace.prefilled_ahead} prefilled ahead"] if trace.prefilled_ahead else []
    return " · ".join([*moments, *cost, *ahead])


def _duration(ms: float) -> str:
    return f"{ms:.0f} ms" if abs(ms) < 1000 else f"{ms / 1000:.1f} s"
