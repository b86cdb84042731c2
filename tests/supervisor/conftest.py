"""A supervisor over children without models, and reading its reports with a deadline."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeAlias

import pytest
from hypothesis import settings

from kairo_desktop.supervisor.asr_child import AsrChild
from kairo_desktop.supervisor.backoff import Patience
from kairo_desktop.supervisor.child import Limits, Plan
from kairo_desktop.supervisor.llm_child import LlmChild
from kairo_desktop.supervisor.log import PrivateLog
from kairo_desktop.supervisor.messages import Role
from kairo_desktop.supervisor.process import Command
from kairo_desktop.supervisor.supervisor import Supervisor
from tests.fakes.kid import kid

settings.register_profile("busy", deadline=None)  # a law takes as long as the machine is busy
settings.load_profile("busy")

LIMITS = Limits(greet_s=20, load_s=20, patience=Patience((0.0, 0.05, 0.1), forgiven_after_s=0.5))

Plans: TypeAlias = Callable[..., Supervisor]
"""Habits are those of `tests.fakes.kid`, by role, one for each start."""


@pytest.fixture
def log(tmp_path: Path) -> PrivateLog:
    return PrivateLog(tmp_path / "logs", now=lambda: datetime.now(UTC))


@pytest.fixture
def plans(log: PrivateLog) -> Plans:
    """Make a supervisor over children without models, not started yet."""

    def make(*habits: tuple[Role, str], limits: Limits = LIMITS) -> Supervisor:
        to_come = list(habits)

        def command(role: Role) -> Command:
            for n, (who, habit) in enumerate(to_come):
                if who is role:
                    del to_come[n]
                    return kid(role, habit)
            return kid(role)

        both = [Plan(AsrChild("{}"), ("llm",), limits), Plan(LlmChild("{}"), (), limits)]
        return Supervisor(both, log, command=command)

    return make


@pytest.fixture
def supervise(plans: Plans) -> Iterator[Plans]:
    """Make a supervisor and start it; it is stopped when the test ends."""
    with ExitStack() as stack:

        def start(*habits: tuple[Role, str], limits: Limits = LIMITS) -> Supervisor:
            return stack.enter_context(plans(*habits, limits=limits))

        yield start
