"""A process that loads one model, works with it, and says how much its memory has grown.

Run as `python -m tests.catalogue.loads FILE N_CTX TYPE_K TYPE_V` or `… FOLDER`.
"""

import sys
from pathlib import Path

import numpy as np

from kairo_desktop.catalogue.planner import SPARE_CELLS
from kairo_desktop.settings.llm import KvType


def _status(field: str) -> int:
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(field)) << 10


def _language(path: Path, n_ctx: int, type_k: KvType, type_v: KvType) -> int:
    from kairo_desktop.decode.target import TokenTree, never
    from kairo_desktop.llama.binding import has_gpu
    from kairo_desktop.llama.context import ContextOptions, open_context
    from kairo_desktop.llama.model import load_model
    from kairo_desktop.llama.sequence import LlamaSequence

    has_gpu()
    before = _status("VmRSS")
    options = ContextOptions(n_ctx, SPARE_CELLS, type_k, type_v, threads=2)
    with load_model(path) as model, open_context(model, options) as context:
        sequence = LlamaSequence(context, 0)
        sequence.prefill(list(range(100, 228)), never)
        for width in (9, 1, 1):
            sequence.forward(TokenTree.chain(list(range(width))))
            sequence.accept([0])
        return _status("VmHWM") - before


def _speech(folder: Path) -> int:
    from kairo_desktop.asr.transcriber import Listening
    from kairo_desktop.asr.whisper import WhisperTranscriber

    before = _status("VmRSS")
    transcriber = WhisperTranscriber(folder)
    noise = 0.05 * np.random.default_rng(0).standard_normal(16_000 * 15, np.float32)
    for n_s in (5, 15, 10):
        transcriber.transcribe(noise[: n_s * 16_000], Listening(margin_s=1.0, max_tokens=32))
    return _status("VmHWM") - before


if __name__ == "__main__":
    where = Path(sys.argv[1])
    if where.is_dir():
        grown = _speech(where)
    else:
        grown = _language(where, int(sys.argv[2]), KvType(sys.argv[3]), KvType(sys.argv[4]))
    sys.stdout.write(f"{grown}\n")
