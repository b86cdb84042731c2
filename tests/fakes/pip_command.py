"""Stands in for pip: `download` copies a wheel from the folder FAKE_INDEX, or fails as pip does.

FAKE_PIP_FAULT names the failure, see below. Every call is noted in FAKE_INDEX/calls.
"""

import os
import shutil
import sys
import time
from pathlib import Path

__all__: list[str] = []

_WORDS = {
    "unreachable": "WARNING: NewConnectionError: Failed to establish a new connection\n"
    "ERROR: No matching distribution found for x",
    "offline": "WARNING: Retrying after connection broken by 'ReadTimeoutError'",
    "full": "ERROR: Could not install: [Errno 28] No space left on device",
    "no-pip": "/usr/bin/python3: No module named pip",
    "odd": "ERROR: Something that nobody has seen before",
    "silent": "",
}


def main() -> int:
    """Copy the wheel that the last argument names."""
    index = Path(os.environ["FAKE_INDEX"])
    requirement, folder = sys.argv[-1], Path(sys.argv[sys.argv.index("--dest") + 1])
    with (index / "calls").open("a") as calls:
        calls.write(requirement + "\n")
    fault = os.environ.get("FAKE_PIP_FAULT", "")
    if fault == "stall":
        time.sleep(30)
    if fault == "nothing":
        return 0
    if fault in _WORDS:
        sys.stdout.write(_WORDS[fault] + "\n")
        return 1
    package, _, version = requirement.partition("==")
    wheel = index / f"{package.replace('-', '_')}-{version}-py3-none-any.whl"
    if not wheel.exists():
        sys.stdout.write(f"ERROR: No matching distribution found for {requirement}\n")
        return 1
    shutil.copy(wheel, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
