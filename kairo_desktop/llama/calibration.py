"""What decoding costs on this machine with these models: measured once, then remembered."""

import hashlib
import logging
import os
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from kairo_desktop.decode.cost import Costs
from kairo_desktop.decode.measure import WIDTHS, measure_agreement, measure_costs, time_pass
from kairo_desktop.decode.prefix import extend
from kairo_desktop.decode.target import never
from kairo_desktop.errors import ModelMissing
from kairo_desktop.llama.binding import build
from kairo_desktop.llama.sequence import LlamaSequence

__all__ = [
    "Calibration",
    "calibrate",
    "calibration_key",
    "recall",
    "remember",
    "thread_counts",
    "typical",
]

logger = logging.getLogger(__name__)

HEAD_BYTES = 1 << 20
"""How much of a model file is hashed: all that tells its shape and quantization."""


class Calibration(msgspec.Struct, frozen=True):
    """The outcome.

    Attributes:
        threads: CPU threads that gave the fastest passes.
        widths: As in `Costs`.
        pass_s: As in `Costs`.
        draft_s: As in `Costs`.
        agreement: Share of the target's tokens that the draft model says too; 0 without one.
    """

    threads: int
    widths: tuple[int, ...]
    pass_s: tuple[float, ...]
    draft_s: float = 0.0
    agreement: float = 0.0

    @property
    def costs(self) -> Costs:
        """What the tuner reckons with."""
        return Costs(self.widths, self.pass_s, self.draft_s)


def typical(threads: int) -> Calibration:
    """What to reckon with where nothing was measured: a small CPU, no draft model worth its time.

    Proportions of a 1.5B Q4_K_M model on two cores.
    """
    return Calibration(threads, (1, 2, 4, 8, 16), (1.0, 1.39, 1.54, 2.71, 3.28), draft_s=0.6)


def thread_counts(n_cpus: int) -> tuple[int, ...]:
    """Numbers of threads worth trying: all processors, and half, where two share a core."""
    return tuple(dict.fromkeys((n_cpus, max(1, n_cpus // 2))))


_THREAD_ROUNDS = 4

_CLEARLY = 1.15
"""How many times as fast as all processors another number of threads must be."""


def calibrate(
    target: LlamaSequence,
    draft: LlamaSequence | None,
    prompt: Sequence[int],
    threads: Sequence[int],
    clock: Callable[[], float],
) -> Calibration:
    """Choose the number of threads, then time the passes; both caches are empty after it.

    Args:
        target: The target's sequence; its context keeps the chosen number of threads.
        draft: The draft model's, or None.
        prompt: What the passes stand behind.
        threads: Numbers to choose from.
        clock: Seconds, monotonic.
    """
    best = _fastest(target, prompt, threads, clock)
    target.set_threads(best)
    if draft is not None:
        draft.set_threads(best)
    costs = measure_costs(target, draft, prompt, clock)
    agreement = measure_agreement(target, draft, prompt) if draft is not None else 0.0
    for sequence in (target, draft):
        if sequence is not None:
            sequence.rewind(0)
    return Calibration(best, costs.widths, costs.pass_s, costs.draft_s, agreement)


def _fastest(
    target: LlamaSequence,
    prompt: Sequence[int],
    threads: Sequence[int],
    clock: Callable[[], float],
) -> int:
    """The number of threads for wide passes; the first one unless another is clearly faster.

    A busy moment flatters few threads, which wait for each other less, and would be remembered.
    """
    if len(threads) == 1:
        return threads[0]
    extend(target, prompt, never)
    times = dict.fromkeys(threads, float("inf"))
    for _ in range(_THREAD_ROUNDS):
        for n in threads:
            target.set_threads(n)
            times[n] = min(times[n], time_pass(target, WIDTHS[-1], clock))
    return min(threads, key=lambda n: times[n] * (1 if n == threads[0] else _CLEARLY))


def calibration_key(models: Sequence[Path], settings: Sequence[object]) -> str:
    """A name for what was measured: models, engine build, processors and settings.

    Raises:
        ModelMissing: a model file is gone, or cannot be read any more.
    """
    digest = hashlib.sha256(repr((build(), os.cpu_count(), *settings)).encode())
    for path in models:
        try:
            with path.open("rb") as file:
                digest.update(str(path.stat().st_size).encode())
                digest.update(file.read(HEAD_BYTES))
        except OSError as err:
            raise ModelMissing(
                f"The model file {path} is gone or cannot be read.",
                cure="Install the model again.",
            ) from err
    return digest.hexdigest()[:24]


def recall(folder: Path, key: str) -> Calibration | None:
    """An earlier outcome under `key`; None when there is none that can be read."""
    try:
        return msgspec.json.decode((folder / f"{key}.json").read_bytes(), type=Calibration)
    except (OSError, msgspec.DecodeError):
        return None


def remember(folder: Path, key: str, calibration: Calibration) -> None:
    """Keep an outcome; where the disk refuses, it is measured again next time."""
    part = folder / f"{key}.part"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        part.write_bytes(msgspec.json.encode(calibration))
        part.replace(folder / f"{key}.json")
    except OSError as err:
        logger.info("calibration not kept: %s", err.strerror)
