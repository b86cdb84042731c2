"""Proof that this build of the engine computes: `python -m kairo_desktop.llama.selftest`.

Run by the installer in a child process, because a build that does not fit the processor dies by
a signal. A tiny model is decoded token by token, and all at once, which takes other kernels; both
must give the same numbers.
"""

import logging
import sys
import tempfile
from pathlib import Path

import numpy as np

from kairo_desktop.decode.target import Logits, TokenTree
from kairo_desktop.errors import KairoError, ModelUnfit
from kairo_desktop.llama.binding import build
from kairo_desktop.llama.context import ContextOptions, open_context
from kairo_desktop.llama.model import load_model
from kairo_desktop.llama.sequence import LlamaSequence
from kairo_desktop.llama.tiny_model import write_tiny_model

__all__ = ["check_build", "main"]

N_TOKENS = 48
"""Enough rows in one pass for every kernel that works on tiles."""

TOLERANCE = 0.01
"""Largest difference, in standard deviations of the logits, that rounding accounts for."""


def check_build(threads: int = 2) -> None:
    """Decode a tiny model both ways.

    Raises:
        ModelUnfit: the numbers are no numbers, or differ.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tiny.gguf"
        write_tiny_model(path)
        with (
            load_model(path) as model,
            open_context(model, ContextOptions(n_ctx=256, threads=threads)) as context,
        ):
            tokens = [(7 * i) % 250 for i in range(N_TOKENS)]
            sequence = LlamaSequence(context, 0)
            single = np.concatenate([_rows(sequence, [token]) for token in tokens])
            sequence.rewind(0)
            together = _rows(sequence, tokens)
    if not (np.isfinite(single).all() and np.isfinite(together).all()):
        raise ModelUnfit("The engine gives no numbers.", cure="Compile it again without AMX.")
    difference = float(np.abs(single - together).mean() / single.std())
    if difference > TOLERANCE:
        raise ModelUnfit(
            f"The engine miscalculates: one token at a time and {N_TOKENS} at once differ by "
            f"{difference:.2f} standard deviations.",
            cure="Compile it again without AMX.",
        )


def _rows(sequence: LlamaSequence, tokens: list[int]) -> Logits:
    forward = sequence.forward(TokenTree.chain(tokens))
    assert forward is not None, "nobody cancels a self-test"
    rows = forward.logits.copy()
    sequence.accept(range(len(tokens)))
    return rows


def main() -> int:
    """Say in one line whether the engine computes; the exit code says it too."""
    logging.disable(logging.CRITICAL)
    try:
        check_build()
    except KairoError as err:
        sys.stderr.write(f"engine self-test failed: {err}\n")
        return 1
    sys.stdout.write(f"engine self-test passed: llama.cpp {build()}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
