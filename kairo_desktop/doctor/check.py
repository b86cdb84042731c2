"""What one look at a part gives, and how a child process takes a look that may crash."""

import subprocess
import sys
from dataclasses import dataclass
from enum import Enum

__all__ = ["Cures", "Look", "Outcome", "System", "look_in_child"]

_TIMEOUT_S = 60.0


class System(Enum):
    """Operating systems that cures are written for."""

    LINUX = "linux"
    MACOS = "darwin"
    WINDOWS = "win32"

    @classmethod
    def current(cls) -> "System":
        """The one we run on; everything unknown is taken for a Linux."""
        return next((one for one in cls if sys.platform == one.value), cls.LINUX)


@dataclass(frozen=True, slots=True)
class Cures:
    """What to do on each operating system."""

    linux: str
    macos: str
    windows: str

    def on(self, system: System) -> str:
        """The cure for `system`."""
        match system:
            case System.LINUX:
                return self.linux
            case System.MACOS:
                return self.macos
            case System.WINDOWS:
                return self.windows


@dataclass(frozen=True, slots=True)
class Look:
    """How one part is.

    Attributes:
        version: Empty where the part has none, or none can be read.
        cure: What to do, for this operating system; empty when `ok`.
        essential: Without this part no question can be answered at all.
    """

    part: str
    ok: bool
    detail: str
    version: str = ""
    cure: str = ""
    essential: bool = True


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a child process ended.

    Attributes:
        words: Its output where it succeeded, else what went wrong in a few words.
    """

    ok: bool
    words: str


def look_in_child(*arguments: str, timeout_s: float = _TIMEOUT_S) -> Outcome:
    """Run this Python with `arguments`, in a process of its own: it may crash or hang.

    The last line of its output counts.
    """
    try:
        done = subprocess.run(
            [sys.executable, *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=timeout_s,
            check=False,
            encoding="utf-8",
            errors="replace",
        )
    except subprocess.TimeoutExpired:
        return Outcome(ok=False, words=f"it did not answer within {timeout_s:.0f} s")
    except OSError as err:
        return Outcome(ok=False, words=f"it could not be started ({err.strerror})")
    if done.returncode == 0:
        return Outcome(ok=True, words=_last_line(done.stdout))
    if done.returncode < 0:
        return Outcome(ok=False, words=f"it crashed (signal {-done.returncode})")
    return Outcome(ok=False, words=_last_line(done.stderr) or f"exit code {done.returncode}")


def _last_line(text: str) -> str:
    return text.strip().rpartition("\n")[2].strip()
