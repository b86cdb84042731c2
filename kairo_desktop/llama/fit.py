"""As much of a model on the GPU as fits there, together with its cache."""

import logging
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from kairo_desktop.errors import ModelUnfit
from kairo_desktop.gguf.header import read_header
from kairo_desktop.llama.binding import has_gpu
from kairo_desktop.llama.context import ContextOptions, LlamaContext, open_context
from kairo_desktop.llama.model import load_model

__all__ = ["layer_plans", "open_fitting"]

logger = logging.getLogger(__name__)

AS_MANY_AS_FIT = -1


def layer_plans(n_layers: int, wanted: int, *, gpu: bool) -> tuple[int, ...]:
    """How many layers to try on the GPU, one number after the other until one fits.

    Args:
        n_layers: Layers of the model; its output counts as one more.
        wanted: A number of layers, or `AS_MANY_AS_FIT`.
        gpu: Whether there is a GPU.
    """
    if not gpu:
        return (0,)
    if wanted != AS_MANY_AS_FIT:
        return (wanted,)
    every = n_layers + 1
    return tuple(dict.fromkeys(every * quarters // 4 for quarters in (4, 3, 2, 1, 0)))


@contextmanager
def open_fitting(path: Path, n_gpu_layers: int, options: ContextOptions) -> Iterator[LlamaContext]:
    """Load a model and make a context of it, both freed at the end.

    Raises:
        ModelMissing: there is no such file.
        ModelUnfit: the file is damaged, or not even the last plan fits.
    """
    header = read_header(path)
    plans = layer_plans(header.number("{arch}.block_count"), n_gpu_layers, gpu=has_gpu())
    for layers in plans:
        with ExitStack() as stack:
            try:
                model = stack.enter_context(load_model(path, n_gpu_layers=layers))
                context = stack.enter_context(open_context(model, options))
            except ModelUnfit:
                if layers == plans[-1]:
                    raise
                logger.info("%s does not fit with %s layers on the GPU", path.stem, layers)
                continue
            yield context
            return
