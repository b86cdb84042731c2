"""How a fetch looks: a bar per model in a terminal, plain lines elsewhere, or JSON lines."""

from dataclasses import dataclass, field
from types import TracebackType
from typing import Protocol

from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
    TransferSpeedColumn,
)

from kairo_desktop.catalogue.sources import (
    Checking,
    FellThrough,
    Installed,
    Moved,
    PullEvent,
    SourceName,
    Trying,
    Waiting,
)
from kairo_desktop.cli.output import write_json
from kairo_desktop.supervisor.messages import Connections
from kairo_desktop.supervisor.network import own_connections

__all__ = ["JsonPulls", "PullScreen", "Pulls", "megabytes"]

_SOURCE = {SourceName.HUB: "the hub", SourceName.WHEEL: "the package index"}


def megabytes(n_bytes: int | None) -> str:
    """A size as people read it: "491 MB", or "?" where it is not known."""
    return "?" if n_bytes is None else f"{n_bytes / 1e6:,.0f} MB"


class Pulls(Protocol):
    """Shows how models come; a context manager."""

    def __enter__(self) -> "Pulls": ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...

    def show(self, name: str, event: PullEvent) -> None:
        """Show what happens to the model `name`."""
        ...


class PullScreen:
    """Bars that grow in a terminal; elsewhere a line for each thing that happens."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._bars: dict[str, TaskID] = {}
        self._tenths: dict[str, int] = {}
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            DownloadColumn(),
            TransferSpeedColumn(),
            TimeRemainingColumn(),
            console=console,
            disable=not console.is_terminal,
        )

    def __enter__(self) -> "PullScreen":
        self._progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._progress.stop()

    def show(self, name: str, event: PullEvent) -> None:
        """Show what happens to the model `name`."""
        match event:
            case Moved(done_bytes, n_bytes):
                self._bar(name, name, done_bytes, n_bytes)
            case Checking(done_bytes, n_bytes):
                self._bar(name, f"{name} (checking)", done_bytes, n_bytes)
            case Waiting():
                self._say(f"{name}: another Kairo is fetching it; waiting for that")
            case Trying(source, where):
                self._say(f"{name}: asking {_SOURCE[source]} ({where})")
            case FellThrough(source, reason):
                self._say(f"{name}: {_SOURCE[source]} cannot serve: {reason}")
            case Installed():
                self._drop_bar(name)
                self._say(f"{name}: {_installed(event)}")

    def _say(self, words: str) -> None:
        self._console.print(words, markup=False, soft_wrap=True)

    def _bar(self, name: str, label: str, done: int, n_bytes: int | None) -> None:
        if not self._console.is_terminal:
            self._say_tenths(name, label, done, n_bytes)
            return
        if name not in self._bars:
            self._bars[name] = self._progress.add_task(label, total=n_bytes)
        self._progress.update(self._bars[name], description=label, completed=done, total=n_bytes)

    def _say_tenths(self, name: str, label: str, done: int, n_bytes: int | None) -> None:
        tenth = 10 * done // n_bytes if n_bytes and label == name else 0
        if tenth > self._tenths.get(name, 0):
            self._tenths[name] = tenth
            self._say(f"{name}: {tenth * 10} % of {megabytes(n_bytes)}")

    def _drop_bar(self, name: str) -> None:
        if name in self._bars:
            self._progress.remove_task(self._bars.pop(name))


@dataclass(slots=True)
class JsonPulls:
    """One JSON line for each thing that happens; sizes at most once a percent.

    A program that reads them, as the desktop does, is told what went to the network, too.
    """

    _percents: dict[str, int] = field(default_factory=dict)
    _connections: Connections = field(default_factory=own_connections)

    def __enter__(self) -> "JsonPulls":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._show_connections()

    def show(self, name: str, event: PullEvent) -> None:
        """Write what happens to the model `name`."""
        self._show_connections()
        match event:
            case Moved(done_bytes, n_bytes) | Checking(done_bytes, n_bytes):
                what = "moved" if isinstance(event, Moved) else "checking"
                percent = 100 * done_bytes // n_bytes if n_bytes else 0
                if self._percents.get(f"{what} {name}") == percent:
                    return
                self._percents[f"{what} {name}"] = percent
                write_json(
                    {"event": what, "name": name, "done_bytes": done_bytes, "bytes": n_bytes}
                )
            case Waiting():
                write_json({"event": "waiting", "name": name})
            case Trying(source, where):
                write_json({"event": "trying", "name": name, "source": source, "where": where})
            case FellThrough(source, reason):
                write_json(
                    {"event": "fell_through", "name": name, "source": source, "reason": reason}
                )
            case Installed(path, served, verified):
                write_json(
                    {
                        "event": "installed",
                        "name": name,
                        "path": path,
                        "source": served,
                        "verified": verified,
                    }
                )

    def _show_connections(self) -> None:
        now = own_connections()
        if now != self._connections:
            self._connections = now
            write_json({"event": "connections", "count": now.count, "hosts": now.hosts})


def _installed(event: Installed) -> str:
    proof = "size and hash as we know them" if event.verified else "not verified by us"
    served = f"served by {_SOURCE[event.source]}" if event.source else "in place"
    return f"{served}, {proof}"
