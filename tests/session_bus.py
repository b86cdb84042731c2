"""Private session buses for tests: dbus-daemon, with no services but those that a test starts."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["session_bus"]

_CONFIG = """
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path={folder}/bus</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""


@contextmanager
def session_bus(folder: Path) -> Iterator[str]:
    """The address of a bus whose socket lies in `folder`, whose path must be short."""
    config = folder / "bus.conf"
    config.write_text(_CONFIG.format(folder=folder), encoding="utf-8")
    argv = ["dbus-daemon", f"--config-file={config}", "--nofork", "--nopidfile", "--print-address"]
    daemon = subprocess.Popen(argv, stdout=subprocess.PIPE, text=True)
    try:
        assert daemon.stdout is not None
        yield daemon.stdout.readline().strip()
    finally:
        daemon.terminate()
        daemon.wait()
        if daemon.stdout is not None:
            daemon.stdout.close()
