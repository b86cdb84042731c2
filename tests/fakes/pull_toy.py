"""Fetches the toy model in a process of its own, to be interrupted: ENDPOINT FOLDER CATALOGUE.

The catalogue is given as JSON. FAKE_FREE_BYTES pretends so much room on the disk.
"""

import json
import os
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

from kairo_desktop.catalogue.entries import Catalogue
from kairo_desktop.catalogue.hub import Hub, Patience
from kairo_desktop.catalogue.library import Library
from kairo_desktop.catalogue.pull import Puller
from kairo_desktop.catalogue.sources import SourceName
from kairo_desktop.errors import KairoError

__all__: list[str] = []


def main() -> int:
    """Fetch, one word a line for each event; the exit code is that of the error."""
    endpoint, folder, raw = sys.argv[1:]
    library = Library(Catalogue.model_validate({"models": json.loads(raw)}), (Path(folder),))
    hub = Hub(endpoint=endpoint, patience=Patience(answer_s=5, stall_s=5, tries=3, pause_s=0))
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    free = os.environ.get("FAKE_FREE_BYTES", shutil.disk_usage("/").free)
    with patch("shutil.disk_usage", return_value=SimpleNamespace(free=int(free))):
        return _fetch(library, hub)


def _fetch(library: Library, hub: Hub) -> int:
    try:
        for event in Puller(library, (SourceName.HUB,), hub).pull(library.entry("toy")):
            sys.stdout.write(f"{type(event).__name__}\n")
            sys.stdout.flush()
    except KairoError as error:
        sys.stdout.write(f"{error}\n")
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
