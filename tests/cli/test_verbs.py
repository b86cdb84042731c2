"""The program knows its verbs, and imports those that are asked for."""

import subprocess
import sys

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from kairo_desktop.cli.program import app

VERBS = (
    "answer",
    "ask",
    "transcribe",
    "listen",
    "devices",
    "doctor",
    "models",
    "bench",
    "sessions",
)


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_explains_itself(verb: str) -> None:
    shown = CliRunner().invoke(app, [verb, "-h"])
    assert shown.exit_code == 0
    assert f"Usage: {get_command(app).name} {verb}" in " ".join(shown.output.split())


def test_help_names_all_verbs() -> None:
    shown = CliRunner().invoke(app, ["--help"])
    assert all(f" {verb} " in shown.output for verb in VERBS)


def test_a_verb_does_not_import_what_other_verbs_need() -> None:
    script = (
        "import sys\n"
        "from kairo_desktop.cli.program import app\n"
        "app(['sessions', '-h'], standalone_mode=False)\n"
        "print([name for name in ('huggingface_hub', 'keyring', 'av') if name in sys.modules])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"
