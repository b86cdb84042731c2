"""What decoding costs besides the engine's passes: Python's share, and the wait for a cancel."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from kairo_desktop.bench.questions import PromptSet
from kairo_desktop.bench.report import Figure, median, quantile
from kairo_desktop.decode.drafters.lookup import PromptLookup
from kairo_desktop.decode.generate import Generation, generate
from kairo_desktop.decode.measure import time_pass
from kairo_desktop.decode.prefix import extend
from kairo_desktop.decode.sampling import Sampling
from kairo_desktop.decode.target import Cancel, Forward, Target, TokenTree, never
from kairo_desktop.llama.engine import Engine

__all__ = ["Stopwatch", "cancel_figures", "python_figures", "python_share"]

N_CANCELS = 24


class Stopwatch:
    """A target that notes how long its passes take.

    Attributes:
        seconds: Spent in the target's methods so far.
    """

    def __init__(self, target: Target, clock: Callable[[], float]) -> None:
        self.seconds = 0.0
        self._target = target
        self._clock = clock
        self.n_vocab, self.n_ctx = target.n_vocab, target.n_ctx
        self.can_rewind = target.can_rewind

    @property
    def tokens(self) -> Sequence[int]:
        """As the target's."""
        return self._target.tokens

    def prefill(self, tokens: Sequence[int], cancel: Cancel) -> int:
        """As the target's, timed."""
        begin = self._clock()
        n = self._target.prefill(tokens, cancel)
        self.seconds += self._clock() - begin
        return n

    def forward(
        self, tree: TokenTree, *, hidden: bool = False, cancel: Cancel = never
    ) -> Forward | None:
        """As the target's, timed."""
        begin = self._clock()
        forward = self._target.forward(tree, hidden=hidden, cancel=cancel)
        self.seconds += self._clock() - begin
        return forward

    def accept(self, path: Sequence[int]) -> None:
        """As the target's."""
        self._target.accept(path)

    def rewind(self, n_past: int) -> None:
        """As the target's."""
        self._target.rewind(n_past)


def python_share(
    target: Target, prompt: Sequence[int], options: Generation, clock: Callable[[], float]
) -> float:
    """Share, 0..1, of an answer's time that is not spent in the target's passes."""
    extend(target, prompt, never)
    watched = Stopwatch(target, clock)
    begin = clock()
    list(generate(watched, prompt, options, never))
    return 1.0 - watched.seconds / (clock() - begin)


def python_figures(engine: Engine, prompt: Sequence[int]) -> tuple[Figure, ...]:
    """Python's share of a verify round with four guesses, greedy and sampled."""
    options = replace(engine.generation(), drafter=PromptLookup(1, 3), max_draft=4, max_tokens=32)
    warm = replace(options, sampling=Sampling(temperature=0.8, seed=1))
    return tuple(
        Figure(name, python_share(engine.live, prompt, chosen, time.perf_counter))
        for name, chosen in (("python_share_greedy", options), ("python_share_sampled", warm))
    )


def cancel_figures(
    engine: Engine, sets: Mapping[PromptSet, Sequence[tuple[int, ...]]]
) -> tuple[Figure, ...]:
    """How long the engine stays busy once it is told to stop, in single-token passes."""
    prompts = [prompt for prompts in sets.values() for prompt in prompts]
    rng = np.random.default_rng(0)
    waits: list[float] = []
    singles: list[float] = []
    for i in range(N_CANCELS):
        prompt = prompts[i % len(prompts)]
        extend(engine.live, prompt, never)
        singles.append(time_pass(engine.live, 1, time.perf_counter))
        waits.append(_wait(engine, prompt, after_s=float(rng.uniform(0, 4)) * singles[-1]))
    return (
        Figure("cancel_to_idle_p95_ms", quantile(waits, 0.95) * 1000),
        Figure("cancel_to_idle_p95_passes", quantile(waits, 0.95) / median(singles)),
    )


def _wait(engine: Engine, prompt: tuple[int, ...], after_s: float) -> float:
    """Seconds from a cancellation `after_s` into an answer to the end of the generator."""
    deadline = time.perf_counter() + after_s
    options = replace(engine.generation(), drafter=PromptLookup(1, 3), max_draft=8)
    list(generate(engine.live, prompt, options, lambda: time.perf_counter() >= deadline))
    return max(0.0, time.perf_counter() - deadline)
