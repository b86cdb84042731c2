"""Everything that answers: models, context, sequences, template and drafter, opened together."""

import logging
import os
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from kairo_desktop.copilot.protocols import Message, Role
from kairo_desktop.decode.draft import Drafter
from kairo_desktop.decode.drafters.auto import AutoDrafter
from kairo_desktop.decode.drafters.lookup import PromptLookup
from kairo_desktop.decode.drafters.model import ModelDrafter
from kairo_desktop.decode.drafters.nothing import NoDrafter
from kairo_desktop.decode.generate import Generation
from kairo_desktop.decode.sampling import Sampling
from kairo_desktop.errors import CannotRewind, UsageError
from kairo_desktop.gguf.header import read_header
from kairo_desktop.llama.binding import has_gpu
from kairo_desktop.llama.calibration import (
    Calibration,
    calibrate,
    calibration_key,
    recall,
    remember,
    thread_counts,
    typical,
)
from kairo_desktop.llama.context import ContextOptions, LlamaContext
from kairo_desktop.llama.fit import open_fitting
from kairo_desktop.llama.model import LlamaModel
from kairo_desktop.llama.pairing import check_pair
from kairo_desktop.llama.sequence import LlamaSequence
from kairo_desktop.llama.template import GgufChatTemplate
from kairo_desktop.llama.tokenizer import LlamaTokenizer
from kairo_desktop.settings.llm import DraftKind, KvType, LlmSettings

__all__ = ["JUDGE_TOKENS", "Engine", "open_engine"]

logger = logging.getLogger(__name__)

PREFIX, LIVE, JUDGE = 0, 1, 2
"""Sequence ids of the target's context."""

JUDGE_TOKENS = 512
"""Cells kept for the judge beside the live turn."""

SAMPLE_CHAT = (
    Message(Role.SYSTEM, "You help in a job interview. Answer in short points."),
    Message(Role.USER, "What happens when two threads write to the same hash table?"),
)
"""What the machine is measured with: the length and the kind of text that it will see."""


