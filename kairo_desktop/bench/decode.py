"""Measures decoding: what each drafter brings on this machine, and what `auto` makes of it.

Contenders take turns prompt by prompt, so that a busy minute slows all of them; ratios come from
such neighbors, with a bootstrap interval. Prefill is not timed: it is the same for everyone.
"""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from kairo_desktop.bench.peers import bench_peers
from kairo_desktop.bench.probes import cancel_figures, python_figures
from kairo_desktop.bench.questions import PromptSet, Split, prompts_of, read_questions
from kairo_desktop.bench.report import Report, median
from kairo_desktop.decode.cost import Costs
from kairo_desktop.decode.draft import Drafter
from kairo_desktop.decode.drafters.auto import AutoDrafter
from kairo_desktop.decode.drafters.lookup import PromptLookup
from kairo_desktop.decode.drafters.model import ModelDrafter
from kairo_desktop.decode.drafters.nothing import NoDrafter
from kairo_desktop.decode.generate import generate
from kairo_desktop.decode.measure import measure_costs
from kairo_desktop.decode.prefix import extend
from kairo_desktop.decode.target import never
from kairo_desktop.llama.binding import build
from kairo_desktop.llama.engine import Engine, open_engine
from kairo_desktop.settings.llm import DraftKind, LlmSettings
from kairo_desktop.types import TokenRun

__all__ = ["Contender", "DecodeRow", "Outcome", "Timing", "bench_decode", "ratio_interval", "tally"]

N_TOKENS = 64
"""Longest answer measured."""

NOTES = (
    "Expected ratios use pass times measured in this run; seed_formula_ratio takes a wide pass "
    "for as cheap as a narrow one.",
    "For comparison, a 70B target with a 1B draft on a GPU is quoted with beta 3.2 and a speed-up "
    "of 2.8 to 3.5; on a GPU: not measured.",
)


@dataclass(frozen=True, slots=True)
class DecodeRow:
    """One contender on one set of prompts; keys as in the CLI's documentation."""

    set: str
    drafter: str
    k: int
    kv: str
    tokens_per_s: float
    ratio_to_plain: float
    ratio_ci: tuple[float, float]
    mean_accepted: float
    tokens_per_pass: float
    expected_ratio: float
    seed_formula_ratio: float
    chosen: str = ""


@dataclass(frozen=True, slots=True)
class Contender:
    """A way to decode."""

    name: str
    k: int
    drafter: Drafter


@dataclass(frozen=True, slots=True)
class Timing:
    """One answer: how long it took, and its runs."""

    seconds: float
    runs: tuple[TokenRun, ...]

    @property
    def n_tokens(self) -> int:
        """Tokens of the answer."""
        return sum(len(run.tokens) for run in self.runs)

    @property
    def tokens_per_s(self) -> float:
        """Speed, prefill not counted."""
        return self.n_tokens / self.seconds


@dataclass(frozen=True, slots=True)
class Outcome:
    """All answers of one contender to one set."""

    contender: Contender
    timings: tuple[Timing, ...]
    chosen: str = ""


def bench_decode(
    settings: LlmSettings, target: Path, draft: Path | None, cache: Path, *, runs: int = 9
) -> Report:
    """Measure every contender on both prompt sets.

    Args:
        settings: The drafter is set here; all else is measured as it would be used.
        target: GGUF file of the target.
        draft: GGUF file of the draft model; None leaves its rows out.
        cache: Folder of the machine's calibration.
        runs: Interleaved rounds per set; each takes one prompt through all contenders.
    """
    update = {"drafter": DraftKind.AUTO, "max_answer_tokens": N_TOKENS}
    settings = settings.model_copy(update=update)
    rows: list[DecodeRow] = []
    with open_engine(settings, target, draft, cache=cache) as engine:
        kept = engine.context.options
        settings = settings.model_copy(update={"type_k": kept.type_k, "type_v": kept.type_v})
        sets = _prompt_sets(engine)
        costs = measure_costs(
            engine.live, engine.draft, sets[PromptSet.PLAIN][0], time.perf_counter
        )
        for name, prompts in sets.items():
            outcomes = _compete(engine, prompts, runs)
            rows += [
                tally(name, _kv(settings), outcome, outcomes[0], costs) for outcome in outcomes
            ]
        figures = (*python_figures(engine, sets[PromptSet.PLAIN][0]), *cancel_figures(engine, sets))
        threads = engine.calibration.threads if engine.calibration else settings.threads
    peers = bench_peers(target, draft, settings, threads, sets)
    return Report(
        bench="decode",
        rows=(*rows, *peers.rows),
        runs=runs,
        build=build(),
        models=tuple(path.stem for path in (target, draft) if path),
        settings=(f"kv={_kv(settings)}", f"threads={threads}", f"max_tokens={N_TOKENS}"),
        notes=(*NOTES, *peers.notes),
        figures=figures,
    )


