"""Runs the program as a user would, in a process of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Outcome", "run_kairo"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run left behind."""

    code: int
    out: str
    err: str

    @property
    def events(self) -> list[dict[str, object]]:
        """The JSON lines of stdout."""
        return [json.loads(line) for line in self.out.splitlines()]

    def of(self, name: str) -> list[dict[str, object]]:
        """The events called `name`."""
        return [event for event in self.events if event["event"] == name]


def run_kairo(
    *arguments: str | Path,
    wrapper: Sequence[str] = (),
    env: Mapping[str, str] | None = None,
    timeout_s: float = 900,
) -> Outcome:
    """Run `kairo` with `arguments`, behind `wrapper` where one is given."""
    done = subprocess.run(
        [*wrapper, sys.executable, "-m", "kairo_desktop", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=timeout_s,
        env={**os.environ, **(env or {})},
        check=False,
    )
    return Outcome(done.returncode, done.stdout, done.stderr)
