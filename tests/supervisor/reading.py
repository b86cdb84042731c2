"""Reading a supervisor's reports until something has happened, never longer than a deadline."""

from collections.abc import Callable
from time import monotonic

import pytest

from kairo_desktop.supervisor.messages import ChildReport, ChildState, End, Report
from kairo_desktop.supervisor.supervisor import Supervisor

__all__ = ["DEADLINE_S", "is_ready", "until", "until_end"]

DEADLINE_S = 40.0


def until(supervisor: Supervisor, wanted: Callable[[Report], bool]) -> list[Report]:
    """All reports up to and with the first wanted one."""
    deadline_s = monotonic() + DEADLINE_S
    reports: list[Report] = []
    while (report := supervisor.reports.take(max(0.0, deadline_s - monotonic()))) is not None:
        reports.append(report)
        if wanted(report):
            return reports
    return pytest.fail(f"it did not come; the last of {len(reports)}: {reports[-3:]}")


def until_end(supervisor: Supervisor) -> list[Report]:
    """All reports up to the end of the session."""
    return until(supervisor, lambda report: isinstance(report, End))


def is_ready(name: str) -> Callable[[Report], bool]:
    """Whether a report says that the child of this name is ready."""
    return lambda report: (
        isinstance(report, ChildReport) and (report.name, report.state) == (name, ChildState.READY)
    )
