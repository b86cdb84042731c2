"""What a bench says: its rows, and the machine, build and models they were measured on."""

import importlib.metadata
import math
import os
import platform
from collections.abc import Sequence
from dataclasses import Field, dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Protocol

import msgspec

from kairo_desktop import __version__

__all__ = ["Figure", "Machine", "Report", "Row", "median", "quantile", "to_json"]

_VERSIONED = ("llama-cpp-python", "faster-whisper", "ctranslate2", "onnxruntime", "numpy")


class Row(Protocol):
    """A frozen dataclass whose field names are the keys of CLI JSON."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


@dataclass(frozen=True, slots=True)
class Machine:
    """The computer that was measured.

    Attributes:
        cpu: Model name of the processor.
        cores: Logical cores this process may use.
        gpu: "not measured" where there is none.
    """

    cpu: str
    cores: int
    system: str
    gpu: str = "not measured"

    @classmethod
    def here(cls) -> "Machine":
        """This computer."""
        return cls(_cpu_name(), os.cpu_count() or 1, platform.platform(terse=True))


@dataclass(frozen=True, slots=True)
class Figure:
    """A number about all rows together; a key of the JSON object beside `rows`."""

    name: str
    value: float | None


@dataclass(frozen=True, slots=True)
class Report:
    """One run of a bench.

    Attributes:
        bench: Name of the bench.
        rows: What was measured, in the order in which it should be read.
        runs: How often each figure was taken; rows hold medians.
        build: Flags of the engine's build, where one was used.
        models: Names of the models used.
        settings: Settings that shaped the numbers, as `name=value`.
        notes: Sentences a reader of the numbers must know.
        figures: What compares rows with each other.
    """

    bench: str
    rows: tuple[Row, ...]
    runs: int = 1
    build: str = ""
    models: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    figures: tuple[Figure, ...] = ()
    machine: Machine = field(default_factory=Machine.here)


def to_json(report: Report) -> bytes:
    """One JSON object, the versions of the engines among its keys."""
    whole = msgspec.to_builtins(report)
    del whole["figures"]
    whole |= {
        **{figure.name: figure.value for figure in report.figures},
        "versions": {"kairo": __version__}
        | {name: importlib.metadata.version(name) for name in _VERSIONED},
    }
    return msgspec.json.encode(whole)


def median(values: Sequence[float]) -> float:
    """Middle value; the mean of the middle two where there are two.

    Raises:
        ValueError: `values` is empty.
    """
    if not values:
        raise ValueError("median of nothing")
    ordered = sorted(values)
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2


def quantile(values: Sequence[float], share: float) -> float:
    """Smallest value that at least `share`, in 0..1, of all values do not exceed.

    Raises:
        ValueError: `values` is empty.
    """
    if not values:
        raise ValueError("quantile of nothing")
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)]


def _cpu_name() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()
