"""`kairo bench`: the measurements behind every number in the README."""

from pathlib import Path
from typing import Annotated

import typer

from kairo_desktop.bench.report import Report, to_json
from kairo_desktop.bench.table import print_report
from kairo_desktop.cli.options import AsJson
from kairo_desktop.cli.output import console, write_line
from kairo_desktop.errors import InputError

__all__ = ["app"]

app = typer.Typer(help="Measure Kairo on this machine.", no_args_is_help=True)

DataFolder = Annotated[
    Path | None,
    typer.Option("--data", metavar="DIR", help="A folder laid out like the test data."),
]


@app.command("turns")
def turns(data: DataFolder = None, as_json: AsJson = False) -> None:
    """What counts as a question, of which kind, and when."""
    from kairo_desktop.bench.turns import bench_turns

    _say(bench_turns(_data(data)), as_json=as_json)


def _data(folder: Path | None) -> Path:
    """The folder to measure on; in a checkout the tests' own data unless another is named."""
    chosen = folder or Path(__file__).parents[2] / "tests" / "data"
    if not chosen.is_dir():
        raise InputError(f"There is no data in {chosen}.", cure="Name a folder: --data DIR.")
    return chosen


def _say(report: Report, *, as_json: bool) -> None:
    if as_json:
        write_line(to_json(report).decode())
    else:
        print_report(report, console())
