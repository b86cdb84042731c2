"""What stands under a live session."""

from io import StringIO

import pytest
from rich.console import Console

from kairo_desktop.audio.health import LaneHealth, LaneState, Trouble
from kairo_desktop.audio.levels import LaneLevel
from kairo_desktop.cli.lane_meters import LaneMeters
from kairo_desktop.supervisor.messages import ChildReport, ChildState
from kairo_desktop.types import Lane
from tests.fakes.hand_clock import HandClock


@pytest.fixture
def clock() -> HandClock:
    return HandClock(10.0)


@pytest.fixture
def meters(clock: HandClock) -> LaneMeters:
    return LaneMeters((Lane.SYSTEM, Lane.MIC), clock=clock)


def _text(meters: LaneMeters) -> str:
    console = Console(width=160, record=True, file=StringIO())
    console.print(meters)
    return console.export_text()


def _filled(meters: LaneMeters) -> int:
    text = meters.__rich__()
    return sum(span.end - span.start for span in text.spans if span.style in ("green", "red"))


def test_says_what_is_loading_until_it_is_ready(meters: LaneMeters) -> None:
    assert "loading speech recognition and the answering model" in _text(meters)
    meters.show(ChildReport("asr", ChildState.READY))
    assert "loading the answering model" in _text(meters)
    meters.show(ChildReport("llm", ChildState.FAILED))
    assert "loading" not in _text(meters)
    meters.show(ChildReport("asr", ChildState.RESTARTING))
    meters.show(ChildReport("capture-mic", ChildState.RESTARTING))
    assert "loading speech recognition …" in _text(meters)


def test_names_source_delay_and_trouble(meters: LaneMeters) -> None:
    assert "opening" in _text(meters)
    meters.show(LaneHealth(Lane.MIC, LaneState.OK, "Headset", delay_ms=43.0))
    meters.show(LaneHealth(Lane.SYSTEM, LaneState.LOST, "", "Plug it in again."))
    text = _text(meters)
    assert "Headset  43 ms" in text
    assert "Plug it in again." in text
    assert "opening" not in text


def test_says_how_another_source_is_chosen_here(meters: LaneMeters) -> None:
    meters.show(LaneHealth(Lane.MIC, LaneState.LOST, "", "It is gone.", Trouble.NO_SOURCE))
    assert "It is gone. Here: --mic NAME; kairo devices lists the names." in _text(meters)
    meters.show(LaneHealth(Lane.MIC, LaneState.LOST, "", "No server.", Trouble.NO_SERVER))
    assert "--mic" not in _text(meters)


def test_a_name_with_brackets_is_shown_as_it_is(meters: LaneMeters) -> None:
    meters.show(LaneHealth(Lane.MIC, LaneState.OK, "[/red] Mic [bold]"))
    assert "[/red] Mic [bold]" in _text(meters)


def test_a_meter_rises_at_once_and_falls_slowly(meters: LaneMeters, clock: HandClock) -> None:
    quiet = _filled(meters)
    meters.show(LaneLevel(Lane.MIC, -20.0, -12.0))
    loud = _filled(meters)
    meters.show(LaneLevel(Lane.MIC, -50.0, -40.0))
    assert _filled(meters) == loud
    clock.now_s += 0.5
    assert quiet < _filled(meters) < loud
    clock.now_s += 10
    assert _filled(meters) == quiet
