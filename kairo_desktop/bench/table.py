"""A report for people: one table per kind of row, the figures as they stand in the JSON."""

from collections.abc import Iterable, Iterator
from itertools import groupby

import msgspec
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from kairo_desktop.bench.report import Report, Row

__all__ = ["print_report"]


def print_report(report: Report, console: Console) -> None:
    """Print the report: heading, tables, notes."""
    console.print(_heading(report))
    console.print(Group(*_tables(report.rows)))
    for figure in report.figures:
        console.print(Text.assemble((f"  {figure.name}  ", "dim"), _shown(figure.value)))
    for note in report.notes:
        console.print(Text(note, "dim"))


def _heading(report: Report) -> Text:
    machine = report.machine
    facts = [f"{machine.cpu}, {machine.cores} cores", f"GPU {machine.gpu}", *report.models]
    runs = [f"{report.runs} runs"] if report.runs > 1 else []
    return Text.assemble((f"{report.bench}  ", "bold"), (" · ".join([*facts, *runs]), "dim"))


def _tables(rows: Iterable[Row]) -> Iterator[RenderableType]:
    for _, same in groupby(rows, key=type):
        yield _table([msgspec.to_builtins(row) for row in same])


def _table(rows: list[dict[str, object]]) -> RenderableType:
    """Many rows side by side as columns; a single one as a list, which is easier to read."""
    if len(rows) == 1:
        table = Table(box=None, show_header=False, padding=(0, 2))
        for key, value in rows[0].items():
            table.add_row(Text(key, "dim"), _shown(value))
        return table
    table = Table(box=None, padding=(0, 1), header_style="dim")
    for key in rows[0]:
        table.add_column(key, justify="right" if _is_number(rows[0][key]) else "left")
    for row in rows:
        table.add_row(*(_shown(value) for value in row.values()))
    return table


def _shown(value: object) -> str:
    match value:
        case None:
            return "–"
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:.4g}"
        case dict():
            return ", ".join(f"{key} {_shown(part)}" for key, part in value.items())
        case list() | tuple():
            return "–".join(_shown(part) for part in value)
        case _:
            return str(value)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
