"""A shell with the set-up's functions in it, on a machine made of stand-ins."""

import os
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
_PLAIN_TOOLS = (
    *("awk", "bash", "cat", "cksum", "cut", "date", "df", "dirname", "env", "find", "getconf"),
    *(
        "grep",
        "head",
        "id",
        "ls",
        "mkdir",
        "mv",
        "printf",
        "rm",
        "sed",
        "sh",
        "sleep",
        "sort",
        "tail",
        "touch",
    ),
    *("tr", "uname", "wc", "true"),
)


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine: a home, a checkout, and the commands in `bin` and nothing else.

    Attributes:
        calls: Every call of a stand-in, one a line.
    """

    home: Path
    root: Path
    bin: Path
    calls: Path

    def stand_in(self, name: str, script: str = "", folder: Path | None = None) -> Path:
        """Put a command `name` that notes its call and then runs `script`."""
        path = (folder or self.bin) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        note = f'printf "%s\\n" "{name} $*" >> "{self.calls}"'
        path.write_text(f"#!/bin/bash\n{note}\n{script}\n", encoding="utf-8")
        path.chmod(0o755)
        return path

    def python(self, script: str = "", *, works: bool = True) -> None:
        """Put a Python into the environment, whose modules are what `script` says."""
        probe = "" if works else "exit 1"
        self.stand_in(
            "python",
            f'case "$*" in\n{script}\n-c*) {probe or "echo cp311-x86_64"} ;;\nesac',
            self.root / ".venv" / "bin",
        )

    def noted(self) -> list[str]:
        """Calls so far."""
        return self.calls.read_text(encoding="utf-8").splitlines() if self.calls.exists() else []

    def run(
        self, code: str, environment: Mapping[str, str] | None = None
    ) -> "subprocess.CompletedProcess[str]":
        """Run shell code with the set-up's functions."""
        setup = REPOSITORY / "installers" / "setup.sh"
        prelude = f"set -euo pipefail; root='{self.root}'; . '{setup}'; extras=''\nmake_cache\n"
        return subprocess.run(
            ["/bin/bash", "-c", prelude + code],
            env={"HOME": str(self.home), "PATH": str(self.bin), **(environment or {})},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
            timeout=60,
        )

    @property
    def cache(self) -> Path:
        """Where wheels and logs go."""
        return self.home / ".cache" / "kairo"


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A bare machine: plain tools, a user without rights, no compiler, no Python, no apt."""
    made = Machine(
        tmp_path / "Полина ü x", tmp_path / "check out", tmp_path / "bin", tmp_path / "calls"
    )
    for folder in (made.home, made.root, made.bin):
        folder.mkdir()
    for tool in _PLAIN_TOOLS:
        place = shutil.which(tool)
        if place is not None:
            (made.bin / tool).symlink_to(os.path.realpath(place))
    made.stand_in("id", "echo 1000")
    (made.root / "pyproject.toml").write_text(
        '[build-system]\nrequires = ["hatchling==1.0"]\n"llama-cpp-python==0.3.36",\n'
    )
    return made


_PACKAGES = """*" wheel "*editables*)
  while [ "$1" != --wheel-dir ]; do shift; done
  mkdir -p "$2"; touch "$2/numpy-2.whl" "$2/kairo_desktop-0.whl" "$2/llama_cpp_python-0.whl" ;;"""
_WHEEL = """*" wheel "*)
  while [ "$1" != --wheel-dir ]; do shift; done
  echo "$CMAKE_ARGS" > "$2/llama_cpp_python-0.3.36-py3-none-any.whl" ;;"""


def builder(machine: Machine, dies: str) -> None:
    """A compiler, and a Python whose self-test dies on wheels that contain `dies`."""
    machine.stand_in("c++", "echo c++ 12")
    installed = machine.root / "installed"
    install = f"""*" --force-reinstall "*llama_cpp_python*)
  for wheel in "$@"; do :; done; cp=$(cat "$wheel"); echo "$cp" > "{installed}" ;;"""
    selftest = f'*selftest*) ! grep -q -e "{dies}" "{installed}" || exit 139 ;;'
    machine.python("\n".join([_PACKAGES, _WHEEL, install, selftest]))


def builds(machine: Machine) -> int:
    """How often the engine has been built."""
    return sum("--no-binary llama-cpp-python" in call for call in machine.noted())
