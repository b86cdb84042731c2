"""Judging with the llama.cpp engine, in a sequence of its own beside the live turn."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np

from kairo_desktop.copilot.judging import JudgePrompt
from kairo_desktop.copilot.protocols import Verdict
from kairo_desktop.decode.prefix import PIECE, chunks
from kairo_desktop.decode.target import TokenTree, never
from kairo_desktop.llama.engine import Engine, open_engine
from kairo_desktop.llama.sequence import LlamaSequence
from kairo_desktop.settings.llm import DraftKind, LlmSettings

__all__ = ["LlamaJudge", "lone_judge", "open_judge"]

logger = logging.getLogger(__name__)

_MOST_S = 0.4
"""A verdict that takes longer comes when most questions are over, and holds up the next words."""

_EXAMPLE = "I was wondering how you would keep the two lists in step when one of them grows."


class LlamaJudge:
    """A `Judge` with a sequence of its own; only the thread that writes may use it.

    The beginning of its prompt is prefilled once and stays, so a verdict costs the words and some
    ten tokens, in passes that are the same whatever was judged before.
    """

    def __init__(self, sequence: LlamaSequence, prompt: JudgePrompt) -> None:
        self._sequence = sequence
        self._prompt = prompt
        self._sequence.rewind(0)
        self._sequence.prefill(self._prompt.prefix, never)

    def judge(self, text: str) -> Iterator[Verdict | None]:
        """Judge `text` in passes of at most `PIECE` tokens."""
        self._sequence.rewind(len(self._prompt.prefix))
        tokens = self._prompt.build(text)
        for _ in chunks(self._sequence, tokens, never, leave=PIECE):
            yield None
        lead = np.asarray(tokens[len(self._sequence.tokens) : -1], np.int32)
        end = replace(TokenTree.chain(tokens[-1:]), lead=lead)
        forward = self._sequence.forward(end)
        assert forward is not None, "nobody cancels within a pass"
        yield self._prompt.verdict(forward.logits[0])


def open_judge(engine: Engine, clock: Callable[[], float]) -> LlamaJudge | None:
    """A judge that is warm; None where it is not worth its price.

    That is where a verdict was measured to take more than `_MOST_S`, with models that cannot take
    tokens back, and with those whose vocabulary does not fit our words.

    Args:
        engine: Its `judge` sequence is the judge's alone from now on.
        clock: Seconds, monotonic.

    Raises:
        ModelUnfit: the model's template cannot be used.
        DecodeFailed: the engine gave up.
    """
    prompt = JudgePrompt(engine.tokenizer, engine.template)
    if not engine.judge.can_rewind or not prompt.fits(engine.judge.n_ctx):
        return None
    judge = LlamaJudge(engine.judge, prompt)
    begin = clock()
    list(judge.judge(_EXAMPLE))
    cost_s = clock() - begin
    logger.info("a second opinion takes %.0f ms", cost_s * 1000.0)
    return judge if cost_s <= _MOST_S else None


@contextmanager
def lone_judge(settings: LlmSettings, target: Path) -> Iterator[LlamaJudge]:
    """A judge without a session around it, however long it takes; errors as in `open_engine`."""
    plain = settings.model_copy(update={"drafter": DraftKind.NONE})
    with open_engine(plain, target) as engine:
        yield LlamaJudge(engine.judge, JudgePrompt(engine.tokenizer, engine.template))
