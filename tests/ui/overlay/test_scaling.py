"""Nothing is cut off, at any scale of the system and any size of text."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

_SCREEN = {"name": "one", "x": 0, "y": 0, "width": 1280, "height": 800, "dpr": 1}


@pytest.mark.parametrize("scale", ["1", "1.5", "3"])
def test_nothing_is_cut_off_and_all_is_in_sight(tmp_path: Path, scale: str) -> None:
    config = tmp_path / "screens.json"
    config.write_text(json.dumps({"screens": [_SCREEN]}), encoding="utf-8")
    env = os.environ | {
        "QT_QPA_PLATFORM": f"offscreen:configfile={config}",
        "QT_SCALE_FACTOR": scale,
    }
    argv = [sys.executable, "-m", "tests.ui.overlay.probe"]
    done = subprocess.run(argv, env=env, capture_output=True, text=True, timeout=120, check=True)
    for found in json.loads(done.stdout).values():
        assert found == {"cut_off": [], "in_sight": True, "ratio": float(scale)}
