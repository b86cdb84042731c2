"""Private sound servers, one per test, and a summary of what was measured on them."""

from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.audio.courses import Note
from tests.sound_server import Kind, SoundServer, sound_server

_MEASURED = "measured"


@pytest.fixture(params=list(Kind), ids=str)
def kind(request: pytest.FixtureRequest) -> Kind:
    """Both servers, one after the other."""
    kind: Kind = request.param
    return kind


@pytest.fixture
def server(kind: Kind) -> Iterator[SoundServer]:
    """A server of its own; its folder has a short path, as sockets want it."""
    with TemporaryDirectory(prefix="kairo-") as folder, sound_server(kind, Path(folder)) as started:
        yield started


@pytest.fixture
def note(kind: Kind, record_property: Callable[[str, object], None]) -> Note:
    """Puts a measurement into the summary that ends the run."""

    def noted(measured: object) -> None:
        record_property(_MEASURED, f"{kind} | {measured}")

    return noted


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Every measurement of the run, a line each."""
    lines = [
        str(value)
        for reports in terminalreporter.stats.values()
        for report in reports
        if isinstance(report, pytest.TestReport) and report.when == "call"
        for name, value in report.user_properties
        if name == _MEASURED
    ]
    if lines:
        terminalreporter.section("sound, as measured")
        for line in lines:
            terminalreporter.line(line)