@dataclass(frozen=True, slots=True)
class Engine:
    """A language model ready to answer. Only one thread may use it at a time.

    Attributes:
        prefix: Rules, profile and memory; written only while nothing is being answered.
        live: The turn; begins as a copy of `prefix` (`live.copy_from(prefix)`).
        judge: A second stream of at most `JUDGE_TOKENS`.
        draft: The draft model's sequence; None without one.
        calibration: What passes cost here; None where nothing depends on it.
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
    draft: LlamaSequence | None = None
    calibration: Calibration | None = None

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
def open_engine(
    settings: LlmSettings, target: Path, draft: Path | None = None, *, cache: Path | None = None
) -> Iterator[Engine]:
    """Load the models and make their contexts; all of it is freed at the end.

    Args:
        settings: How to load and how to answer.
        target: GGUF file of the model that answers.
        draft: GGUF file of the model that guesses for it.
        cache: Folder in which measurements of this machine are kept: at first load with these
            models some seconds are spent on them. None reckons with a typical machine instead.

    Raises:
        ModelMissing: a file is not there.
        ModelUnfit: a file is damaged or too large for this machine, the pair has different
            tokens, or the target is no chat model.
        CannotRewind: drafting was asked for with a model that cannot take tokens back.
        UsageError: the draft model is to guess, and there is none.
    """
    if settings.drafter is DraftKind.MODEL and draft is None:
        raise UsageError(
            "llm.drafter is 'draft' and there is no draft model.", cure="Set llm.draft."
        )
    if settings.drafter in {DraftKind.NONE, DraftKind.LOOKUP} or settings.max_draft == 0:
        draft = None
    if draft is not None:
        check_pair(read_header(target), read_header(draft))
    with ExitStack() as stack:
        context = stack.enter_context(
            open_fitting(target, settings.n_gpu_layers, _target_options(settings))
        )
        template = context.model.template
        _check_drafting(settings, context.model)
        live = LlamaSequence(context, LIVE)
        guesser = None
        if draft is not None and context.model.can_rewind:
            guesser = LlamaSequence(stack.enter_context(_open_draft(settings, draft)), PREFIX)
        calibration = _calibration(settings, live, guesser, template, cache)
        yield Engine(
            settings=settings,
            model=context.model,
            context=context,
            tokenizer=context.model.tokenizer,
            template=template,
            prefix=LlamaSequence(context, PREFIX),
            live=live,
            judge=LlamaSequence(context, JUDGE, JUDGE_TOKENS),
            drafter=_drafter(settings, guesser, calibration),
            draft=guesser,
            calibration=calibration,
        )


def _target_options(settings: LlmSettings) -> ContextOptions:
    return ContextOptions(
        n_ctx=settings.n_ctx,
        spare=JUDGE_TOKENS,
        type_k=_chosen(settings.type_k, KvType.Q8_0),
        type_v=_chosen(settings.type_v, KvType.Q4_0),
        threads=settings.threads or os.cpu_count() or 1,
    )


def _chosen(wanted: KvType, small: KvType) -> KvType:
    """The type that was set, else `small` where a GPU computes and f16 on a CPU."""
    if wanted is not KvType.AUTO:
        return wanted
    return small if has_gpu() else KvType.F16


def _open_draft(settings: LlmSettings, draft: Path) -> AbstractContextManager[LlamaContext]:
    options = ContextOptions(
        n_ctx=settings.n_ctx,
        type_k=_chosen(settings.draft_type_k, KvType.Q8_0),
        type_v=_chosen(settings.draft_type_v, KvType.Q8_0),
        threads=settings.threads or os.cpu_count() or 1,
    )
    return open_fitting(draft, settings.draft_n_gpu_layers, options)


def _check_drafting(settings: LlmSettings, model: LlamaModel) -> None:
    """Refuse what was asked for by name; `auto` decodes such a model plainly."""
    if model.can_rewind or settings.drafter in {DraftKind.AUTO, DraftKind.NONE}:
        return
    raise CannotRewind(
        f"{model.name} cannot take tokens back, so nothing can be drafted for it.",
        cure="Set llm.drafter to 'none', or choose a model without recurrent layers.",
    )


def _calibration(
    settings: LlmSettings,
    live: LlamaSequence,
    draft: LlamaSequence | None,
    template: GgufChatTemplate,
    cache: Path | None,
) -> Calibration | None:
    """What is known of this machine, measured now if need be."""
    model = live.context.model
    if settings.drafter is not DraftKind.AUTO or settings.max_draft == 0 or not model.can_rewind:
        return None
    threads = (settings.threads,) if settings.threads else thread_counts(os.cpu_count() or 1)
    if cache is None:
        return typical(threads[0])
    files = [model.path] + ([draft.context.model.path] if draft is not None else [])
    options = live.context.options
    shape = (options.type_k, options.type_v, threads, model.n_gpu_layers)
    key = calibration_key(files, shape)
    known = recall(cache / "calibration", key)
    if known is None:
        prompt = model.tokenizer.encode(template.render(SAMPLE_CHAT), special=True)
        known = calibrate(live, draft, prompt, threads, time.perf_counter)
        remember(cache / "calibration", key, known)
    for sequence in (live, draft):
        if sequence is not None:
            sequence.set_threads(known.threads)
    return known


def _drafter(
    settings: LlmSettings, draft: LlamaSequence | None, calibration: Calibration | None
) -> Drafter:
    model = ModelDrafter(draft, settings.draft_p_min) if draft is not None else None
    if settings.max_draft == 0:
        return NoDrafter()
    if settings.drafter is DraftKind.LOOKUP:
        return PromptLookup()
    if settings.drafter is DraftKind.MODEL and model is not None:
        return model
    if calibration is None:
        return NoDrafter()
    return AutoDrafter(
        calibration.costs, PromptLookup(), model, calibration.agreement, time.perf_counter
    )
