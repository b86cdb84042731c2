"""What fits; the reckoning itself is tested in test_footprint.py."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.catalogue.footprint import MIB, Footprint, Shape
from kairo_desktop.catalogue.machine import Machine, Memory
from kairo_desktop.catalogue.planner import (
    LEAST_CONTEXT,
    PROGRAM_BYTES,
    SPARE_CELLS,
    Estimate,
    Lineup,
    Verdict,
    nearest,
    plan,
)
from kairo_desktop.llama.engine import JUDGE_TOKENS
from kairo_desktop.settings.llm import DraftKind, KvType, LlmSettings

SHAPE = Shape(
    weight_bytes=1000 * MIB,
    n_tensors=300,
    n_vocab=150_000,
    n_entries=300_000,
    d_model=1536,
    d_ff=8960,
    n_keys=28 * 256,
    n_values=28 * 256,
)
SMALL = Shape(400 * MIB, 290, 150_000, 300_000, 896, 4864, 24 * 128, 24 * 128)
SPEECH, NOTES = Footprint(100 * MIB), Footprint(90 * MIB)


def _machine(available: int, total: int | None = None, gpu: int = 0) -> Machine:
    return Machine(Memory((total or available) * MIB, available * MIB), gpu * MIB, n_cpus=2)


def _lineup(llm: LlmSettings | None = None, draft: Shape | None = None) -> Lineup:
    return Lineup(llm or LlmSettings(), SHAPE, draft, SPEECH, NOTES)


def test_keeps_the_cells_that_the_engine_keeps() -> None:
    assert SPARE_CELLS == JUDGE_TOKENS


def test_needs_are_the_sum_of_models_and_program() -> None:
    found = plan(_lineup(draft=SMALL), _machine(8000))
    models = found.target.total + found.draft.total + found.speech.total + found.notes.total
    assert found.needs_bytes == PROGRAM_BYTES + models
    assert found.draft.weights == SMALL.weight_bytes
    assert found.exact
    assert found.available_bytes == 8000 * MIB


@pytest.mark.parametrize(
    ("available", "total", "verdict"),
    [
        (4000, 8000, Verdict.FITS),
        (1500, 8000, Verdict.TIGHT),
        (1500, 1600, Verdict.TOO_LARGE),
    ],
)
def test_verdict_compares_with_what_is_free_and_what_there_is(
    available: int, total: int, verdict: Verdict
) -> None:
    assert plan(_lineup(), _machine(available, total)).verdict is verdict


def test_cpu_gets_the_exact_cache_and_a_gpu_the_small_one() -> None:
    on_cpu, on_gpu = plan(_lineup(), _machine(8000)), plan(_lineup(), _machine(8000, gpu=8000))
    assert (on_cpu.llm.type_k, on_cpu.llm.type_v) == (KvType.F16, KvType.F16)
    assert (on_gpu.llm.type_k, on_gpu.llm.type_v) == (KvType.Q8_0, KvType.Q4_0)
    assert on_gpu.target.cache < on_cpu.target.cache


def test_a_chosen_cache_type_stays() -> None:
    llm = LlmSettings(type_k=KvType.Q8_0, type_v=KvType.Q5_1)
    assert plan(_lineup(llm), _machine(8000)).llm.type_v is KvType.Q5_1


def test_gpu_holds_all_but_the_vocabulary() -> None:
    found = plan(_lineup(draft=SMALL), _machine(8000, gpu=8000))
    assert found.on_gpu
    both = (found.target, found.draft)
    assert found.gpu_bytes == sum(each.total - each.vocabulary for each in both)
    assert found.needs_bytes < PROGRAM_BYTES + 500 * MIB


def test_gpu_that_is_too_small_is_not_reckoned_with() -> None:
    found = plan(_lineup(), _machine(8000, gpu=500))
    assert not found.on_gpu
    assert found.gpu_bytes == 0


@pytest.mark.parametrize("llm", [LlmSettings(drafter=DraftKind.LOOKUP), LlmSettings(max_draft=0)])
def test_a_draft_that_is_never_loaded_takes_nothing(llm: LlmSettings) -> None:
    assert plan(_lineup(llm, SMALL), _machine(8000)).draft.total == 0


def test_unread_model_counts_with_its_estimate_and_says_so() -> None:
    found = plan(Lineup(LlmSettings(), Estimate(700 * MIB)), _machine(8000))
    assert found.target.total == 700 * MIB
    assert not found.exact


def test_nearest_drops_the_draft_before_anything_else() -> None:
    lineup = _lineup(LlmSettings(n_ctx=8192, draft="small"), SMALL)
    found = nearest(lineup, _machine(2600))
    assert found is not None
    assert found.verdict is Verdict.FITS
    assert (found.draft.total, found.llm.draft, found.llm.n_ctx) == (0, "", 8192)


def test_nearest_shortens_the_context_before_the_cache_gets_coarse() -> None:
    found = nearest(_lineup(LlmSettings(n_ctx=65536)), _machine(3500))
    assert found is not None
    assert found.llm.n_ctx < 65536
    assert found.llm.type_k is KvType.F16


def test_nearest_ends_with_a_coarse_cache_and_a_short_context() -> None:
    exact = plan(_lineup(LlmSettings(n_ctx=LEAST_CONTEXT)), _machine(8000))
    coarse_only = int((exact.needs_bytes - 20 * MIB) / MIB / 0.85)
    found = nearest(_lineup(LlmSettings(n_ctx=16384)), _machine(coarse_only))
    assert found is not None
    assert found.llm.type_v is KvType.Q4_0


def test_nearest_takes_what_is_tight_where_nothing_fits() -> None:
    found = nearest(_lineup(LlmSettings(n_ctx=16384)), _machine(1000, 2300))
    assert found is not None
    assert found.verdict is Verdict.TIGHT


def test_nearest_gives_up_on_a_model_that_is_too_large() -> None:
    assert nearest(_lineup(), _machine(1000)) is None


@given(
    n_ctx=st.integers(LEAST_CONTEXT, 131_072),
    available=st.integers(500, 64_000),
    gpu=st.integers(0, 64_000),
)
def test_nearest_never_takes_more_than_was_asked_for(n_ctx: int, available: int, gpu: int) -> None:
    lineup = _lineup(LlmSettings(n_ctx=n_ctx, draft="small"), SMALL)
    there = _machine(available, gpu=gpu)
    asked, found = plan(lineup, there), nearest(lineup, there)
    if found is not None:
        assert found.verdict is not Verdict.TOO_LARGE
        assert found.llm.n_ctx <= n_ctx
        assert found.needs_bytes + found.gpu_bytes <= asked.needs_bytes + asked.gpu_bytes
    else:
        assert asked.verdict is Verdict.TOO_LARGE
