"""Answers written down for a person to judge."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from kairo_desktop.bench.retrieval_answers import Answered

__all__ = ["dumped"]


@contextmanager
def dumped(path: Path | None) -> Iterator[Callable[[Answered], None] | None]:
    """What to call with each answer so that it ends in `path`; None where there is no path."""
    if path is None:
        yield None
        return
    with path.open("w", encoding="utf-8") as file:
        yield lambda answered: _write(file, answered)


def _write(file: TextIO, answered: Answered) -> None:
    lines = [f"## {answered.id}: {answered.question}", ""]
    for point in answered.points:
        sources = ", ".join(source.file for source in point.sources)
        lines.append(f"- {point.text}{f'   [{sources}]' if sources else ''}")
    for title, items in (
        ("to mention", answered.must_mention),
        ("mentioned", answered.mentioned),
        ("false claims", answered.false_claims),
        ("uncited", answered.uncited),
    ):
        lines.append(f"  {title}: {'; '.join(items) or '–'}")
    file.write("\n".join(lines) + "\n\n")
    file.flush()
