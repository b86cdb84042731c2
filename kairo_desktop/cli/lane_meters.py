"""The bottom lines of a live session: how loud each lane is and whether it is well."""

from collections.abc import Callable, Iterable
from time import monotonic

from rich.text import Text

from kairo_desktop.audio.health import LaneHealth, LaneState, Trouble
from kairo_desktop.audio.levels import FLOOR_DB, LaneLevel
from kairo_desktop.supervisor.messages import ChildReport, ChildState
from kairo_desktop.types import Lane

__all__ = ["LaneMeters", "advice_here"]

_WIDTH = 24
_QUIETEST_DB = -60.0
_FALL_DB_PER_S = 30.0
_HOT_DB = -3.0
_NAMES = {Lane.SYSTEM: ("interviewer", "cyan"), Lane.MIC: ("you", "green")}
_PARTS = {"asr": "speech recognition", "llm": "the answering model"}
_CHOOSABLE = {Trouble.NO_SOURCE, Trouble.ELSEWHERE, Trouble.ZEROS}
_MARKS = {
    LaneState.OK: ("●", "green"),
    LaneState.SILENT: ("●", "yellow"),
    LaneState.STALLED: ("◌", "yellow"),
    LaneState.LOST: ("✗", "red"),
    LaneState.DENIED: ("✗", "red"),
    LaneState.PAUSED: ("‖", "dim"),
}


def advice_here(health: LaneHealth) -> str:
    """What a lane says, and how another source is chosen at a command line."""
    if health.trouble not in _CHOOSABLE:
        return health.message
    return f"{health.message} Here: --{health.lane.value} NAME; kairo devices lists the names."


class LaneMeters:
    """Something that rich can print; shows the newest of what it was told.

    A meter falls at a steady rate after a loud moment, so that the eye can follow it.
    """

    def __init__(self, lanes: Iterable[Lane], *, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._peaks: dict[Lane, tuple[float, float]] = dict.fromkeys(lanes, (FLOOR_DB, 0.0))
        self._health: dict[Lane, LaneHealth] = {}
        self._loading = dict(_PARTS)

    def show(self, told: LaneLevel | LaneHealth | ChildReport) -> None:
        """Take what a lane or a child tells."""
        match told:
            case LaneLevel():
                peak_db = max(told.peak_db, self._peak_db(told.lane))
                self._peaks[told.lane] = (peak_db, self._clock())
            case LaneHealth():
                self._health[told.lane] = told
            case ChildReport(state=ChildState.READY | ChildState.FAILED):
                self._loading.pop(told.name, None)
            case ChildReport():
                if told.name in _PARTS:
                    self._loading[told.name] = _PARTS[told.name]

    def __rich__(self) -> Text:
        lines = [self._line(lane) for lane in self._peaks]
        if self._loading:
            lines.append(Text(f"       loading {' and '.join(self._loading.values())} …", "dim"))
        return Text("\n").join(lines)

    def _peak_db(self, lane: Lane) -> float:
        peak_db, at_s = self._peaks[lane]
        return max(FLOOR_DB, peak_db - _FALL_DB_PER_S * (self._clock() - at_s))

    def _line(self, lane: Lane) -> Text:
        name, color = _NAMES[lane]
        health = self._health.get(lane)
        mark, mark_color = _MARKS[LaneState.STALLED if health is None else health.state]
        line = Text.assemble(
            ("     ", ""),
            (f"{mark} ", mark_color),
            (f"{name:<12}", color),
            _bar(self._peak_db(lane)),
        )
        if health is None:
            return line.append("  opening …", "dim")
        line.append(f"  {health.source}", "dim")
        if health.delay_ms is not None:
            line.append(f"  {health.delay_ms:.0f} ms", "dim")
        return line.append(f"  {advice_here(health)}", mark_color)


def _bar(peak_db: float) -> Text:
    share = (max(peak_db, _QUIETEST_DB) - _QUIETEST_DB) / -_QUIETEST_DB
    n = round(share * _WIDTH)
    return Text.assemble(
        ("━" * n, "red" if peak_db > _HOT_DB else "green"), ("━" * (_WIDTH - n), "bright_black")
    )
