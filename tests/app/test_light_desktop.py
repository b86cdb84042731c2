"""The desktop's process stays small: what only children need is never loaded into it."""

import subprocess
import sys

_LOAD = """
import linecache, sys
from kairo_desktop.cli import run
def windows(*_):
    import kairo_desktop.ui.history.window, kairo_desktop.ui.settings.dialog
    return 0
import kairo_desktop.ui.single_instance
import kairo_desktop.app.start as start
n_before = len(linecache.cache)
start.run_desktop = windows
run._run_desktop(None, None, None)
print(len(linecache.cache) < n_before, "numpy" in sys.modules, "psutil" in sys.modules)
"""


def test_its_windows_load_no_look_at_the_machine_and_keep_no_source_texts() -> None:
    told = subprocess.run([sys.executable, "-c", _LOAD], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["True", "True", "False"]
