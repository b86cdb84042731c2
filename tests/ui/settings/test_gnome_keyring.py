import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.ui.settings import keyring_script

pytestmark = pytest.mark.real

_UNLOCK = (
    "printf 'ci-password\\n' | "
    "gnome-keyring-daemon --unlock --components=secrets --daemonize >/dev/null"
)
_REPOSITORY = Path(__file__).parents[3]


@pytest.fixture
def home() -> Iterator[Path]:
    with TemporaryDirectory(prefix="kk-") as folder:
        yield Path(folder)


def _run(home: Path, before: str) -> tuple[list[str], str]:
    """What the script tells on a session bus of its own; the daemon ends with the bus."""
    env = {k: v for k, v in os.environ.items() if k not in {"DISPLAY", "DBUS_SESSION_BUS_ADDRESS"}}
    for name in ("run", "data/keyrings", "config", "cache"):
        (home / name).mkdir(mode=0o700, parents=True)
    env |= {
        "HOME": str(home),
        "XDG_DATA_HOME": str(home / "data"),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_CACHE_HOME": str(home / "cache"),
        "XDG_RUNTIME_DIR": str(home / "run"),
        "QT_QPA_PLATFORM": "offscreen",
        "PYTHONPATH": str(_REPOSITORY),
    }
    script = f"{before}; exec {sys.executable} -m {keyring_script.__name__}"
    done = subprocess.run(
        ["dbus-run-session", "--", "bash", "-c", script],
        env=env,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return done.stdout.splitlines(), done.stderr


def test_a_token_is_kept_read_back_and_forgotten_by_a_real_keyring(home: Path) -> None:
    told, _ = _run(home, _UNLOCK)
    assert told == [
        "backend: SecretService Keyring",
        "first: No token is saved.",
        "saved: ✓  A token is saved in the keyring.",
        "read back: True",
        "forgotten: No token is saved.",
    ]


@pytest.mark.parametrize("before", [":", "unset DBUS_SESSION_BUS_ADDRESS"])
def test_a_locked_or_missing_keyring_is_told_and_nothing_is_written(
    home: Path, before: str
) -> None:
    told, errors = _run(home, before)
    assert "⚠" in told[1]
    assert "is saved" not in told[2]
    assert "⚠" in told[2]
    assert "hf_canary" not in errors
    kept = [path for path in home.rglob("*") if path.is_file()]
    assert not [path for path in kept if b"hf_canary" in path.read_bytes()]
