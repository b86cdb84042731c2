"""A language model in memory."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from kairo_desktop.errors import ModelUnfit
from kairo_desktop.gguf.header import GgufHeader, read_header
from kairo_desktop.llama.binding import ModelHandle, has_gpu
from kairo_desktop.llama.template import GgufChatTemplate
from kairo_desktop.llama.tokenizer import LlamaTokenizer

__all__ = ["LlamaModel", "load_model"]


@dataclass(frozen=True, slots=True)
class LlamaModel:
    """Weights and vocabulary of one GGUF file; contexts are made from it."""

    path: Path
    header: GgufHeader
    handle: ModelHandle
    tokenizer: LlamaTokenizer
    n_gpu_layers: int

    @property
    def name(self) -> str:
        """The file's name without its ending."""
        return self.path.stem

    @property
    def can_rewind(self) -> bool:
        """False for recurrent and hybrid models."""
        return self.handle.can_rewind

    @property
    def template(self) -> GgufChatTemplate:
        """The model's own chat template.

        Raises:
            ModelUnfit: the file carries none; this is no chat model.
        """
        text = self.header.text("tokenizer.chat_template")
        if not text:
            raise ModelUnfit(
                f"{self.name} carries no chat template, so it cannot answer questions.",
                cure="Choose an instruction-tuned (instruct or chat) model.",
            )
        handle = self.handle
        bos, eos = handle.token_text(handle.bos), handle.token_text(handle.eos)
        return GgufChatTemplate(text, bos=bos, eos=eos, adds_bos=handle.adds_bos)


@contextmanager
def load_model(path: Path, *, n_gpu_layers: int = 0) -> Iterator[LlamaModel]:
    """Load a model and free it at the end.

    Args:
        path: A GGUF file; checked for completeness before the engine touches it.
        n_gpu_layers: Layers on the GPU; -1 for all. Without a GPU it means nothing.

    Raises:
        ModelMissing: there is no such file.
        ModelUnfit: the file is damaged, of an unknown architecture, or larger than the memory.
    """
    header = read_header(path)
    layers = n_gpu_layers if has_gpu() else 0
    try:
        handle = ModelHandle(path, layers)
    except MemoryError as err:
        raise ModelUnfit(
            f"{path.name} (architecture {header.architecture}) cannot be loaded: the engine does "
            "not know this kind of model, or there is not enough memory for it.",
            cure="Choose another model: kairo models list",
        ) from err
    try:
        yield LlamaModel(path, header, handle, LlamaTokenizer(handle), layers)
    finally:
        handle.close()
