"""What the passes of a model cost on this machine, and how often two models agree."""

import math
from collections.abc import Callable, Sequence

from kairo_desktop.decode.cost import Costs
from kairo_desktop.decode.generate import Generation, generate
from kairo_desktop.decode.prefix import extend
from kairo_desktop.decode.target import Target, TokenTree, never

__all__ = ["WIDTHS", "measure_agreement", "measure_costs", "time_pass"]

WIDTHS = (1, 2, 3, 5, 9)
"""Widths of a pass that are timed: one pending token, and drafts of 1, 2, 4 and 8."""


LEAST_ROUNDS, MOST_ROUNDS = 3, 8
"""Rounds, each of which takes every width once; fewer tell nothing on a busy machine."""


def time_pass(target: Target, width: int, clock: Callable[[], float]) -> float:
    """Seconds of one pass over `width` tokens behind the cache, which stays as it was."""
    tree = TokenTree.chain([target.tokens[-1]] * width)
    begin = clock()
    target.forward(tree)
    seconds = clock() - begin
    target.rewind(len(target.tokens))
    return seconds


def measure_costs(
    target: Target,
    draft: Target | None,
    prompt: Sequence[int],
    clock: Callable[[], float],
    *,
    budget_s: float = 3.0,
) -> Costs:
    """Time passes behind `prompt`; the least of several rounds counts, for noise only adds.

    Args:
        target: Left holding `prompt` without its last token.
        draft: The draft model's sequence, likewise; None for none.
        prompt: At least two tokens; a typical prompt's length gives typical costs.
        clock: Seconds, monotonic.
        budget_s: After this only the least number of rounds is made up.
    """
    extend(target, prompt, never)
    if draft is not None:
        extend(draft, prompt, never)
        time_pass(draft, 1, clock)
    time_pass(target, WIDTHS[-1], clock)  # the first pass reads weights from the disk
    pass_s, draft_s = [math.inf] * len(WIDTHS), math.inf if draft is not None else 0.0
    deadline = clock() + budget_s
    for n_done in range(1, MOST_ROUNDS + 1):
        for i, width in enumerate(WIDTHS):
            pass_s[i] = min(pass_s[i], time_pass(target, width, clock))
        if draft is not None:
            draft_s = min(draft_s, time_pass(draft, 1, clock))
        if n_done >= LEAST_ROUNDS and clock() > deadline:
            break
    return Costs(WIDTHS, tuple(pass_s), draft_s)


def measure_agreement(
    target: Target, draft: Target, prompt: Sequence[int], n_tokens: int = 32
) -> float:
    """Share, 0..1, of the target's greedy answer to `prompt` that the draft model would say too.

    The answer is decoded plainly and shown to the draft model in one pass.
    """
    runs = generate(target, prompt, Generation(max_tokens=n_tokens), never)
    answer = [token for run in runs for token in run.tokens]
    extend(draft, prompt[:-1], never)
    forward = draft.forward(TokenTree.chain([prompt[-1], *answer[:-1]]))
    assert forward is not None, "nobody cancels a measurement"
    guesses = forward.logits.argmax(axis=1)
    draft.rewind(len(draft.tokens))
    return float((guesses == answer).mean())