def _prompt_sets(engine: Engine) -> dict[PromptSet, list[tuple[int, ...]]]:
    questions = [q for q in read_questions() if q.split is Split.BENCH]
    return {
        name: prompts_of(engine, tuple(q for q in questions if q.prompt_set is name))
        for name in PromptSet
    }


def _contenders(engine: Engine) -> list[Contender]:
    """Plain decoding first; all others are compared with it."""
    contenders = [Contender("none", 0, NoDrafter())]
    contenders += [Contender("lookup", k, PromptLookup()) for k in (2, 4, 8)]
    if engine.draft is not None:
        p_min = engine.settings.draft_p_min
        contenders += [Contender("draft", k, ModelDrafter(engine.draft, p_min)) for k in (2, 4)]
    return [*contenders, Contender("auto", engine.settings.max_draft, engine.drafter)]


def _compete(engine: Engine, prompts: Sequence[tuple[int, ...]], runs: int) -> list[Outcome]:
    contenders = _contenders(engine)
    timings: list[list[Timing]] = [[] for _ in contenders]
    before = _rounds(engine.drafter)
    for i in range(runs):
        for place in np.random.default_rng(i).permutation(len(contenders)):
            prompt = prompts[i % len(prompts)]
            timings[place].append(_answer(engine, prompt, contenders[place], time.perf_counter))
    chosen = _chosen(_rounds(engine.drafter) - before)
    return [
        Outcome(contender, tuple(times), chosen if contender.name == "auto" else "")
        for contender, times in zip(contenders, timings, strict=True)
    ]


def _answer(
    engine: Engine, prompt: tuple[int, ...], contender: Contender, clock: Callable[[], float]
) -> Timing:
    extend(engine.live, prompt[:-1], never)
    contender.drafter.begin(prompt, never)
    options = replace(engine.generation(), drafter=contender.drafter, max_draft=contender.k)
    begin = clock()
    runs = tuple(generate(engine.live, prompt, options, never))
    return Timing(clock() - begin, runs)


def _rounds(drafter: Drafter) -> Counter[str]:
    return Counter(drafter.rounds) if isinstance(drafter, AutoDrafter) else Counter()


def _chosen(rounds: Counter[str]) -> str:
    """Shares of what `auto` did, the most frequent first."""
    kinds = Counter[str]()
    for kind, n in rounds.items():
        kinds[kind.rstrip("0123456789")] += n
    total = max(1, kinds.total())
    return ", ".join(f"{kind} {n / total:.0%}" for kind, n in kinds.most_common())


def _kv(settings: LlmSettings) -> str:
    return f"{settings.type_k}/{settings.type_v}"


def tally(set_name: str, kv: str, outcome: Outcome, plain: Outcome, costs: Costs) -> DecodeRow:
    """A row of the report: medians over rounds, and ratios of neighbors."""
    ratios = [
        mine.tokens_per_s / theirs.tokens_per_s
        for mine, theirs in zip(outcome.timings, plain.timings, strict=True)
    ]
    passes = [run for timing in outcome.timings for run in timing.runs]
    n_tokens = sum(len(run.tokens) for run in passes)
    honest = sum(
        costs.width(r.num_draft + 1) + r.num_draft * _price(outcome, costs) for r in passes
    )
    seed = sum(1 + r.num_draft * _price(outcome, costs) for r in passes)
    return DecodeRow(
        set=set_name,
        drafter=outcome.contender.name,
        k=outcome.contender.k,
        kv=kv,
        tokens_per_s=median([timing.tokens_per_s for timing in outcome.timings]),
        ratio_to_plain=median(ratios),
        ratio_ci=ratio_interval(ratios),
        mean_accepted=sum(run.num_accept for run in passes) / len(passes),
        tokens_per_pass=n_tokens / len(passes),
        expected_ratio=n_tokens / honest,
        seed_formula_ratio=n_tokens / seed,
        chosen=outcome.chosen,
    )


def _price(outcome: Outcome, costs: Costs) -> float:
    """Cost of a guessed token in single-token passes; looking up is free."""
    return costs.draft if "draft" in (outcome.contender.name, *outcome.chosen.split()) else 0.0


def ratio_interval(ratios: Sequence[float], n_samples: int = 2000) -> tuple[float, float]:
    """95 % bootstrap interval of the median."""
    rng = np.random.default_rng(0)
    samples = rng.choice(np.asarray(ratios), (n_samples, len(ratios)))
    low, high = np.quantile(np.median(samples, axis=1), (0.025, 0.975))
    return float(low), float(high)
