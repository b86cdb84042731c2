"""Everything that answers: models, context, sequences, template and drafter, opened together."""

import logging
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from kairo_desktop.decode.draft import Drafter
from kairo_desktop.decode.drafters.lookup import PromptLookup
from kairo_desktop.decode.drafters.model import ModelDrafter
from kairo_desktop.decode.drafters.nothing import NoDrafter
from kairo_desktop.decode.generate import Generation
from kairo_desktop.decode.sampling import Sampling
from kairo_desktop.errors import CannotRewind, UsageError
from kairo_desktop.llama.context import ContextOptions, LlamaContext, open_context
from kairo_desktop.llama.model import LlamaModel, load_model
from kairo_desktop.llama.pairing import check_pair
from kairo_desktop.llama.sequence import LlamaSequence
from kairo_desktop.llama.template import GgufChatTemplate
from kairo_desktop.llama.tokenizer import LlamaTokenizer
from kairo_desktop.settings.llm import DraftKind, LlmSettings

__all__ = ["JUDGE_TOKENS", "Engine", "open_engine"]

logger = logging.getLogger(__name__)

PREFIX, LIVE, JUDGE = 0, 1, 2
"""Sequence ids of the target's context."""

JUDGE_TOKENS = 512
"""Cells kept for the judge beside the live turn."""


@dataclass(frozen=True, slots=True)
class Engine:
    """A language model ready to answer. Only one thread may use it at a time.

    Attributes:
        prefix: Rules, profile and memory; written only while nothing is being answered.
        live: The turn; begins as a copy of `prefix` (`live.copy_from(prefix)`).
        judge: A second stream of at most `JUDGE_TOKENS`.
    """

    settings: LlmSettings
    model: LlamaModel
    context: LlamaContext
    tokenizer: LlamaTokenizer
    template: GgufChatTemplate
    prefix: LlamaSequence
    live: LlamaSequence
    judge: LlamaSequence
    drafter: Drafter

    def generation(self) -> Generation:
        """How the settings want a prompt answered."""
        settings = self.settings
        return Generation(
            sampling=Sampling(
                temperature=settings.temperature,
                top_k=settings.top_k,
                top_p=settings.top_p,
                min_p=settings.min_p,
                repeat_penalty=settings.repeat_penalty,
                seed=settings.seed,
            ),
            drafter=self.drafter,
            max_tokens=settings.max_answer_tokens,
            max_draft=settings.max_draft,
            is_end=self.tokenizer.is_end,
        )


@contextmanager
def open_engine(settings: LlmSettings, target: Path, draft: Path | None = None) -> Iterator[Engine]:
    """Load the models and make their contexts; all of it is freed at the end.

    Raises:
        ModelMissing: a file is not there.
        ModelUnfit: a file is damaged or too large for this machine, the pair has different
            tokens, or the target is no chat model.
        CannotRewind: drafting was asked for with a model that cannot take tokens back.
    """
    with ExitStack() as stack:
        threads = settings.threads or os.cpu_count() or 1
        model = stack.enter_context(load_model(target, n_gpu_layers=settings.n_gpu_layers))
        options = ContextOptions(
            n_ctx=settings.n_ctx,
            spare=JUDGE_TOKENS,
            type_k=settings.type_k,
            type_v=settings.type_v,
            threads=threads,
        )
        context = stack.enter_context(open_context(model, options))
        yield Engine(
            settings=settings,
            model=model,
            context=context,
            tokenizer=model.tokenizer,
            template=model.template,
            prefix=LlamaSequence(context, PREFIX),
            live=LlamaSequence(context, LIVE),
            judge=LlamaSequence(context, JUDGE, JUDGE_TOKENS),
            drafter=stack.enter_context(_open_drafter(settings, model, draft, threads)),
        )


@contextmanager
def _open_drafter(
    settings: LlmSettings, model: LlamaModel, draft: Path | None, threads: int
) -> Iterator[Drafter]:
    kind = settings.drafter
    if kind is DraftKind.MODEL and draft is None:
        raise UsageError(
            "llm.drafter is 'model', but no draft model is set.", cure="Set llm.draft."
        )
    if not model.can_rewind and kind is not DraftKind.AUTO and kind is not DraftKind.NONE:
        raise CannotRewind(
            f"{model.name} cannot take tokens back, so nothing can be drafted for it.",
            cure="Set llm.drafter to 'none', or choose a model without recurrent layers.",
        )
    if kind is DraftKind.MODEL and draft is not None:
        with _open_draft_model(settings, model, draft, threads) as drafter:
            yield drafter
    elif kind is DraftKind.NONE or not model.can_rewind:
        yield NoDrafter()
    else:
        yield PromptLookup()


@contextmanager
def _open_draft_model(
    settings: LlmSettings, target: LlamaModel, path: Path, threads: int
) -> Iterator[ModelDrafter]:
    """The draft model with a cache of its own, once it is known to share the target's tokens."""
    with ExitStack() as stack:
        model = stack.enter_context(load_model(path, n_gpu_layers=settings.draft_n_gpu_layers))
        check_pair(target.header, model.header)
        options = ContextOptions(
            n_ctx=settings.n_ctx,
            type_k=settings.draft_type_k,
            type_v=settings.draft_type_v,
            threads=threads,
        )
        context = stack.enter_context(open_context(model, options))
        yield ModelDrafter(LlamaSequence(context, PREFIX), settings.draft_p_min)
